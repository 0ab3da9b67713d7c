// A scene file under the pencil: plain JSON, and a past to go back to. What the editor does not know it leaves alone.

import type { Point } from "../protocol/scene";

/** The parts of a scene file that can be drawn; docs/scene-format.md has all. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

const mostUndo = 200;

export class SceneDocument {
  private past: string[] = [];
  private future: string[] = [];
  private now: JsonObject;
  onChange: () => void = () => {};

  constructor(text: string) {
    this.now = parse(text);
  }

  get scene(): JsonObject {
    return this.now;
  }

  /** As a file: two spaces, short lists of numbers on one line. */
  get text(): string {
    return write(this.now);
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }
  get canRedo(): boolean {
    return this.future.length > 0;
  }

  /** One change that can be undone as a whole. */
  change(edit: (scene: JsonObject) => void): void {
    const before = JSON.stringify(this.now);
    edit(this.now);
    if (JSON.stringify(this.now) === before) return;
    this.past.push(before);
    if (this.past.length > mostUndo) this.past.shift();
    this.future = [];
    this.onChange();
  }

  undo(): void {
    this.go(this.past, this.future);
  }

  redo(): void {
    this.go(this.future, this.past);
  }

  /** Another file altogether; the old one can be had back by undo. */
  replace(text: string): void {
    const next = parse(text);
    this.past.push(JSON.stringify(this.now));
    this.future = [];
    this.now = next;
    this.onChange();
  }

  private go(from: string[], to: string[]): void {
    const text = from.pop();
    if (text === undefined) return;
    to.push(JSON.stringify(this.now));
    this.now = JSON.parse(text) as JsonObject;
    this.onChange();
  }
}

function parse(text: string): JsonObject {
  const value = JSON.parse(text) as Json;
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error("a scene file is a JSON object");
  return value;
}

function write(value: Json, indent = ""): string {
  const flat = JSON.stringify(value).replaceAll(/([,:])(?=\S)/g, "$1 ");
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) {
    if (value.length === 0 || !containsObject(value) || (indent.length > 4 && flat.length < 100)) return writeFlat(value);
    return `[\n${value.map((each) => `${indent}  ${write(each, `${indent}  `)}`).join(",\n")}\n${indent}]`;
  }
  if (indent.length > 2 && flat.length < 110) return writeFlat(value);
  const rows = Object.entries(value).map(([key, each]) => `${indent}  ${JSON.stringify(key)}: ${write(each, `${indent}  `)}`);
  return rows.length === 0 ? "{}" : `{\n${rows.join(",\n")}\n${indent}}`;
}

const containsObject = (value: Json): boolean =>
  typeof value === "object" && value !== null && (!Array.isArray(value) || value.some(containsObject));

/** On one line, with a space after each comma and colon outside of texts. */
function writeFlat(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(writeFlat).join(", ")}]`;
  return `{${Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${writeFlat(each)}`).join(", ")}}`;
}

export const listOf = (scene: JsonObject, key: string): JsonObject[] => (Array.isArray(scene[key]) ? (scene[key] as JsonObject[]) : []);

/** Centimetres are fine enough for a hand. */
export const tidy = ([x, y]: Point): [number, number] => [Math.round(x * 100) / 100, Math.round(y * 100) / 100];
