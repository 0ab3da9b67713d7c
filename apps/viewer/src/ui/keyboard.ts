/** Keys by name; a key typed into a field belongs to the field. */
export function listenToKeys(actions: ReadonlyMap<string, (event: KeyboardEvent) => void>): void {
  window.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    const isTyping = target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === "number");
    const isOnTrack = target instanceof HTMLInputElement && target.type === "range";
    if (isTyping || (isOnTrack && event.key.startsWith("Arrow"))) return;
    if (event.key === " " && (target instanceof HTMLButtonElement || target.tagName === "SUMMARY")) return;
    const action = actions.get(event.key.length === 1 ? event.key.toLowerCase() : event.key);
    if (!action) return;
    event.preventDefault();
    action(event);
  });
}
