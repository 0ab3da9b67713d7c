import { readMessage } from "../protocol/messages";
import type { Point } from "../protocol/scene";
import type { Model } from "./model";

/** The ground of a constraint: a place, what is beside walls, or what is beside, around, between or seen by things. */
export type GroundOf =
  | { kind: "polygon"; layer: number; polygon: Point[] }
  | { kind: "walls"; layer: number; depth: number }
  | { kind: "front" | "back" | "left" | "right" | "around"; of: string; depth: number }
  | { kind: "sight"; of: string; range: number; angle: number }
  | { kind: "between"; of: string; other: string };

/** What a viewer may ask of a live simulation. */
export type Command =
  | { do: "pause" }
  | { do: "resume" }
  | { do: "step" }
  | { do: "speed"; value: number }
  | { do: "watch"; agent: number | null }
  | { do: "drop"; at: Point; layer: number; radius: number }
  | { do: "move"; obstacle: string; at: Point }
  | { do: "delete"; obstacle: string }
  | { do: "goal"; target: string; at: Point; layer: number }
  | { do: "add_agent"; at: Point; layer: number; radius: number; goal: Point; goal_layer: number }
  | { do: "remove_agent"; agent: string }
  | { do: "pause_agent"; agent: string }
  | { do: "resume_agent"; agent: string }
  | { do: "budget"; value: string }
  | ({ do: "constraint"; name: string; hard: boolean; weight?: number; near?: boolean } & GroundOf)
  | { do: "lift"; name: string }
  | { do: "open"; scene?: string; text?: string; seed?: number; budget?: string }
  | { do: "check"; text: string }
  | { do: "save"; name: string; text: string }
  | { do: "export" }
  | { do: "show"; mesh?: boolean; expanded?: boolean; plans?: boolean; map?: boolean };

const firstRetryMs = 500;
const lastRetryMs = 8000;

/** The connection to the server, opened again when it breaks. A new connection starts with a whole frame. */
export class LiveConnection {
  private socket: WebSocket | undefined;
  private retryMs = firstRetryMs;
  private watched: number | null = null;
  private wishes: { mesh?: boolean; expanded?: boolean; plans?: boolean; map?: boolean } = {};

  constructor(
    private readonly model: Model,
    private readonly onState: (connected: boolean) => void,
    private readonly onMessage: () => void,
    private readonly onNewWorld: (isSameScene: boolean) => void,
  ) {
    this.open();
  }

  send(command: Command): void {
    if (command.do === "watch") this.watched = command.agent;
    if (command.do === "show") {
      const { do: _, ...wish } = command;
      this.wishes = { ...this.wishes, ...wish };
    }
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(command));
  }

  private open(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/live`);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.retryMs = firstRetryMs;
      this.onState(true);
      if (this.watched !== null) this.send({ do: "watch", agent: this.watched });
      if (Object.values(this.wishes).some(Boolean)) this.send({ do: "show", ...this.wishes });
    };
    socket.onmessage = (event: MessageEvent<ArrayBuffer>) => {
      const bytes = new Uint8Array(event.data);
      const message = readMessage(bytes);
      // Another world, or the same from its start: the page begins again, with the view that its address says.
      if (message.type === "scene" && this.model.scene) return this.onNewWorld(this.model.scene.name === message.scene.name);
      this.model.take(message, bytes);
      this.onMessage();
    };
    socket.onclose = () => {
      this.onState(false);
      setTimeout(() => this.open(), this.retryMs);
      this.retryMs = Math.min(this.retryMs * 2, lastRetryMs);
    };
    this.socket = socket;
  }
}
