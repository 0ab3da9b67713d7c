import type { Command } from "../data/live";
import type { Notice } from "../protocol/messages";
import { button, element, setText } from "../ui/dom";
import { type EditTool, type SceneEditor, tools, toolTexts } from "./scene_editor";
import { download, keep, kept, keptNames, sizeText, textFile } from "./storage";

const checkMs = 350;

/** The editor's tools, what it says is wrong, the chosen item as text, and where scenes are kept. */
export class EditorPanel {
  readonly root: HTMLElement;
  private readonly toolButtons: Record<EditTool, HTMLButtonElement>;
  /** What an import brought: said until the next change. */
  private imported = "";
  private readonly verdict = element("output", { id: "verdict" });
  private readonly chosen = element("small", { id: "chosen-item" });
  private readonly json = element("textarea", { id: "item-json", rows: 6, spellcheck: false });
  private readonly name = element("input", { type: "text", id: "scene-name", placeholder: "name" });
  private readonly keptList = element("select", { id: "kept-scenes" });
  private readonly layers = element("select", { id: "edit-layer" });
  private readonly scale = element("input", { type: "number", id: "plan-scale", value: "1", min: "0.0001", step: "any", title: "Metres of one unit of a floor plan" });
  private readonly size = element("small", { id: "scene-size" });
  private readonly undo: HTMLButtonElement;
  private readonly redo: HTMLButtonElement;
  private checkTimer = 0;

  constructor(private readonly editor: SceneEditor, name: string, private readonly send: ((command: Command) => void) | undefined, canSave: boolean, onClose: () => void) {
    this.name.value = name;
    for (const [node, label] of [[this.json, "The chosen item as text"], [this.name, "Name of the scene"], [this.keptList, "Scenes kept in this browser"], [this.layers, "Layer to draw on"], [this.scale, "Metres of one unit of a floor plan"]] as const) node.setAttribute("aria-label", label);
    this.toolButtons = Object.fromEntries(tools.map((tool) => [tool, button(toolTexts[tool][0], toolTexts[tool][1], () => { editor.use(tool); this.update(); }, `edit-${tool}`)])) as Record<EditTool, HTMLButtonElement>;
    this.undo = button("↶", "Undo (ctrl z)", () => editor.document.undo(), "undo");
    this.redo = button("↷", "Redo (ctrl y)", () => editor.document.redo(), "redo");
    this.json.onchange = () => this.applyJson();
    this.layers.onchange = () => { editor.layer = this.layers.value; editor.redraw(); };
    this.root = element("section", { id: "editor", className: "panel" },
      element("div", { className: "row" }, element("h2", {}, "Edit the scene"), this.undo, this.redo, button("×", "Close the editor", onClose, "edit-close")),
      element("nav", {}, ...Object.values(this.toolButtons)),
      element("label", { className: "field" }, "on", this.layers), this.verdict,
      element("div", { className: "row" }, this.chosen), this.json,
      element("nav", { id: "item-actions" }, button("⟲ 15°", "Turn left (comma)", () => editor.rotate(Math.PI / 12), "turn-left"), button("⟳ 15°", "Turn right (period)", () => editor.rotate(-Math.PI / 12), "turn-right"),
        button("Delete", "Delete the chosen item (delete)", () => editor.deleteChosen(), "delete-item")),
      element("div", { className: "row" }, this.name, this.size), this.fileActions(canSave), this.importRow());
    editor.onChange = () => this.changed();
    this.update();
    this.check();
  }

  /** What the server answers. */
  take(notice: Notice): boolean {
    if (notice.about === "check") {
      this.say(notice.ok, this.imported + notice.text);
      this.editor.problem = notice.ok ? "" : notice.text;
      this.editor.redraw();
    } else if (notice.about === "save" || notice.about === "open") this.say(notice.ok, notice.text);
    else return false;
    return true;
  }

