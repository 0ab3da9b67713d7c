// Taking it along: a picture, a film, the run as a page of its own.

import type { App } from "../app";
import type { Model } from "../data/model";
import { download, sizeText } from "../editor/storage";
import { button, element, setText } from "../ui/dom";
import { canFilm, makeFilm } from "./film";

// Not written out: inside this page the mark must be there once.
const recordingMark = ["<!", "--recording--", ">"].join("");
const filmSeconds = 10;

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

/** What takes a while to make: its size is said first, and when asked again it is saved. */
interface Waiting {
  readonly content: Blob;
  readonly name: string;
  readonly button: HTMLButtonElement;
  readonly label: string;
}

export class SharePanel {
  readonly root: HTMLElement;
  private readonly words = element("output", { id: "share-words" });
  private readonly film = button("Film", "Film from here on, picture by picture; again to stop, then to save", () => void this.makeFilm(), "film");
  private readonly length = element("input", { type: "number", id: "film-seconds", min: "1", max: "600", value: String(filmSeconds), title: "Seconds of the run in the film" });
  private readonly page: HTMLButtonElement | undefined;
  private isFilming = false;
  private waiting: Waiting | undefined;

  constructor(private readonly app: App) {
    this.page = app.model.isLive ? button("Save replay", "The run so far as one page; its size is said before it is saved", () => void this.makePage(), "save-replay") : undefined;
    this.length.setAttribute("aria-label", "Seconds of the run in the film");
    this.film.disabled = this.length.disabled = !canFilm();
    if (this.film.disabled) this.film.title = "This browser cannot encode films; without one: wend run SCENE --video FILE";
    this.root = element("details", { id: "share", className: "panel" }, element("summary", {}, "Share"),
      element("nav", {}, button("Picture", "Save what is on the screen as PNG", () => void this.savePicture(), "picture"), this.page,
        button("Copy link", "Copy the address of this view", () => void this.copyLink(), "copy-link")),
      element("nav", {}, this.film, element("label", { className: "pair" }, this.length, "s from here")), this.words);
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

  private async makeFilm(): Promise<void> {
    if (this.isFilming) {
      this.isFilming = false;
      return;
    }
    if (this.save(this.film)) return;
    const { playback, model } = this.app;
    const from = playback.time >= model.frames.endTime ? model.frames.startTime : playback.time;
    this.isFilming = true;
    this.film.classList.add("on");
    setText(this.film, "Stop film");
    try {
      const content = await this.app.filming((draw) => makeFilm({
        canvas: this.app.stage.canvas, from, to: Math.min(model.frames.endTime, from + Math.max(1, Number(this.length.value) || filmSeconds)), speed: playback.speed, draw,
        goOn: (share) => {
          setText(this.words, `${Math.round(share * 100)} % drawn`);
          return this.isFilming;
        },
      }));
      this.offer({ content, name: `${this.name}.webm`, button: this.film, label: "Film" }, "the film");
    } catch (error) {
      setText(this.words, `no film: ${error instanceof Error ? error.message : String(error)}`);
      setText(this.film, "Film");
    }
    this.isFilming = false;
    this.film.classList.remove("on");
  }

  private async makePage(): Promise<void> {
    if (this.save(this.page!)) return;
    this.offer({ content: await replayPage(this.app.model), name: `${this.name}.html`, button: this.page!, label: "Save replay" }, "the run so far");
  }

  private offer(waiting: Waiting, what: string): void {
    if (this.waiting) setText(this.waiting.button, this.waiting.label);
    this.waiting = waiting;
    const size = sizeText(waiting.content.size);
    setText(waiting.button, `Save ${size}`);
    setText(this.words, `${what} takes ${size}; press again to save it`);
  }

  /** Saves what waits for this button, if something does. */
  private save(pressed: HTMLButtonElement): boolean {
    if (this.waiting?.button !== pressed) return false;
    const { content, name, label } = this.waiting;
    download(name, content);
    setText(this.words, `saved ${sizeText(content.size)}`);
    setText(pressed, label);
    this.waiting = undefined;
    return true;
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
