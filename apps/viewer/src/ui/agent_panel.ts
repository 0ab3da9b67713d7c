import { type AgentFacts, goalPoint } from "../data/agent_facts";
import { button, element, metres, seconds, setText } from "./dom";

const lines: [id: string, label: string, value: (facts: AgentFacts) => string][] = [
  ["group", "group", (facts) => facts.group || "—"],
  ["mode", "mode", (facts) => facts.mode],
  ["position", "position", (facts) => `${facts.x.toFixed(2)}, ${facts.y.toFixed(2)}, ${facts.z.toFixed(2)}`],
  ["layer", "floor", (facts) => facts.floor],
  ["speed", "speed", (facts) => `${facts.speed.toFixed(2)} m/s`],
  ["goal", "goal", goalText],
  ["left", "distance left", (facts) => `${metres(facts.left)} ${facts.leftIsPlanned ? "to walk" : "as the crow flies"}`],
  ["waited", "waited", (facts) => seconds(facts.waited)],
  ["plan", "plan", (facts) => facts.plan || "—"],
];

function goalText({ goal, floor, goalFloor }: AgentFacts): string {
  const place = goalPoint(goal).map((value) => value.toFixed(2)).join(", ");
  return floor === goalFloor ? place : `${place} on ${goalFloor}`;
}

export interface PanelAction {
  label: string;
  /** Instead of the label, when it depends on the agent. */
  labelOf?(facts: AgentFacts): string;
  title: string;
  id?: string;
  run(): void;
}

/** What is known of the selected agent. */
export class AgentPanel {
  readonly root: HTMLElement;
  private readonly title = element("h2", { id: "agent-name" });
  private readonly values = new Map<string, HTMLElement>();
  private readonly buttons: HTMLButtonElement[];

  constructor(onClose: () => void, private readonly actions: PanelAction[]) {
    this.buttons = actions.map((action) => button(action.label, action.title, action.run, action.id));
    const list = element("dl");
    for (const [id, label] of lines) {
      const value = element("dd", { id: `agent-${id}` });
      this.values.set(id, value);
      list.append(element("dt", {}, label), value);
    }
    this.root = element(
      "section", { id: "agent", className: "panel", hidden: true },
      element("header", {}, this.title, button("×", "Deselect (escape)", onClose)),
      list,
      element("footer", {}, ...this.buttons),
    );
  }

  update(facts: AgentFacts | undefined): void {
    this.root.hidden = facts === undefined;
    if (!facts) return;
    setText(this.title, facts.name || "unnamed");
    for (const [id, , value] of lines) setText(this.values.get(id)!, value(facts));
    this.actions.forEach((action, i) => { if (action.labelOf) setText(this.buttons[i]!, action.labelOf(facts)); });
  }
}
