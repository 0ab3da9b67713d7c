// Where two plans first come too near each other. Plans are lines of x, y, z, time.

const stepSeconds = 0.1;
const sameFloor = 1; // metres of height

/** A plan walked along forwards in time; it stays at its end. */
class Walk {
  x = 0;
  y = 0;
  z = 0;
  private at = 0;

  constructor(private readonly line: Float32Array) {}

  goTo(time: number): void {
    const { line } = this;
    while (this.at + 8 < line.length && line[this.at + 7]! < time) this.at += 4;
    const [from, to] = [this.at, Math.min(this.at + 4, line.length - 4)];
    const span = line[to + 3]! - line[from + 3]!;
    const share = span > 0 ? Math.min(1, Math.max(0, (time - line[from + 3]!) / span)) : 1;
    this.x = line[from]! + (line[to]! - line[from]!) * share;
    this.y = line[from + 1]! + (line[to + 1]! - line[from + 1]!) * share;
    this.z = line[from + 2]! + (line[to + 2]! - line[from + 2]!) * share;
  }
}

export type Meeting = [x: number, y: number, z: number, time: number];

/** The first time from `now` on at which both are within `closest` metres, as far as both plans go. */
export function firstMeeting(own: Float32Array, other: Float32Array, closest: number, now: number): Meeting | undefined {
  if (own.length < 8 || other.length < 8) return undefined;
  const end = Math.min(own.at(-1)!, other.at(-1)!);
  const [a, b] = [new Walk(own), new Walk(other)];
  for (let time = now; time <= end; time += stepSeconds) {
    a.goTo(time);
    b.goTo(time);
    const [dx, dy] = [a.x - b.x, a.y - b.y];
    if (dx * dx + dy * dy < closest * closest && Math.abs(a.z - b.z) <= sameFloor) return [a.x, a.y, a.z, time];
  }
  return undefined;
}
