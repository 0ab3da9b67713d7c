import { Vector3 } from "three";

/** Where the light comes from. */
export const sunFrom = new Vector3(-0.45, -0.62, 1).normalize();
