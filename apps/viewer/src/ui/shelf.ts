// The scenes that a server offers, with small pictures; the seed and the budget of the next run.

import type { Command } from "../data/live";
import type { SceneCard, Shelf } from "../protocol/shelf";
import { button, element } from "./dom";

function thumbnail({ bounds: [[lowX, lowY], [highX, highY]], walls }: SceneCard): HTMLCanvasElement {
  const canvas = element("canvas", { width: 144, height: 84 });
  const context = canvas.getContext("2d")!;
  const scale = Math.min(138 / Math.max(0.1, highX - lowX), 78 / Math.max(0.1, highY - lowY));
  const [left, bottom] = [(144 - (highX - lowX) * scale) / 2, 84 - (84 - (highY - lowY) * scale) / 2];
  context.fillStyle = "#e9e4da";
  context.fillRect(left, bottom - (highY - lowY) * scale, (highX - lowX) * scale, (highY - lowY) * scale);
  context.fillStyle = "#8d8478";
  for (const ring of walls) {
    context.beginPath();
    for (const [x, y] of ring) context.lineTo(left + (x - lowX) * scale, bottom - (y - lowY) * scale);
    context.fill();
  }
  return canvas;
}

export class ShelfDialog {
  readonly root: HTMLDialogElement;
  private readonly search = element("input", { type: "search", id: "scene-search", placeholder: "search scenes" });
  private readonly seed: HTMLInputElement;
  private readonly budget: HTMLInputElement;
  private readonly cards: { card: SceneCard; node: HTMLElement }[];

  constructor(shelf: Shelf, private readonly send: (command: Command) => void) {
    this.seed = element("input", { type: "number", id: "scene-seed", min: "0", step: "1", value: String(shelf.seed) });
    this.budget = element("input", { type: "text", id: "scene-budget", value: shelf.budget, size: 8 });
    this.search.setAttribute("aria-label", "Search scenes");
    this.search.oninput = () => this.filter();
    this.cards = shelf.scenes.map((card) => ({ card, node: this.card(card, card.name === shelf.current) }));
    this.root = element("dialog", { id: "shelf" },
      element("div", { className: "row" }, this.search,
        element("label", { className: "pair" }, "seed", this.seed), element("label", { className: "pair" }, "budget", this.budget),
        button("Close", "Close", () => this.root.close(), "shelf-close")),
      element("div", { className: "cards" }, ...this.cards.map(({ node }) => node)));
    this.root.setAttribute("aria-label", "Scenes");
    this.root.onclick = (event) => { if (event.target === this.root) this.root.close(); };
  }

  /** The seed and budget that the next run is asked for with. */
  get options(): { seed: number; budget?: string } {
    const budget = this.budget.value.trim();
    return { seed: Math.max(0, Math.floor(Number(this.seed.value) || 0)), ...(budget && budget !== "none" ? { budget } : {}) };
  }

  toggle(): void {
    if (this.root.open) return this.root.close();
    this.root.showModal();
    this.search.focus();
  }

  private card(card: SceneCard, isCurrent: boolean): HTMLElement {
    const node = element("button", { type: "button", className: isCurrent ? "card on" : "card", title: card.description, onclick: () => { this.root.close(); this.send({ do: "open", scene: card.name, ...this.options }); } },
      thumbnail(card), element("b", {}, card.name), element("small", {}, `${card.agents} ${card.agents === 1 ? "person" : "people"}`));
    node.dataset["scene"] = card.name;
    return node;
  }

  private filter(): void {
    const words = this.search.value.trim().toLowerCase();
    for (const { card, node } of this.cards) node.hidden = !`${card.name} ${card.description}`.toLowerCase().includes(words);
  }
}
