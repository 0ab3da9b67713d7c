// The page: model, picture and panels put together, and the loop that keeps them in step.

import { Vector3 } from "three";
import { type Address, readAddress, writeAddress } from "./data/address";
import { agentFacts } from "./data/agent_facts";
import type { Command } from "./data/live";
import { momentAt } from "./data/moment";
import type { Model } from "./data/model";
import { Playback } from "./data/playback";
import { overlays } from "./overlays/list";
import type { Overlay } from "./overlays/overlay";
import type { AgentColouring } from "./scene/agents";
import { sceneColours, type Theme } from "./scene/palette";
import { bottomPanel, Stage } from "./scene/stage";
import { WorldView } from "./scene/world_view";
import { AgentPanel } from "./ui/agent_panel";
import { Charts } from "./ui/charts";
import { element, isWide } from "./ui/dom";
import { EventLog } from "./ui/event_log";
import { Help } from "./ui/help";
import { listenToKeys } from "./ui/keyboard";
import { LiveEditor } from "./ui/live_editor";
import { OverlayPanel } from "./ui/overlay_panel";
import { agentNear, listenToPointer } from "./ui/pointer";
import { TaskPanel } from "./ui/task_panel";
import { Timeline } from "./ui/timeline";
import { TitleBar } from "./ui/title_bar";

const addressMs = 400;
const longestStep = 0.25; // seconds; a page that slept does not leap

export class App {
  readonly playback: Playback;
  readonly stage: Stage;
  readonly title: TitleBar;
  readonly editor: LiveEditor | undefined;
  selected: number | undefined;
  drawnFrames = 0;
  theme: Theme;
  world: WorldView;
  private colouring: AgentColouring;
  private readonly on: Set<string>;
  private readonly left = element("div", { id: "left" });
  private readonly right = element("div", { id: "right" });
  private readonly timeline: Timeline;
  private readonly overlayPanel: OverlayPanel;
  private readonly agentPanel: AgentPanel;
  private readonly charts: Charts;
  private readonly tasks: TaskPanel;
  private readonly log: EventLog;
  private readonly help: Help;
  private readonly scratch = new Vector3();
  private lastTick = performance.now();
  private lastAddress = 0;
  private drawnKey = "";

  constructor(canvas: HTMLCanvasElement, ui: HTMLElement, readonly model: Model, private readonly send?: (command: Command) => void) {
    const info = model.scene!;
    const address = readAddress(location.hash, location.search);
    this.theme = address.theme ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
    this.colouring = address.colour ?? "group";
    this.on = new Set(address.overlays ?? overlays.filter((overlay) => overlay.isOnAtStart).map((overlay) => overlay.name));
    this.playback = new Playback(model.frames, model.isLive);
    this.stage = new Stage(canvas, info);
    this.world = new WorldView(model, this.theme);
    this.applyTheme();
    this.title = new TitleBar(info, {
      toggleCamera: () => this.toggleCamera(), frameAll: () => this.stage.frameAll(), toggleTheme: () => this.toggleTheme(),
      toggleColouring: () => this.toggleColouring(), showHelp: () => this.help.root.showModal(),
    });
    this.timeline = new Timeline(this.playback, model.frames);
    this.overlayPanel = new OverlayPanel(overlays, (name) => this.on.has(name), (name, on) => this.switchOverlay(name, on));
    this.charts = new Charts(model, (time) => this.playback.seek(time));
    this.tasks = new TaskPanel(model, (time) => this.playback.seek(time), (agent) => this.select(agent));
    this.log = new EventLog(model.frames);
    this.help = new Help(overlays, model.isLive);
    this.editor = send ? new LiveEditor(this, send) : undefined;
    const actions = [{ label: "Look at", title: "Put the agent in the middle", run: () => this.lookAtSelected() }];
    this.agentPanel = new AgentPanel(() => this.select(undefined), [...actions, ...(this.editor?.agentActions ?? [])]);
    this.left.append(...[this.title.root, this.editor?.bar.root, this.overlayPanel.root].filter((panel) => panel !== undefined));
    this.right.append(...[this.agentPanel.root, this.editor?.obstaclePanel.root, this.tasks.root, this.charts.root].filter((panel) => panel !== undefined));
    ui.append(
      this.left, this.right,
      element("div", { id: "bottom" }, this.log.root, this.timeline.root), this.help.root,
    );
    this.open(address);
    for (const name of this.on) this.askFor(name, true);
    this.listen(canvas, ui);
    requestAnimationFrame(() => this.tick());
  }

