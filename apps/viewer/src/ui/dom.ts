type Content = Node | string | undefined;

/** An element with properties and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K, properties: Partial<HTMLElementTagNameMap[K]> & { data?: Record<string, string> } = {}, ...children: Content[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  const { data, ...rest } = properties;
  Object.assign(node, rest);
  Object.assign(node.dataset, data ?? {});
  node.append(...children.filter((child) => child !== undefined));
  return node;
}

/** Writes only what changed, so that selections and screen readers are left alone. */
export function setText(node: HTMLElement, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}

export function button(label: string, title: string, onClick: () => void, id = ""): HTMLButtonElement {
  const node = element("button", { type: "button", textContent: label, title, id, onclick: onClick });
  node.setAttribute("aria-label", title);
  return node;
}

/** A list to choose from; it has a name of its own. */
export function choice(id: string, title: string, entries: readonly (readonly [value: string, text: string])[], onChange: (value: string) => void): HTMLSelectElement {
  const node = element("select", { id, title }, ...entries.map(([value, text]) => element("option", { value, textContent: text })));
  node.setAttribute("aria-label", title);
  node.onchange = () => onChange(node.value);
  return node;
}

/** Small screens start with what is needed; the rest is a tap away. */
export const isRoomy = (): boolean => isWide() && innerHeight > 520;
/** Panels beside the picture, not above and below. */
export const isWide = (): boolean => innerWidth > 760;

export const seconds = (time: number): string => `${time.toFixed(2)} s`;
export const metres = (length: number): string => `${length.toFixed(2)} m`;