  private fileActions(canSave: boolean): HTMLElement {
    const { editor } = this;
    const file = element("input", { type: "file", accept: ".json,application/json", hidden: true, id: "scene-file" });
    file.onchange = async () => { if (file.files?.[0]) this.load(await file.files[0].text()); file.value = ""; };
    this.keptList.onchange = () => { const text = kept(this.keptList.value); if (text) this.load(text); this.keptList.value = ""; };
    return element("nav", { id: "file-actions" },
      this.send ? button("Run it", "Run what is drawn", () => this.send!({ do: "open", text: editor.document.text }), "edit-run") : undefined,
      this.send && canSave ? button("Save to folder", "Save to the server's folder", () => this.send!({ do: "save", name: this.fileName, text: editor.document.text }), "save-folder") : undefined,
      button("Keep", "Keep it in this browser", () => { this.say(keep(this.fileName, editor.document.text), `kept “${this.fileName}” in this browser`); this.listKept(); }, "keep-scene"),
      this.keptList,
      button("Download", "Save as a scene file", () => download(`${this.fileName}.json`, textFile(editor.document.text)), "download-scene"),
      button("Load …", "Load a scene file", () => file.click(), "load-scene"), file);
  }

  private importRow(): HTMLElement {
    const plan = element("input", { type: "file", accept: ".geojson,.json,.svg,.dxf", hidden: true, id: "plan-file" });
    plan.onchange = async () => {
      const chosen = plan.files?.[0];
      plan.value = "";
      if (!chosen) return;
      try {
        const count = this.editor.importPlan(chosen.name, await chosen.text(), Number(this.scale.value) || 1);
        this.imported = `${count} walls from ${chosen.name}; `;
        this.say(true, this.imported);
      } catch (error) {
        this.say(false, error instanceof Error ? error.message : String(error));
      }
    };
    return element("div", { className: "row" }, button("Import plan …", "Walls from a GeoJSON, SVG or DXF floor plan", () => plan.click(), "import-plan"), this.scale, element("small", {}, "m a unit"), plan);
  }

  private get fileName(): string {
    return this.name.value.trim().replaceAll(/[^\w.-]+/g, "-").replace(/^[.-]+/, "") || "scene";
  }

  private load(text: string): void {
    try {
      this.editor.document.replace(text);
    } catch (error) {
      this.say(false, `this is no scene file: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  private applyJson(): void {
    try {
      this.editor.chosenJson = this.json.value;
    } catch (error) {
      this.say(false, `the item's text: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  private changed(): void {
    this.imported = "";
    this.update();
    clearTimeout(this.checkTimer);
    this.checkTimer = window.setTimeout(() => this.check(), checkMs);
  }

  /** What `wend check` would say. Without a server it is not known. */
  private check(): void {
    if (this.send) this.send({ do: "check", text: this.editor.document.text });
    else this.say(true, this.imported + "drawn here; `wend check` says whether it is valid");
  }

  private say(ok: boolean, text: string): void {
    setText(this.verdict, text);
    this.verdict.classList.toggle("bad", !ok);
  }

  private listKept(): void {
    this.keptList.replaceChildren(element("option", { value: "", textContent: "Kept here …" }), ...keptNames().map((name) => element("option", { value: name, textContent: name })));
  }

  private update(): void {
    const { editor } = this;
    for (const tool of tools) {
      this.toolButtons[tool].classList.toggle("on", editor.tool === tool);
      this.toolButtons[tool].ariaPressed = String(editor.tool === tool);
    }
    this.undo.disabled = !editor.document.canUndo;
    this.redo.disabled = !editor.document.canRedo;
    const item = editor.chosenItem;
    setText(this.chosen, item ? (item.label.startsWith(item.kind) ? item.label : `${item.kind}: ${item.label}`) : toolTexts[editor.tool][1]);
    this.json.hidden = !item;
    if (document.activeElement !== this.json) this.json.value = editor.chosenJson;
    const names = editor.layerNames;
    if ([...this.layers.options].map((option) => option.value).join("\n") !== names.join("\n")) this.layers.replaceChildren(...names.map((name) => element("option", { value: name, textContent: name })));
    this.layers.value = editor.layer;
    setText(this.size, sizeText(editor.document.text.length));
    if (this.keptList.options.length === 0) this.listKept();
  }
}
