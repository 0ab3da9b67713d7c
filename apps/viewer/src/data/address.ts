// The view in the page's address, so that it can be shared: #scene=hello&time=12.5&camera=top,...&overlays=trails,goals&agent=ann

import type { CameraPose } from "../scene/stage";
import { type AgentColouring, colourings } from "../people/colours";
import { qualities, type QualityChoice } from "../scene/quality";
import type { Theme } from "../scene/palette";

export interface Address {
  scene?: string;
  time?: number;
  camera?: CameraPose;
  overlays?: string[];
  agent?: string;
  colour?: AgentColouring;
  theme?: Theme;
  quality?: QualityChoice;
}

/** Parameters after # or after ?; what makes no sense is ignored. */
export function readAddress(hash: string, search: string): Address {
  const words = new URLSearchParams(hash.replace(/^#/, "") || search);
  const address: Address = {};
  const scene = words.get("scene");
  if (scene) address.scene = scene;
  const time = Number(words.get("time") ?? NaN);
  if (Number.isFinite(time)) address.time = time;
  const camera = readCamera(words.get("camera"));
  if (camera) address.camera = camera;
  const overlays = words.get("overlays");
  if (overlays !== null) address.overlays = overlays.split(",").filter((name) => name !== "");
  const agent = words.get("agent");
  if (agent) address.agent = agent;
  const colour = words.get("colour");
  if ((colourings as readonly (string | null)[]).includes(colour)) address.colour = colour as AgentColouring;
  const theme = words.get("theme");
  if (theme === "dark" || theme === "light") address.theme = theme;
  const quality = words.get("quality");
  if ((qualities as readonly (string | null)[]).includes(quality)) address.quality = quality as QualityChoice;
  return address;
}

export function writeAddress(address: Address): string {
  const words: string[] = [];
  const add = (name: string, value: string | undefined) => {
    if (value !== undefined) words.push(`${name}=${encodeURIComponent(value).replaceAll("%2C", ",")}`);
  };
  add("scene", address.scene || undefined);
  add("time", address.time?.toFixed(2));
  add("camera", address.camera && cameraText(address.camera));
  add("overlays", address.overlays?.join(","));
  add("agent", address.agent);
  add("colour", address.colour);
  add("theme", address.theme);
  if (address.quality !== "auto") add("quality", address.quality);
  return `#${words.join("&")}`;
}

const cameraText = ({ kind, position, target, zoom }: CameraPose) => [kind, ...position, ...target, zoom.toPrecision(5)].join(",");

function readCamera(text: string | null): CameraPose | undefined {
  const [kind, ...rest] = (text ?? "").split(",");
  const numbers = rest.map(Number);
  if ((kind !== "orbit" && kind !== "top" && kind !== "eyes") || numbers.length !== 7 || !numbers.every(Number.isFinite)) return undefined;
  const [a, b, c, d, e, f, zoom] = numbers as [number, number, number, number, number, number, number];
  return { kind, position: [a, b, c], target: [d, e, f], zoom };
}
