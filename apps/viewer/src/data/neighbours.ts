/** Who is in which square cell of the ground: first all of one cell, then all of the next. */
export class CellGrid {
  private readonly first: Int32Array;
  private readonly members: Int32Array;
  private readonly columns: number;
  private readonly rows: number;
  private readonly low: readonly [number, number];
  private readonly cell: number;

  /** Places are x y z radius, four a piece; who is not present is in no cell. */
  constructor(private readonly places: Float32Array, present: Uint8Array, cell: number) {
    let [lowX, lowY, highX, highY, count] = [Infinity, Infinity, -Infinity, -Infinity, 0];
    for (let i = 0; i < present.length; i++) {
      if (!present[i]) continue;
      count++;
      lowX = Math.min(lowX, places[i * 4]!);
      lowY = Math.min(lowY, places[i * 4 + 1]!);
      highX = Math.max(highX, places[i * 4]!);
      highY = Math.max(highY, places[i * 4 + 1]!);
    }
    // A few people in a wide world need no more cells than there are people.
    const spread = Math.max(highX - lowX, highY - lowY, 0);
    this.cell = Math.max(cell, count > 0 ? spread / (4 * Math.sqrt(count) + 8) : 1);
    this.low = [lowX, lowY];
    this.columns = count > 0 ? Math.floor((highX - lowX) / this.cell) + 1 : 0;
    this.rows = count > 0 ? Math.floor((highY - lowY) / this.cell) + 1 : 0;
    this.first = new Int32Array(this.columns * this.rows + 1);
    this.members = new Int32Array(count);
    for (let i = 0; i < present.length; i++) if (present[i]) this.first[this.cellOf(i) + 1]!++;
    for (let k = 1; k < this.first.length; k++) this.first[k]! += this.first[k - 1]!;
    const next = this.first.slice();
    for (let i = 0; i < present.length; i++) if (present[i]) this.members[next[this.cellOf(i)]!++] = i;
  }

  /** Everybody in the cell around somebody and in the eight beside it. */
  forNear(agent: number, look: (other: number) => void): void {
    const at = this.cellOf(agent);
    const [column, row] = [at % this.columns, Math.floor(at / this.columns)];
    for (let y = Math.max(0, row - 1); y <= Math.min(this.rows - 1, row + 1); y++) {
      const from = this.first[y * this.columns + Math.max(0, column - 1)]!;
      const to = this.first[y * this.columns + Math.min(this.columns - 1, column + 1) + 1]!;
      for (let k = from; k < to; k++) look(this.members[k]!);
    }
  }

  private cellOf(i: number): number {
    const column = Math.floor((this.places[i * 4]! - this.low[0]) / this.cell);
    return Math.floor((this.places[i * 4 + 1]! - this.low[1]) / this.cell) * this.columns + column;
  }
}

/** Pairs of present agents whose bodies overlap by more than `slack` metres; places are x y z radius, four a piece. */
export function overlappingPairs(places: Float32Array, present: Uint8Array, slack: number): [number, number, number][] {
  let widest = 0;
  for (let i = 0; i < present.length; i++) if (present[i]) widest = Math.max(widest, places[i * 4 + 3]!);
  if (widest === 0) return [];
  const grid = new CellGrid(places, present, 2 * widest);
  const pairs: [number, number, number][] = [];
  for (let i = 0; i < present.length; i++) {
    if (!present[i]) continue;
    grid.forNear(i, (other) => {
      if (other >= i) return;
      const overlap = overlapOf(places, i, other);
      if (overlap > slack) pairs.push([other, i, overlap]);
    });
  }
  return pairs;
}

const sameFloor = 1; // metres of height within which two bodies can touch

function overlapOf(places: Float32Array, a: number, b: number): number {
  const closest = places[a * 4 + 3]! + places[b * 4 + 3]!;
  const [dx, dy] = [places[a * 4]! - places[b * 4]!, places[a * 4 + 1]! - places[b * 4 + 1]!];
  if (dx * dx + dy * dy >= closest * closest || Math.abs(places[a * 4 + 2]! - places[b * 4 + 2]!) > sameFloor) return 0;
  return closest - Math.hypot(dx, dy);
}