  select(agent: number | undefined): void {
    this.selected = agent;
    this.send?.({ do: "watch", agent: agent ?? null });
    this.stage.isDirty = true;
  }

  isOn(name: string): boolean {
    return this.on.has(name);
  }

  private open(address: Address): void {
    const { name } = this.model.scene!;
    this.title.warn(address.scene !== undefined && address.scene !== name ? `This address is of the scene “${address.scene}”.` : "");
    if (address.camera) this.stage.pose = address.camera;
    if (address.time !== undefined) this.playback.seek(address.time);
    else if (!this.model.isLive) this.playback.playing = true;
    const agent = this.model.scene!.agents.findIndex((candidate) => candidate.name === address.agent);
    if (address.agent !== undefined && agent >= 0) this.select(agent);
  }

  /** Another address in the same page: all of what it says, as when it is opened. */
  private adopt(address: Address): void {
    if (address.overlays) this.overlayPanel.choose(address.overlays);
    if (address.colour) this.colouring = address.colour;
    if (address.theme && address.theme !== this.theme) this.toggleTheme();
    this.open(address);
    this.stage.isDirty = true;
  }

  private listen(canvas: HTMLCanvasElement, ui: HTMLElement): void {
    listenToPointer(canvas, this.stage, {
      click: (x, y) => {
        if (this.editor?.click(x, y)) return;
        this.select(agentNear(this.stage, this.world.agents, (i) => this.model.scene!.agents[i]!.height, x, y, this.scratch));
      },
      grab: (x, y) => this.editor?.grab(x, y) ?? false,
      drag: (x, y) => this.editor?.drag(x, y),
      release: (x, y) => this.editor?.release(x, y),
    });
    const keys = new Map<string, (event: KeyboardEvent) => void>([
      [" ", () => this.playback.toggle()],
      ["ArrowLeft", (event) => this.playback.step(event.shiftKey ? -10 : -1)],
      ["ArrowRight", (event) => this.playback.step(event.shiftKey ? 10 : 1)],
      ["Home", () => this.playback.seek(this.model.frames.startTime)],
      ["End", () => (this.model.isLive ? this.playback.goLive() : this.playback.seek(this.model.frames.endTime))],
      [",", () => this.timeline.changeSpeed(-1)],
      [".", () => this.timeline.changeSpeed(1)],
      ["v", () => this.toggleCamera()],
      ["f", () => this.stage.frameAll()],
      ["x", () => this.toggleColouring()],
      ["n", () => this.toggleTheme()],
      ["h", () => ui.classList.toggle("bare")],
      ["?", () => this.help.root.showModal()],
      ["[", () => this.selectNext(-1)],
      ["]", () => this.selectNext(1)],
      ["Escape", () => { this.select(undefined); this.editor?.cancel(); }],
      ...(this.editor?.keys ?? []),
      ...overlays.map((overlay): [string, () => void] => [overlay.key, () => this.overlayPanel.toggle(overlay.name)]),
    ]);
    listenToKeys(keys);
    ui.addEventListener("toggle", () => (this.stage.isDirty = true), { capture: true });
    window.addEventListener("hashchange", () => {
      if (location.hash !== this.addressText()) this.adopt(readAddress(location.hash, ""));
    });
  }

  private selectNext(direction: 1 | -1): void {
    const { present } = this.world.agents;
    let next = this.selected ?? (direction > 0 ? -1 : 0);
    for (let tries = 0; tries < present.length; tries++) {
      next = (next + direction + present.length) % present.length;
      if (present[next]) return this.select(next);
    }
  }

  private switchOverlay(name: string, on: boolean): void {
    if (on) this.on.add(name);
    else this.on.delete(name);
    this.askFor(name, on);
    this.stage.isDirty = true;
  }

