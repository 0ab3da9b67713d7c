// Taking it along: a picture, a film of what is on the screen, the run as a page of its own.

import type { App } from "../app";
import type { Model } from "../data/model";
import { download, sizeText } from "../editor/storage";
import { button, element, setText } from "./dom";

// Not written out: inside this page the mark must be there once.
const recordingMark = ["<!", "--recording--", ">"].join("");
const filmFrames = 30; // a second

/** The recording inside a page, and the page around it. */
async function replayPage(model: Model): Promise<Blob> {
  const own = await (await fetch(location.href.split("#")[0]!)).text();
  const parts: Uint8Array[] = [];
  for (const message of model.rawMessages()) parts.push(lengthOf(message.length), message);
  const stream = new Blob(parts as BlobPart[]).stream().pipeThrough(new CompressionStream("deflate"));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  let text = "";
  for (let i = 0; i < packed.length; i += 0x8000) text += String.fromCharCode(...packed.subarray(i, i + 0x8000));
  const recording = `<script type="application/octet-stream" id="recording">${btoa(text)}</script>`;
  return new Blob([own.replace(recordingMark, () => recording)], { type: "text/html" });
}

/** Seven bits a byte, lowest first. */
function lengthOf(value: number): Uint8Array {
  const bytes: number[] = [];
  for (; value >= 128; value = Math.floor(value / 128)) bytes.push((value % 128) | 0x80);
  bytes.push(value);
  return Uint8Array.from(bytes);
}

export class SharePanel {
  readonly root: HTMLElement;
  private readonly words = element("output", { id: "share-words" });
  private readonly film = button("Film", "Film what is on the screen, as WebM; again to stop", () => this.toggleFilm(), "film");
  private readonly page: HTMLButtonElement | undefined;
  private recorder: MediaRecorder | undefined;
  private waiting: Blob | undefined;

  constructor(private readonly app: App) {
    const canFilm = typeof MediaRecorder !== "undefined" && "captureStream" in HTMLCanvasElement.prototype;
    this.page = app.model.isLive ? button("Save replay", "The run so far as one page; its size is said before it is saved", () => void this.savePage(), "save-replay") : undefined;
    this.root = element("details", { id: "share", className: "panel" }, element("summary", {}, "Share"),
      element("nav", {}, button("Picture", "Save what is on the screen as PNG", () => void this.savePicture(), "picture"), canFilm ? this.film : undefined, this.page,
        button("Copy link", "Copy the address of this view", () => void this.copyLink(), "copy-link")), this.words);
  }

  private get name(): string {
    return (this.app.model.scene!.name || "wend").replaceAll(/[^\w.-]+/g, "-");
  }

  private async savePicture(): Promise<void> {
    this.app.stage.render();
    const blob = await new Promise<Blob | null>((done) => this.app.stage.canvas.toBlob(done, "image/png"));
    if (!blob) return;
    download(`${this.name}-${this.app.playback.time.toFixed(2)}s.png`, blob);
    setText(this.words, `saved a picture of ${sizeText(blob.size)}`);
  }

  private toggleFilm(): void {
    if (this.recorder) return this.recorder.stop();
    const type = ["video/webm;codecs=vp9", "video/webm"].find((name) => MediaRecorder.isTypeSupported(name));
    const pieces: Blob[] = [];
    this.recorder = new MediaRecorder(this.app.stage.canvas.captureStream(filmFrames), type ? { mimeType: type } : {});
    this.recorder.ondataavailable = ({ data }) => pieces.push(data);
    this.recorder.onstop = () => {
      this.recorder = undefined;
      setText(this.film, "Film");
      this.film.classList.remove("on");
      const film = new Blob(pieces, { type: "video/webm" });
      download(`${this.name}.webm`, film);
      setText(this.words, `saved a film of ${sizeText(film.size)}`);
    };
    this.recorder.start(1000);
    this.app.stage.isDirty = true;
    setText(this.film, "Stop film");
    this.film.classList.add("on");
  }

  /** First the size, then, when asked again, the file. */
  private async savePage(): Promise<void> {
    if (this.waiting) {
      download(`${this.name}.html`, this.waiting);
      setText(this.words, `saved ${sizeText(this.waiting.size)}`);
      setText(this.page!, "Save replay");
      this.waiting = undefined;
      return;
    }
    this.waiting = await replayPage(this.app.model);
    setText(this.page!, `Save ${sizeText(this.waiting.size)}`);
    setText(this.words, `the run so far takes ${sizeText(this.waiting.size)}; press again to save it`);
  }

  private async copyLink(): Promise<void> {
    try {
      await navigator.clipboard.writeText(location.href);
      setText(this.words, "copied");
    } catch {
      setText(this.words, "the browser does not allow it; copy the address by hand");
    }
  }
}
