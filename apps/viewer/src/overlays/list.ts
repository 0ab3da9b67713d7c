import { bodies } from "./bodies";
import { conflicts } from "./conflicts";
import { connections } from "./connections";
import { constraints } from "./constraints";
import { density } from "./density";
import { domainPlans, expanded, foveal, tunnels } from "./domains";
import { events } from "./events";
import { footsteps } from "./footsteps";
import { gauges } from "./gauges";
import { goals } from "./goals";
import { knowledge } from "./knowledge";
import { distanceMap } from "./distance_map";
import { mesh } from "./mesh";
import type { Overlay } from "./overlay";
import { otherPlans, plan } from "./plan";
import { landmarks, rideNodes, waits } from "./rides";
import { trails } from "./trails";

/** Every overlay, in the order in which the page lists them. */
export const overlays: readonly Overlay[] = [
  trails, goals, constraints, domainPlans, footsteps, density, gauges, conflicts, events,
  plan, otherPlans, mesh, distanceMap, knowledge, tunnels, expanded, foveal, connections, landmarks, waits, rideNodes,
  bodies,
];
