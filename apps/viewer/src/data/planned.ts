// Whose planning tasks there are to see: those in focus, and of the crowd whoever is planned for in space and time for a
// while, because its situation asks for it.

import type { Model } from "./model";

export function isPlanned(model: Model, agent: number | undefined, frame: number): boolean {
  if (agent === undefined) return false;
  if (model.scene!.agents[agent]?.focus) return true;
  const plans = model.channels.at("domain_plans", agent, frame);
  return plans !== undefined && plans.note !== "route";
}
