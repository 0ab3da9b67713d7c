import type { ByteReader } from "./bytes";

/** Where many things are in one frame: millimetres and tenths of milliradians. Tag 0 is absent. */
export interface Tracks {
  readonly count: number;
  readonly x: Int32Array;
  readonly y: Int32Array;
  readonly z: Int32Array;
  readonly angle: Int32Array;
  readonly tag: Uint32Array;
}

const fieldsOf = (tracks: Tracks) => [tracks.x, tracks.y, tracks.z, tracks.angle] as const;

function emptyTracks(count: number): Tracks {
  const make = () => new Int32Array(count);
  return { count, x: make(), y: make(), z: make(), angle: make(), tag: new Uint32Array(count) };
}

function grown(tracks: Tracks, count: number): Tracks {
  const out = emptyTracks(count);
  fieldsOf(tracks).forEach((field, i) => fieldsOf(out)[i]?.set(field.subarray(0, count)));
  out.tag.set(tracks.tag.subarray(0, count));
  return out;
}

/** The reading side of the library's TrackHistory: the same prediction, in the same wrapping integers. */
export class TrackHistory {
  private last = emptyTracks(0);
  private before = emptyTracks(0); // what `last` was one frame earlier, as far as it predicts

  clear(): void {
    this.last = emptyTracks(0);
    this.before = emptyTracks(0);
  }

  decode(input: ByteReader): Tracks {
    const count = input.varint();
    if (count > 10_000_000) throw new Error("too many tracks");
    const last = grown(this.last, count);
    const before = this.before.count === count ? this.before : grown(this.before, count);
    const next = emptyTracks(count);
    const from = fieldsOf(last);
    const earlier = fieldsOf(before);
    const to = fieldsOf(next);

    let run = 0;
    for (let i = 0; i < count; i++) {
      let flags = 0;
      if (run > 0) run--;
      else {
        flags = input.byte();
        if (flags & 0x80) {
          run = flags & 0x7f;
          flags = 0;
        }
      }
      const oldTag = last.tag[i]!;
      const tag = flags & 0x10 ? input.varint() : oldTag;
      next.tag[i] = tag;
      for (let f = 0; f < 4; f++) {
        const known = from[f]![i]!;
        let value = (2 * known - earlier[f]![i]!) | 0;
        if (flags & (1 << f)) {
          const folded = input.varint();
          value = (value + (folded % 2 ? -(folded + 1) / 2 : folded / 2)) | 0;
        }
        // Who is absent keeps the last known place, and nobody predicts from before an absence.
        to[f]![i] = tag === 0 ? known : value;
        from[f]![i] = oldTag !== 0 && tag !== 0 ? known : to[f]![i]!;
      }
    }
    if (run > 0) throw new Error("a run of tracks goes past their number");
    this.before = last;
    this.last = next;
    return next;
  }
}
