import { Color, Group } from "three";
import { goalPoint } from "../data/agent_facts";
import { goalOf } from "../data/goals";
import type { Model } from "../data/model";
import type { GoalInfo } from "../protocol/scene";
import { discRing } from "../scene/shapes";
import type { Overlay, OverlayContext } from "./overlay";
import { Strokes } from "./strokes";

const lift = 0.04;
const mostShown = 150; // places; more would be a carpet
const mostRound = 40; // places; of more each has fewer corners

function outline(strokes: Strokes, model: Model, goal: GoalInfo, colour: Color, corners: number): void {
  const z = (model.scene!.layers[goal.layer]?.height ?? 0) + lift;
  const rings = goal.polygon ?? [discRing(...goalPoint(goal), goal.radius ?? 0.25, corners)];
  for (const ring of rings) {
    ring.forEach(([x, y], i) => {
      const [nextX, nextY] = ring[(i + 1) % ring.length]!;
      strokes.add(x, y, z, nextX, nextY, z, colour.r, colour.g, colour.b);
    });
  }
  for (const other of goal.others ?? []) outline(strokes, model, other, colour, corners);
}

export const goals: Overlay = {
  name: "goals",
  label: "Goals",
  explanation: "Where agents are going; a line joins the selected one to its own.",
  key: "g",
  isOnAtStart: true,
  create({ agents, colours }) {
    const outlines = new Strokes({ onTop: true });
    const line = new Strokes({ onTop: true });
    const object = new Group();
    object.add(outlines.object, line.object);
    const ink = new Color(colours.ink);
    let drawnKey = "";
    let note: string | undefined;
    return {
      object,
      update(context) {
        const { model, moment, selected } = context;
        const key = outlineKey(context);
        if (key !== drawnKey) note = drawOutlines(outlines, context, ink);
        drawnKey = key;
        line.clear();
        if (selected !== undefined && agents.present[selected]) {
          const goal = goalOf(model, selected, moment.frame.head.index);
          const at = selected * 4;
          const [x, y, z] = [agents.positions[at]!, agents.positions[at + 1]!, agents.positions[at + 2]!];
          const goalZ = model.scene!.layers[goal.layer]?.height ?? 0;
          line.add(x, y, z + lift, ...goalPoint(goal), goalZ + lift, ink.r, ink.g, ink.b);
        }
        line.finish();
        return note;
      },
    };
  },
};

/** What the outlines depend on: with thousands of agents they are not drawn anew for every frame. */
function outlineKey({ model, moment, selected, agents }: OverlayContext): string {
  const { index, stats } = moment.frame.head;
  const changes = model.channels.ofWorld("goal").filter((change) => change.frame <= index).length;
  const modes = agents.colouring === "status" ? moment.ordinal : "";
  return `${changes} ${selected} ${stats.present} ${agents.colouring} ${modes}`;
}

/** Says so when there are more places than are drawn. */
function drawOutlines(strokes: Strokes, { model, moment, selected, agents }: OverlayContext, ink: Color): string | undefined {
  strokes.clear();
  const drawn = new Set<string>();
  const corners = new Set(model.scene!.agents.map((agent) => goalPoint(agent.goal).join(" "))).size > mostRound ? 8 : 24;
  const order = [...agents.present.keys()];
  if (selected !== undefined) order.unshift(selected);
  for (const i of order) {
    const tag = moment.frame.agents.tag[i] ?? 0;
    if (tag === 0) continue;
    if (drawn.size >= mostShown) break;
    const goal = goalOf(model, i, moment.frame.head.index);
    const colour = i === selected ? ink : agents.colourOf(i, tag);
    // Members of a group mostly share one region.
    const key = `${goal.layer} ${goalPoint(goal)} ${goal.radius} ${colour.getHex()}`;
    if (drawn.has(key)) continue;
    drawn.add(key);
    outline(strokes, model, goal, colour, corners);
  }
  strokes.finish();
  return drawn.size >= mostShown ? `the first ${mostShown}` : undefined;
}
