// What a click, a tap and a drag on the picture mean. A press that moves turns the camera, unless it began on an
// obstacle that may be moved.

import { Vector3 } from "three";
import type { AgentsView } from "../scene/agents";
import type { Stage } from "../scene/stage";

const clickPixels = 6;
const reachPixels = 14;

export interface PointerActions {
  click(x: number, y: number): void;
  /** Says whether something was grabbed there. */
  grab(x: number, y: number): boolean;
  drag(x: number, y: number): void;
  release(x: number, y: number): void;
}

export function listenToPointer(canvas: HTMLCanvasElement, stage: Stage, actions: PointerActions): void {
  let start: { x: number; y: number; grabbed: boolean } | undefined;
  const local = (event: PointerEvent) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const { x, y } = local(event);
    start = { x, y, grabbed: actions.grab(x, y) };
    stage.holdCamera(start.grabbed);
  }, { capture: true });
  canvas.addEventListener("pointermove", (event) => {
    const { x, y } = local(event);
    if (start?.grabbed) actions.drag(x, y);
  });
  canvas.addEventListener("pointerup", (event) => {
    if (!start || !event.isPrimary) return;
    const { x, y } = local(event);
    const isClick = Math.hypot(x - start.x, y - start.y) < clickPixels;
    if (isClick) actions.click(x, y);
    else if (start.grabbed) actions.release(x, y);
    start = undefined;
    stage.holdCamera(false);
  });
  canvas.addEventListener("pointercancel", () => {
    start = undefined;
    stage.holdCamera(false);
  });
}

/** The agent nearest to a pixel, within its body or a finger's width of it. */
export function agentNear(stage: Stage, agents: AgentsView, heights: (agent: number) => number, x: number, y: number): number | undefined {
  const toScreen = stage.projection();
  const screen = new Vector3();
  let best: number | undefined;
  let bestScore = 1;
  for (let i = 0; i < agents.present.length; i++) {
    if (!agents.present[i]) continue;
    const at = i * 4;
    const [wx, wy, wz, radius] = [agents.positions[at]!, agents.positions[at + 1]!, agents.positions[at + 2]!, agents.positions[at + 3]!];
    if (!toScreen(wx, wy, wz + heights(i) / 2, screen)) continue;
    const scale = stage.pixelsPerMetre(wx, wy, wz);
    const reachAcross = Math.max(reachPixels, radius * scale);
    const reachUp = stage.kind === "top" ? reachAcross : Math.max(reachPixels, heights(i) * 0.5 * scale);
    const score = Math.hypot((screen.x - x) / reachAcross, (screen.y - y) / reachUp);
    if (score < bestScore) {
      best = i;
      bestScore = score;
    }
  }
  return best;
}
