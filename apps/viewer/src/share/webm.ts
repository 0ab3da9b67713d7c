// Encoded pictures as a WebM file: the few elements of Matroska that players want, with cues so that they can seek.

export interface EncodedPicture {
  readonly bytes: Uint8Array;
  readonly milliseconds: number;
  readonly isKey: boolean;
}

export interface FilmFormat {
  readonly codec: "V_VP8" | "V_VP9";
  readonly width: number;
  readonly height: number;
  readonly milliseconds: number;
}

const sizeOf = (parts: readonly Uint8Array[]): number => parts.reduce((sum, part) => sum + part.length, 0);

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(sizeOf(parts));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** A whole number in so many bytes, highest first. */
function big(value: number, bytes: number): Uint8Array {
  return Uint8Array.from({ length: bytes }, (_, i) => Math.floor(value / 256 ** (bytes - 1 - i)) % 256);
}

const idBytes = (id: number) => big(id, id > 0xffffff ? 4 : id > 0xffff ? 3 : id > 0xff ? 2 : 1);

/** Its name, its size in eight bytes, what is in it. */
function element(id: number, ...parts: Uint8Array[]): Uint8Array {
  const size = big(sizeOf(parts), 8);
  size[0] = 0x01;
  return joined([idBytes(id), size, ...parts]);
}

const whole = (id: number, value: number, bytes = 4) => element(id, big(value, bytes));
const text = (id: number, value: string) => element(id, new TextEncoder().encode(value));

function real(id: number, value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value);
  return element(id, bytes);
}

const head = () => element(0x1a45dfa3,
  whole(0x4286, 1), whole(0x42f7, 1), whole(0x42f2, 4), whole(0x42f3, 8), text(0x4282, "webm"), whole(0x4287, 4), whole(0x4285, 2));

const info = ({ milliseconds }: FilmFormat) => element(0x1549a966, whole(0x2ad7b1, 1_000_000), real(0x4489, milliseconds), text(0x4d80, "wend"), text(0x5741, "wend"));

const tracks = ({ codec, width, height }: FilmFormat) => element(0x1654ae6b, element(0xae,
  whole(0xd7, 1), whole(0x73c5, 1), whole(0x83, 1), text(0x86, codec), element(0xe0, whole(0xb0, width), whole(0xba, height))));

/** From one key picture up to the next. */
function cluster(pictures: readonly EncodedPicture[]): Uint8Array {
  const start = pictures[0]!.milliseconds;
  return element(0x1f43b675, whole(0xe7, start), ...pictures.map(({ bytes, milliseconds, isKey }) =>
    element(0xa3, Uint8Array.of(0x81, ...big(milliseconds - start, 2), isKey ? 0x80 : 0), bytes)));
}

const cue = (milliseconds: number, position: number) => element(0xbb, whole(0xb3, milliseconds), element(0xb7, whole(0xf7, 1), whole(0xf1, position, 8)));

export function webmFile(format: FilmFormat, pictures: readonly EncodedPicture[]): Blob {
  const groups: EncodedPicture[][] = [];
  for (const picture of pictures) {
    if (picture.isKey || groups.length === 0) groups.push([]);
    groups.at(-1)!.push(picture);
  }
  const before = [info(format), tracks(format)];
  const clusters = groups.map(cluster);
  const cuesAt = (first: number) => {
    let at = first;
    return element(0x1c53bb6b, ...clusters.map((bytes, i) => {
      const point = cue(groups[i]![0]!.milliseconds, at);
      at += bytes.length;
      return point;
    }));
  };
  // How long the cues are does not depend on what they say.
  const cues = cuesAt(sizeOf(before) + cuesAt(0).length);
  return new Blob([head(), element(0x18538067, ...before, cues, ...clusters)] as BlobPart[], { type: "video/webm" });
}