  /** What is much is sent only to those who look at it. */
  private askFor(overlay: string, on: boolean): void {
    if (overlay === "mesh") this.send?.({ do: "show", mesh: on });
    if (overlay === "expanded") this.send?.({ do: "show", expanded: on });
    if (overlay === "other_plans") this.send?.({ do: "show", plans: on });
  }

  private lookAtSelected(): void {
    if (this.selected === undefined) return;
    const at = this.selected * 4;
    const { positions } = this.world.agents;
    this.stage.lookAt(positions[at]!, positions[at + 1]!, positions[at + 2]!);
  }

  private toggleCamera(): void {
    this.stage.use(this.stage.kind === "orbit" ? "top" : "orbit");
  }

  private toggleColouring(): void {
    this.colouring = this.colouring === "group" ? "status" : "group";
    this.stage.isDirty = true;
  }

  private toggleTheme(): void {
    this.theme = this.theme === "dark" ? "light" : "dark";
    this.rebuild();
    this.applyTheme();
  }

  private rebuild(): void {
    this.stage.world.remove(this.world.group);
    this.world.dispose();
    this.world = new WorldView(this.model, this.theme);
    this.stage.world.add(this.world.group);
  }

  private applyTheme(): void {
    document.documentElement.dataset["theme"] = this.theme;
    this.stage.setBackground(sceneColours[this.theme].background);
    this.stage.world.add(this.world.group);
    this.stage.isDirty = true;
  }

  private tick(): void {
    requestAnimationFrame(() => this.tick());
    const now = performance.now();
    const step = Math.min(longestStep, (now - this.lastTick) / 1000);
    this.lastTick = now;
    this.playback.advance(step, this.model.status.paused ? 0 : this.model.status.speed);
    const key = `${this.playback.time} ${this.model.frames.end} ${this.model.status.paused}`;
    if (this.stage.isDirty || key !== this.drawnKey) this.draw();
    this.drawnKey = key;
    this.editor?.update();
    if (now - this.lastAddress > addressMs) this.shareAddress(now);
  }

  private draw(): void {
    const moment = momentAt(this.model, this.playback.time);
    if (this.world.agents.present.length !== this.model.scene!.agents.length) this.rebuild();
    this.world.update(moment, this.selected, this.colouring, (name) => this.on.has(name));
    this.stage.render();
    this.drawnFrames++;
    this.title.update(this.stage.kind, this.colouring);
    this.timeline.update();
    this.overlayPanel.update(this.world.notes, (overlay) => this.missing(overlay));
    this.agentPanel.update(this.selected === undefined ? undefined : agentFacts(this.model, moment.ordinal, this.selected));
    this.tasks.update(moment.frame.head, this.selected, sceneColours[this.theme].domains);
    this.charts.update(moment.frame.head);
    this.log.update(moment.ordinal, this.on.has("events"));
    this.keepClear();
  }

  /** On a small screen panels lie above and below the picture. */
  private keepClear(): void {
    if (isWide()) return this.stage.setCovered(0, bottomPanel);
    const { bottom } = this.left.getBoundingClientRect();
    const { top } = this.right.getBoundingClientRect();
    if (top > bottom) this.stage.setCovered(bottom, innerHeight - top);
  }

  /** Why an overlay can show nothing, whatever is selected. A live world tells what it is asked for. */
  private missing(overlay: Overlay): string | undefined {
    const { channels, isLive, scene } = this.model;
    if (overlay.channel === undefined || channels.has(overlay.channel)) return undefined;
    const isOfFocus = ["tunnels", "expanded", "foveal"].includes(overlay.channel);
    if (isOfFocus && !scene!.agents.some((agent) => agent.focus)) return "nobody is in focus";
    return isLive ? undefined : "not in this recording";
  }

  private addressText(): string {
    const agent = this.selected === undefined ? undefined : this.model.scene!.agents[this.selected]?.name;
    return writeAddress({
      scene: this.model.scene!.name,
      ...(this.playback.following ? {} : { time: this.playback.time }),
      camera: this.stage.pose, overlays: [...this.on], ...(agent ? { agent } : {}), colour: this.colouring, theme: this.theme,
    });
  }

  private shareAddress(now: number): void {
    this.lastAddress = now;
    const text = this.addressText();
    if (location.hash !== text) history.replaceState(null, "", text);
  }
}
