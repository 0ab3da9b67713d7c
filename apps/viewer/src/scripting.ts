// `window.wend`: the page for scripts, e.g. to make pictures at chosen moments.

import type { App } from "./app";
import { agentFacts } from "./data/agent_facts";
import { momentAt } from "./data/moment";
import { poseFloats } from "./people/gait";

export interface Scripting {
  readonly time: number;
  readonly startTime: number;
  readonly endTime: number;
  readonly frameCount: number;
  /** How often the picture has been drawn. */
  readonly drawnFrames: number;
  readonly agentNames: string[];
  readonly obstacleNames: string[];
  seek(time: number): void;
  pause(): void;
  /** Where an agent's feet are drawn, in CSS pixels of the page. */
  screenOf(agent: number): { x: number; y: number } | undefined;
  screenOfPoint(x: number, y: number, z: number): { x: number; y: number } | undefined;
  /** What is drawn now, without the panels, as the address of a PNG. */
  picture(): string;
  facts(agent: number): unknown;
  plan(agent: number): number[];
  /** What a channel tells of an agent at the moment shown. */
  samples(channel: string, agent: number): { style: number; values: number[] }[];
  /** Where an agent's feet are drawn and which are on the ground, if it is drawn with feet. */
  feet(agent: number): { left: readonly number[]; right: readonly number[]; leftDown: boolean; rightDown: boolean } | undefined;
  /** Where the joints of a body are that came with the recording, in the order of people/joints.ts. */
  joints(agent: number): number[] | undefined;
  /** Which share of the window's width and height the whole scene takes. */
  readonly filled: [number, number];
  readonly quality: string;
  /** The scene file under the pencil, while there is one. */
  readonly drawnText: string | undefined;
  /** Where an obstacle or platform is, and how high its top is drawn. */
  obstacleAt(name: string): [x: number, y: number, top: number] | undefined;
  /** How many edges the mesh has at the moment shown. */
  readonly meshEdges: number;
}

declare global {
  interface Window {
    wend?: Scripting;
  }
}

export function publish(app: App): void {
  const { model, playback, stage } = app;
  const screenOfPoint = (x: number, y: number, z: number) => {
    const point = stage.toScreen(x, y, z);
    return point && { x: point.x, y: point.y };
  };
  window.wend = {
    get time() { return playback.time; },
    get startTime() { return model.frames.startTime; },
    get endTime() { return model.frames.endTime; },
    get frameCount() { return model.frames.end - model.frames.first; },
    get drawnFrames() { return app.drawnFrames; },
    get agentNames() { return model.scene!.agents.map((agent) => agent.name); },
    get obstacleNames() {
      const { tag } = momentAt(model, playback.time).frame.obstacles;
      return [...model.identities.values()].filter(({ obstacle }) => tag[obstacle]).map(({ name }) => name);
    },
    get meshEdges() {
      const parts = model.channels.allAt("mesh", momentAt(model, playback.time).frame.head.index);
      return parts.reduce((sum, part) => sum + (part.drawings[0]?.values.length ?? 0) / 8, 0);
    },
    seek: (time) => { playback.playing = false; playback.seek(time); },
    pause: () => { playback.playing = false; },
    screenOf: (agent) => {
      const at = agent * 4;
      const { positions, present } = app.world.agents;
      return present[agent] ? screenOfPoint(positions[at]!, positions[at + 1]!, positions[at + 2]!) : undefined;
    },
    screenOfPoint,
    picture: () => { stage.render(); return stage.canvas.toDataURL(); },
    feet: (agent) => app.world.agents.feetOf(agent),
    joints: (agent) => {
      const out = new Float32Array(poseFloats);
      return model.poses.pose(agent, playback.time, out) ? [...out] : undefined;
    },
    get drawnText() { return app.drawn?.document.text; },
    get quality() { return stage.governor.quality; },
    get filled() { return filledShare(app); },
    facts: (agent) => agentFacts(model, playback.ordinal, agent),
    samples: (channel, agent) =>
      (model.channels.at(channel, agent, momentAt(model, playback.time).frame.head.index)?.drawings ?? []).map(({ style, values }) => ({ style, values: [...values] })),
    obstacleAt: (name) => {
      const { x, y } = momentAt(model, playback.time).frame.obstacles;
      const found = [...model.identities.values()].find((identity) => identity.name === name);
      const mesh = found && app.world.obstacles.meshOf(found.obstacle);
      return found && [x[found.obstacle]! / 1000, y[found.obstacle]! / 1000, mesh ? mesh.position.z + mesh.scale.z : NaN];
    },
    plan: (agent) => [...(model.channels.at("plan", agent, momentAt(model, playback.time).frame.head.index)?.drawings[0]?.values ?? [])],
  };
}

function filledShare({ model, stage }: App): [number, number] {
  const [[lowX, lowY], [highX, highY]] = model.scene!.bounds;
  const corners = [lowX, highX].flatMap((x) => [lowY, highY].map((y) => stage.toScreen(x, y, model.scene!.layers[0]?.height ?? 0)));
  const [xs, ys] = [corners.map((corner) => corner?.x ?? 0), corners.map((corner) => corner?.y ?? 0)];
  return [(Math.max(...xs) - Math.min(...xs)) / innerWidth, (Math.max(...ys) - Math.min(...ys)) / innerHeight];
}
