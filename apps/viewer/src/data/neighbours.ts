/** Pairs of present agents whose bodies overlap by more than `slack` metres; places are x y z radius, four a piece. */
export function overlappingPairs(places: Float32Array, present: Uint8Array, slack: number): [number, number, number][] {
  let widest = 0;
  for (let i = 0; i < present.length; i++) if (present[i]) widest = Math.max(widest, places[i * 4 + 3]!);
  if (widest === 0) return [];
  const cell = 2 * widest;
  const cells = new Map<number, number[]>();
  const keyOf = (column: number, row: number) => column * 1_000_003 + row;
  const pairs: [number, number, number][] = [];
  for (let i = 0; i < present.length; i++) {
    if (!present[i]) continue;
    const at = i * 4;
    const [column, row] = [Math.floor(places[at]! / cell), Math.floor(places[at + 1]! / cell)];
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        for (const other of cells.get(keyOf(column + dx, row + dy)) ?? []) {
          const overlap = overlapOf(places, i, other);
          if (overlap > slack) pairs.push([other, i, overlap]);
        }
      }
    }
    const key = keyOf(column, row);
    const list = cells.get(key);
    if (list) list.push(i);
    else cells.set(key, [i]);
  }
  return pairs;
}

const sameFloor = 1; // metres of height within which two bodies can touch

function overlapOf(places: Float32Array, a: number, b: number): number {
  if (Math.abs(places[a * 4 + 2]! - places[b * 4 + 2]!) > sameFloor) return 0;
  const distance = Math.hypot(places[a * 4]! - places[b * 4]!, places[a * 4 + 1]! - places[b * 4 + 1]!);
  return places[a * 4 + 3]! + places[b * 4 + 3]! - distance;
}
