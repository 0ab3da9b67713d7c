// A film of a stretch of time, drawn picture by picture however long each takes, so that it runs smoothly afterwards.

import { type EncodedPicture, webmFile } from "./webm";

export interface FilmPlan {
  readonly canvas: HTMLCanvasElement;
  /** Of the run, in seconds; the film shows this many of them in a second. */
  readonly from: number;
  readonly to: number;
  readonly speed: number;
  /** Draws a time on the canvas. */
  readonly draw: (time: number) => void;
  /** How much is done, from 0 to 1; false to end the film here. */
  readonly goOn: (share: number) => boolean;
}

const rate = 30; // pictures a second
const keySeconds = 2;
const mostWaiting = 4; // pictures that the encoder has yet to take
const bitsPerPixel = 0.12;

export const canFilm = (): boolean => typeof VideoEncoder !== "undefined" && typeof VideoFrame !== "undefined";

async function chooseCodec(width: number, height: number): Promise<VideoEncoderConfig | undefined> {
  for (const codec of ["vp09.00.40.08", "vp8"]) {
    const config = { codec, width, height, framerate: rate, bitrate: Math.round(width * height * rate * bitsPerPixel) };
    if ((await VideoEncoder.isConfigSupported(config)).supported) return config;
  }
  return undefined;
}

const turn = () => new Promise((done) => setTimeout(done));

export async function makeFilm({ canvas, from, to, speed, draw, goOn }: FilmPlan): Promise<Blob> {
  draw(from); // the canvas takes its size
  const [width, height] = [canvas.width, canvas.height];
  const config = await chooseCodec(width, height);
  if (!config) throw new Error("this browser cannot encode films");
  const pictures: EncodedPicture[] = [];
  let broken: Error | undefined;
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      pictures.push({ bytes, milliseconds: Math.round(chunk.timestamp / 1000), isKey: chunk.type === "key" });
    },
    error: (error) => (broken = error),
  });
  encoder.configure(config);
  const count = Math.max(1, Math.round(((to - from) / speed) * rate));
  let done = 0;
  for (; done < count && !broken && goOn(done / count); done++) {
    draw(from + (done * speed) / rate);
    const picture = new VideoFrame(canvas, { timestamp: Math.round((done * 1e6) / rate) });
    encoder.encode(picture, { keyFrame: done % (rate * keySeconds) === 0 });
    picture.close();
    do await turn(); while (encoder.encodeQueueSize > mostWaiting);
  }
  await encoder.flush();
  encoder.close();
  if (broken) throw broken;
  return webmFile({ codec: config.codec === "vp8" ? "V_VP8" : "V_VP9", width, height, milliseconds: Math.round((done * 1000) / rate) }, pictures);
}
