// The page: model, picture and panels put together, and the loop that keeps them in step.

import { type Address, readAddress, writeAddress } from "./data/address";
import { agentFacts, layerOf } from "./data/agent_facts";
import type { Command } from "./data/live";
import { momentAt } from "./data/moment";
import type { Model } from "./data/model";
import type { Notice } from "./protocol/messages";
import { Playback } from "./data/playback";
import { Pencil } from "./editor/pencil";
import type { SceneEditor } from "./editor/scene_editor";
import { download, textFile } from "./editor/storage";
import { overlays } from "./overlays/list";
import type { Overlay } from "./overlays/overlay";
import { type AgentColouring, colourings } from "./people/colours";
import { sceneColours, type Theme } from "./scene/palette";
import type { Room } from "./scene/fit";
import { type QualityChoice, settingsOf } from "./scene/quality";
import { Stage } from "./scene/stage";
import { WorldView } from "./scene/world_view";
import { SharePanel } from "./share/share_panel";
import { AgentPanel } from "./ui/agent_panel";
import { Charts } from "./ui/charts";
import { button, element, isWide } from "./ui/dom";
import { EventList } from "./ui/event_list";
import { EventLog } from "./ui/event_log";
import { Help } from "./ui/help";
import { listenToKeys } from "./ui/keyboard";
import { LiveEditor } from "./ui/live_editor";
import { OverlayPanel } from "./ui/overlay_panel";
import { agentNear, listenToPointer } from "./ui/pointer";
import { TaskPanel } from "./ui/task_panel";
import { Timeline } from "./ui/timeline";
import { ShelfDialog } from "./ui/shelf";
import { TitleBar } from "./ui/title_bar";

