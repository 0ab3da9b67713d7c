/** Keys by name; a key typed into a field belongs to the field. `first` may take a key before all others. */
export function listenToKeys(actions: ReadonlyMap<string, (event: KeyboardEvent) => void>, first: (event: KeyboardEvent) => boolean): void {
  window.addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    const isText = target instanceof HTMLInputElement && ["number", "text", "search"].includes(target.type);
    if (isText || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement) return;
    if (event.key === "Enter" && target instanceof HTMLButtonElement) return;
    const isOnTrack = target instanceof HTMLInputElement && target.type === "range";
    if (isOnTrack && event.key.startsWith("Arrow")) return;
    if (first(event)) return event.preventDefault();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === " " && (target instanceof HTMLButtonElement || target.tagName === "SUMMARY")) return;
    const action = actions.get(event.key.length === 1 ? event.key.toLowerCase() : event.key);
    if (!action) return;
    event.preventDefault();
    action(event);
  });
}
