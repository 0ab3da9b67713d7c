import { ByteReader } from "../protocol/bytes";
import { readMessage } from "../protocol/messages";
import type { Model } from "./model";

/** The recording inside this page, if there is one: base64 of deflated messages, each after its length. */
export async function readEmbedded(element: HTMLElement, model: Model): Promise<void> {
  const text = element.textContent ?? "";
  const packed = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  element.remove();
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const input = new ByteReader(new Uint8Array(await new Response(stream).arrayBuffer()));
  while (input.left > 0) {
    const bytes = input.take(input.varint());
    model.take(readMessage(bytes), bytes);
  }
}