const addressMs = 400;
const stillMs = 400;
const mostSharp = 3000; // people
const leastRoom = 0.18; // of the window's height; a picture in less would only be small
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
  private retired: WorldView | undefined;
  private colouring: AgentColouring;
  private readonly on: Set<string>;
  private readonly left = element("div", { id: "left" });
  private readonly right = element("div", { id: "right" });
  private readonly bottom = element("div", { id: "bottom" });
  private readonly timeline: Timeline;
  private readonly overlayPanel: OverlayPanel;
  private readonly agentPanel: AgentPanel;
  private readonly charts: Charts;
  private readonly tasks: TaskPanel;
  private readonly log: EventLog;
  private readonly events: EventList;
  private isFollowing = false;
  private storey: number | undefined | "auto" = "auto";
  private readonly help: Help;
  private readonly share: SharePanel;
  private readonly shelf: ShelfDialog | undefined;
  private pencil: Pencil | undefined;
  private lastTick = performance.now();
  private lastAddress = 0;
  private drawnKey = "";
  private lastDrawn: number | undefined; // when, while pictures follow each other
  private stillSince = 0;
  private isSharpening = false;
  private isFilming = false;

  constructor(canvas: HTMLCanvasElement, ui: HTMLElement, readonly model: Model, private readonly send?: (command: Command) => void) {
    const info = model.scene!;
    const address = readAddress(location.hash, location.search);
    this.theme = address.theme ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
    this.colouring = address.colour ?? "group";
    this.on = new Set(address.overlays ?? overlays.filter(({ isOnAtStart: on }) => (typeof on === "number" ? info.agents.length <= on : on)).map((overlay) => overlay.name));
    this.playback = new Playback(model.frames, model.isLive);
    this.stage = new Stage(canvas, info, address.quality ?? "auto");
    this.world = new WorldView(model, this.theme, this.stage.anisotropy);
    this.applyTheme();
    this.title = new TitleBar(info, {
      toggleCamera: () => this.toggleCamera(), frameAll: () => this.frameAll(), toggleTheme: () => this.toggleTheme(),
      toggleFollow: () => this.toggleFollow(), toggleEyes: () => this.toggleEyes(), showHelp: () => this.help.toggle(),
      colourBy: (colouring) => this.colourBy(colouring),
      showStorey: (storey) => { this.storey = storey; this.stage.isDirty = true; },
    });
    this.overlayPanel = new OverlayPanel(overlays, (name) => this.on.has(name), (name, on) => this.switchOverlay(name, on), (choice) => this.chooseQuality(choice));
    this.charts = new Charts(model, (time) => this.playback.seek(time));
    this.tasks = new TaskPanel(model, (time) => this.playback.seek(time), (agent) => this.select(agent));
    this.log = new EventLog(model.frames);
    this.events = new EventList(model.frames, (time) => this.playback.seek(time));
    this.help = new Help(overlays, model.isLive);
    this.editor = send ? new LiveEditor(this, send) : undefined;
    this.timeline = new Timeline(this.playback, model.frames, this.editor?.bar.transport);
    this.share = new SharePanel(this);
    this.shelf = send && model.shelf ? new ShelfDialog(model.shelf, send) : undefined;
    this.title.addActions(...[
      this.shelf ? button("Scenes …", "Choose a scene, a seed, a budget", () => this.shelf!.toggle(), "open-shelf") : undefined,
      button("Edit", "Draw the scene", () => this.toggleDrawing(), "open-editor"),
      send && model.shelf ? button("Export", "The session as it is now, as a scene file", () => send({ do: "export" }), "export-session") : undefined,
    ].filter((node) => node !== undefined));
    model.onNotice = (notice) => this.take(notice);
    const actions = [
      { label: "Follow", title: "The camera goes with the agent (z)", id: "follow-agent", labelOf: () => (this.isFollowing ? "Let go" : "Follow"), run: () => this.toggleFollow() },
      { label: "Eyes", title: "Look through the agent's eyes (q)", run: () => this.toggleEyes() },
    ];
    this.agentPanel = new AgentPanel(() => this.select(undefined), [...actions, ...(this.editor?.agentActions ?? [])]);
    this.left.append(...[this.title.root, this.editor?.bar.root].filter((panel) => panel !== undefined));
    this.right.append(...[this.agentPanel.root, this.editor?.obstaclePanel.root, this.overlayPanel.root, this.charts.root, this.events.root, this.tasks.root, this.share.root].filter((panel) => panel !== undefined));
    this.bottom.append(this.log.root, this.timeline.root);
    ui.append(
      this.left, this.right,
      this.bottom, this.help.root, ...(this.shelf ? [this.shelf.root] : []),
    );
    // On small screens the panels stand on the timeline, which is as high as what is in it.
    new ResizeObserver(() => {
      document.documentElement.style.setProperty("--timeline", `${this.timeline.root.offsetHeight}px`);
      this.stage.refit();
    }).observe(this.timeline.root);
    this.stage.setRoom(() => this.freeRoom());
    this.stage.frameAll();
    this.open(address);
    for (const name of this.on) this.askFor(name, true);
    this.listen(canvas, ui);
    requestAnimationFrame(() => this.tick());
  }

  select(agent: number | undefined): void {
    this.selected = agent;
    if (agent === undefined) this.isFollowing = false;
    if (agent === undefined && this.stage.kind === "eyes") this.stage.use("orbit");
    this.send?.({ do: "watch", agent: agent ?? null });
    this.stage.isDirty = true;
  }

  isOn(name: string): boolean {
    return this.on.has(name);
  }

  private open(address: Address): void {
    const { name } = this.model.scene!;
    this.title.warn(address.scene !== undefined && address.scene !== name ? `This address is of the scene “${address.scene}”.` : "");
    if (address.quality) this.chooseQuality(address.quality);
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
        if (this.pencil) return this.pencil.editor.click(x, y);
        if (this.editor?.click(x, y)) return;
        this.select(agentNear(this.stage, this.world.agents, (i) => this.model.scene!.agents[i]!.height, x, y));
      },
      grab: (x, y) => (this.pencil?.editor ?? this.editor)?.grab(x, y) ?? false,
      drag: (x, y) => (this.pencil?.editor ?? this.editor)?.drag(x, y),
      release: (x, y) => (this.pencil?.editor ?? this.editor)?.release(x, y),
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
      ["f", () => this.frameAll()],
      ["z", () => this.toggleFollow()],
      ["q", () => this.toggleEyes()],
      ["x", () => this.colourBy(colourings[(colourings.indexOf(this.colouring) + 1) % colourings.length]!)],
      ["n", () => this.toggleTheme()],
      ["h", () => { ui.classList.toggle("bare"); this.stage.refit(); }],
      ["?", () => this.help.toggle()],
      ["[", () => this.selectNext(-1)],
      ["]", () => this.selectNext(1)],
      ["Escape", () => { if (this.help.root.open) return this.help.root.close(); this.select(undefined); this.editor?.cancel(); }],
      ...(this.editor?.keys ?? []),
      ...overlays.map((overlay): [string, () => void] => [overlay.key, () => this.overlayPanel.toggle(overlay.name)]),
    ]);
    listenToKeys(keys, (event) => this.pencil?.press(event) ?? false);
    ui.addEventListener("toggle", () => { this.stage.refit(); this.stage.isDirty = true; }, { capture: true });
    window.addEventListener("hashchange", () => {
      if (location.hash !== this.addressText()) this.adopt(readAddress(location.hash, ""));
    });
  }

  /** The server's answers go to where they were asked for. */
  private take(notice: Notice): void {
    if (this.pencil?.panel.take(notice)) return;
    if (notice.about === "export" && notice.ok) {
      download(`${this.model.scene!.name || "scene"}-session.json`, textFile(notice.text));
      return this.editor?.bar.show({ ok: true, text: "the session is saved as a scene file" });
    }
    if (notice.about !== "check") this.editor?.bar.show(notice);
  }

  /** The scene file under the pencil, or the run again. */
  toggleDrawing(): void {
    if (this.pencil) {
      this.pencil.putAway();
      this.pencil = undefined;
      return;
    }
    this.pencil = new Pencil(this.stage, this.model, this.send, () => this.toggleDrawing());
    this.select(undefined);
    this.right.prepend(this.pencil.panel.root);
    this.stage.frameAll();
  }

  get drawn(): SceneEditor | undefined {
    return this.pencil?.editor;
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
    if (overlay === "map") this.send?.({ do: "show", map: on });
    if (overlay === "other_plans") this.send?.({ do: "show", plans: on });
  }

  /** Where the selected agent is drawn, if it is. */
  private get selectedPlace(): [x: number, y: number, z: number] | undefined {
    const { positions, present } = this.world.agents;
    if (this.selected === undefined || !present[this.selected]) return undefined;
    const at = this.selected * 4;
    return [positions[at]!, positions[at + 1]!, positions[at + 2]!];
  }

  private frameAll(): void {
    this.isFollowing = false;
    if (this.stage.kind === "eyes") this.stage.use("orbit");
    this.stage.frameAll();
  }

  private toggleFollow(): void {
    const place = this.selectedPlace;
    this.isFollowing = !this.isFollowing && place !== undefined;
    if (this.stage.kind === "eyes") this.stage.use("orbit");
    if (this.isFollowing) this.stage.approach(...place!, 14);
    this.stage.isDirty = true;
  }

  private toggleEyes(): void {
    if (this.stage.kind === "eyes") this.stage.use("orbit");
    else if (this.selectedPlace) this.stage.use("eyes");
  }

  /** The camera goes where the selected agent goes. */
  private moveCamera(): void {
    const place = this.selectedPlace;
    if (!place) {
      if (this.stage.kind === "eyes") this.stage.use("orbit");
      return;
    }
    if (this.isFollowing) this.stage.lookAt(place[0], place[1], place[2] + 1);
    if (this.stage.kind === "eyes") this.stage.lookThrough(...place, this.world.agents.headings[this.selected!]!, this.world.agents.heightOf(this.selected!));
  }

  private toggleCamera(): void {
    this.stage.use(this.stage.kind === "top" ? "orbit" : "top");
  }

  private colourBy(colouring: AgentColouring): void {
    this.colouring = colouring;
    this.stage.isDirty = true;
  }

  private chooseQuality(choice: QualityChoice): void {
    this.stage.governor.choice = choice;
    this.stage.applyQuality();
  }

  /** The height of the highest storey that is shown. */
  private shownUpTo(): number | undefined {
    if (this.storey !== "auto") return this.storey;
    const { layers } = this.model.scene!;
    if (layers.every((layer) => layer.height === layers[0]!.height)) return undefined; // nothing is above anything
    const tag = this.selected === undefined ? 0 : momentAt(this.model, this.playback.time).frame.agents.tag[this.selected] ?? 0;
    return tag === 0 ? undefined : layers[layerOf(tag)]?.height;
  }

  private toggleTheme(): void {
    this.theme = this.theme === "dark" ? "light" : "dark";
    document.documentElement.dataset["theme"] = this.theme;
    // The page answers at once; a world of thousands follows when that has been drawn.
    requestAnimationFrame(() => setTimeout(() => {
      this.rebuild();
      this.applyTheme();
    }));
  }

  private rebuild(): void {
    this.stage.world.remove(this.world.group);
    this.retired?.dispose();
    this.retired = this.world;
    this.world = new WorldView(this.model, this.theme, this.stage.anisotropy);
    this.stage.world.add(this.world.group);
  }

  private applyTheme(): void {
    document.documentElement.dataset["theme"] = this.theme;
    this.stage.setColours(sceneColours[this.theme]);
    sceneColours[this.theme].domains.forEach((colour, i) => document.documentElement.style.setProperty(`--domain-${i}`, colour));
    this.stage.world.add(this.world.group);
    this.stage.isDirty = true;
  }

  private tick(): void {
    requestAnimationFrame(() => this.tick());
    const now = performance.now();
    if (this.isFilming) {
      this.lastTick = now;
      return;
    }
    const step = Math.min(longestStep, (now - this.lastTick) / 1000);
    this.lastTick = now;
    this.playback.advance(step, this.model.status.paused ? 0 : this.model.status.speed);
    if (this.charts.work()) this.stage.isDirty = true;
    const { time, playing, following } = this.playback;
    const key = `${time} ${playing} ${following} ${this.model.frames.end} ${this.model.status.paused}`;
    if (this.stage.isDirty || key !== this.drawnKey) {
      if (!this.stage.isBusy) {
        this.drawNext(now);
        this.drawnKey = key;
      }
    } else {
      this.lastDrawn = undefined;
      this.sharpen(now);
    }
    this.editor?.update();
    if (now - this.lastAddress > addressMs) this.shareAddress(now);
  }

  private drawNext(now: number): void {
    if (this.lastDrawn !== undefined && this.stage.governor.frameTook(now - this.lastDrawn)) this.stage.applyQuality();
    this.lastDrawn = now;
    // What moves again is drawn with fewer pixels again; the sharp picture itself is drawn as it is.
    if (!this.isSharpening) this.stage.setSharp(false);
    this.isSharpening = false;
    this.draw();
    this.stillSince = now;
  }

  /** Whoever films says which time is drawn when; then it is the moment before again. */
  async filming<T>(film: (draw: (time: number) => void) => Promise<T>): Promise<T> {
    const { time, playing, following } = this.playback;
    this.isFilming = true;
    this.stage.setSharp(true);
    try {
      return await film((at) => {
        this.playback.seek(at);
        this.draw();
      });
    } finally {
      this.isFilming = false;
      Object.assign(this.playback, { time, playing, following });
      this.stage.isDirty = true;
    }
  }

  /** What has stood still for a while is drawn once more with all its pixels, unless that would take long. */
  private sharpen(now: number): void {
    if (now - this.stillSince < stillMs || this.model.scene!.agents.length > mostSharp) return;
    this.stage.setSharp(true);
    this.isSharpening = this.stage.isDirty;
  }

  private draw(): void {
    const moment = momentAt(this.model, this.playback.time);
    if (this.world.agents.present.length !== this.model.scene!.agents.length) this.rebuild();
    this.world.agents.locate(moment);
    this.moveCamera();
    const { quality } = this.stage.governor;
    this.world.update(moment, this.selected, this.colouring, {
      eye: this.stage.camera.position, settings: settingsOf[quality],
      limbReach: this.stage.limbReach, hidden: this.stage.kind === "eyes" ? this.selected : undefined, upTo: this.shownUpTo(),
    }, (name) => !this.pencil && this.on.has(name));
    this.world.agents.group.visible = !this.pencil; // a scene is drawn as it begins
    this.stage.stillKey = this.world.stillKey;
    this.stage.render();
    // Not before the new one is drawn, which has use for its shaders.
    this.retired?.dispose();
    this.retired = undefined;
    this.drawnFrames++;
    this.title.update(this.stage.kind, this.colouring, this.isFollowing, this.selectedPlace !== undefined);
    this.timeline.update();
    this.overlayPanel.update(this.world.notes, (overlay) => this.missing(overlay));
    this.agentPanel.update(this.selected === undefined ? undefined : agentFacts(this.model, moment.ordinal, this.selected));
    this.tasks.update(moment.frame.head, this.selected, sceneColours[this.theme].domains);
    this.charts.update(moment.frame.head);
    this.log.update(moment.ordinal, this.on.has("events"));
    this.events.update();
  }

  /** What the panels leave of the window: beside them, or on a small screen between them. */
  private freeRoom(): Room {
    const [left, right, bottom] = [this.left, this.right, this.timeline.root].map((node) => node.getBoundingClientRect()) as [DOMRect, DOMRect, DOMRect];
    const margin = 14;
    const window = { left: margin, right: innerWidth - margin, top: margin, bottom: innerHeight - margin };
    if (left.width === 0) return window; // the panels are hidden
    if (!isWide()) {
      const room = { ...window, top: left.bottom + margin, bottom: Math.min(right.height > 0 ? right.top : Infinity, bottom.top) - margin };
      return room.bottom - room.top > leastRoom * innerHeight ? room : window;
    }
    const openIn = (column: HTMLElement) => [...column.querySelectorAll<HTMLElement>(":scope > .panel:not([hidden])")]
      .filter((panel) => panel !== this.title.root && (panel as HTMLDetailsElement).open !== false).map((panel) => panel.getBoundingClientRect());
    return {
      left: Math.max(0, ...openIn(this.left).map((box) => box.right)) + margin, right: Math.min(innerWidth, ...openIn(this.right).map((box) => box.left)) - margin,
      top: this.title.root.getBoundingClientRect().bottom + margin, bottom: bottom.top - margin,
    };
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
      camera: this.stage.pose, overlays: [...this.on], ...(agent ? { agent } : {}), colour: this.colouring, theme: this.theme, quality: this.stage.governor.choice,
    });
  }

  private shareAddress(now: number): void {
    this.lastAddress = now;
    const text = this.addressText();
    if (location.hash !== text) history.replaceState(null, "", text);
  }
}
