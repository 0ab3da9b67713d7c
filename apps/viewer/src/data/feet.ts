/** Footsteps are told by the hundred: drawn, not listed in words. */
export function isFootEvent(event: { kind: string }): boolean {
  return event.kind === "foot_down" || event.kind === "foot_up";
}
