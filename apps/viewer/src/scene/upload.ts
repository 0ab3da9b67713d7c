import type { BufferAttribute } from "three";

/** Only the first numbers of a buffer have changed; none, and nothing is sent to be drawn. */
export function sendFirst(attribute: BufferAttribute, numbers: number): void {
  attribute.clearUpdateRanges();
  if (numbers === 0) return;
  attribute.addUpdateRange(0, numbers);
  attribute.needsUpdate = true;
}
