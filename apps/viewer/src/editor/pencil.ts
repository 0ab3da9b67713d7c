// The scene file under the pencil: what is drawn of it, its panel, its keys.

import type { Command } from "../data/live";
import type { Model } from "../data/model";
import type { Stage } from "../scene/stage";
import { EditorPanel } from "./editor_panel";
import { sceneTextOf } from "./from_run";
import { SceneEditor } from "./scene_editor";

export class Pencil {
  readonly editor: SceneEditor;
  readonly panel: EditorPanel;

  constructor(private readonly stage: Stage, model: Model, send: ((command: Command) => void) | undefined, close: () => void) {
    const { shelf, scene } = model;
    const name = shelf?.current.replace(/^.*\//, "").replace(/\.json$/, "") || scene!.name || "scene";
    this.editor = new SceneEditor(stage, shelf?.text ?? sceneTextOf(model));
    this.panel = new EditorPanel(this.editor, name, shelf ? send : undefined, shelf?.can_save ?? false, close);
    stage.use("top");
    stage.world.add(this.editor.drawing.object);
  }

  putAway(): void {
    this.stage.world.remove(this.editor.drawing.object);
    this.panel.root.remove();
    this.stage.isDirty = true;
  }

  /** Whether the key means something to it. */
  press(event: KeyboardEvent): boolean {
    const { editor } = this;
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (key === "z" && !event.shiftKey) editor.document.undo();
      else if (key === "y" || key === "z") editor.document.redo();
      else return false;
    } else if (key === "enter") editor.close();
    else if (key === "escape") editor.cancel();
    else if (key === "delete" || key === "backspace") editor.deleteChosen();
    else if (key === ",") editor.rotate(Math.PI / 12);
    else if (key === ".") editor.rotate(-Math.PI / 12);
    else return false;
    return true;
  }
}
