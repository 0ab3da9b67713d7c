/** Reads what the library's byte writer wrote; past the end it throws, so a broken message never draws nonsense. */
export class ByteReader {
  private at = 0;
  private readonly view: DataView;

  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  byte(): number {
    const value = this.bytes[this.at];
    if (value === undefined) throw new Error("message ends too early");
    this.at++;
    return value;
  }

  /** Seven bits a byte, lowest first; exact up to 2^53. */
  varint(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const next = this.byte();
      value += (next & 0x7f) * scale;
      if (next < 0x80) return value;
    }
  }

  float32(): number {
    const value = this.view.getFloat32(this.at, true);
    this.at += 4;
    return value;
  }

  float64(): number {
    const value = this.view.getFloat64(this.at, true);
    this.at += 8;
    return value;
  }

  text(): string {
    return decoder.decode(this.take(this.varint()));
  }

  take(count: number): Uint8Array {
    if (count > this.left) throw new Error("message ends too early");
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }

  /** `count` little-endian floats, copied out. */
  floats(count: number): Float32Array {
    const out = new Float32Array(count);
    for (let i = 0; i < count; i++) out[i] = this.float32();
    return out;
  }
}

const decoder = new TextDecoder();
