// Scenes kept in the browser, by name.

const prefix = "wend.scene.";
export const draftName = "(draft)";

export function keep(name: string, text: string): boolean {
  try {
    localStorage.setItem(prefix + name, text);
    return true;
  } catch {
    return false; // no room, or storage is turned off
  }
}

export function kept(name: string): string | undefined {
  try {
    return localStorage.getItem(prefix + name) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keptNames(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length)).sort();
  } catch {
    return [];
  }
}

/** Hands a file to whoever looks at the page. */
export function download(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export const textFile = (text: string, type = "application/json"): Blob => new Blob([text], { type });

/** Sizes as people say them. */
export function sizeText(bytes: number): string {
  return bytes < 1e3 ? `${bytes} B` : bytes < 1e6 ? `${(bytes / 1e3).toFixed(0)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
