// The planning tasks of the selected agent, and what the tasks of a frame took against the budget (MD, figure 6).
// Channel "tasks", by agent: one drawing a task, its values priority, status, epsilon and milliseconds; the names are
// the lines of the note. Channel "task_times", of the world: one drawing a kind of task, its values milliseconds; again
// named by the lines of the note. Without data the panel is not there.

import type { Model } from "../data/model";
import type { FrameHead } from "../protocol/messages";
import { domainColours } from "../overlays/domains";
import { element } from "./dom";

const statuses = ["waits", "runs", "has a plan", "best plan", "no way"] as const;
const epsilonText = (epsilon: number) => (Number.isFinite(epsilon) ? epsilon.toFixed(2) : "—");

export class TaskPanel {
  readonly root = element("details", { id: "tasks", className: "panel", hidden: true, open: true }, element("summary", {}, "Tasks"));
  private readonly rows = element("tbody");
  private readonly table = element("table", {},
    element("thead", {}, element("tr", {}, ...["task", "priority", "status", "ε", "ms"].map((name) => element("th", {}, name)))), this.rows);
  private readonly times = element("div", { className: "bars" });
  private drawnKey = "";

  constructor(private readonly model: Model) {
    this.root.append(this.table, this.times);
  }

  update(head: FrameHead, selected: number | undefined): void {
    const tasks = selected === undefined ? undefined : this.model.channels.at("tasks", selected, head.index);
    const times = this.model.channels.at("task_times", undefined, head.index);
    this.root.hidden = !tasks && !times;
    const key = `${tasks?.frame} ${tasks?.agent} ${times?.frame}`;
    if (key === this.drawnKey) return;
    this.drawnKey = key;
    this.table.hidden = !tasks;
    this.rows.replaceChildren(...(tasks?.drawings ?? []).map(({ values }, i) => {
      const [priority, status, epsilon, ms] = values as unknown as [number, number, number, number];
      const cells = [tasks!.note.split("\n")[i] ?? "", priority.toFixed(1), statuses[status] ?? "", epsilonText(epsilon), ms.toFixed(2)];
      return element("tr", {}, ...cells.map((text) => element("td", {}, text)));
    }));
    this.drawTimes(times?.note.split("\n") ?? [], (times?.drawings ?? []).map(({ values }) => values[0] ?? 0), this.model.budgetAt(head.index).ms);
  }

  /** One bar for the frame, a piece for each kind of task, and a mark at the budget. */
  private drawTimes(names: string[], times: number[], budget: number | undefined): void {
    const total = times.reduce((sum, time) => sum + time, 0);
    const full = Math.max(total, (budget ?? 0) * 1.1, 1e-3);
    const bar = element("div", { className: "bar" }, ...times.map((time, i) => {
      const piece = element("i", { title: `${names[i]}: ${time.toFixed(2)} ms` });
      piece.style.width = `${(100 * time) / full}%`;
      piece.style.background = domainColours[i % domainColours.length]!;
      return piece;
    }));
    const limit = budget ? element("b", { title: `budget ${budget.toFixed(1)} ms` }) : undefined;
    if (limit) limit.style.left = `${(100 * budget!) / full}%`;
    if (limit) bar.append(limit);
    const legend = times.map((time, i) => {
      const swatch = element("i");
      swatch.style.background = domainColours[i % domainColours.length]!;
      return element("span", {}, swatch, `${names[i] ?? ""} ${time.toFixed(2)} ms`);
    });
    this.times.replaceChildren(...(times.length > 0 ? [bar, ...legend] : []));
  }
}
