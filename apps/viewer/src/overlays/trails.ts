import type { Overlay } from "./overlay";
import { Strokes } from "./strokes";

const seconds = 5;
const mostPoints = 60_000;
const lift = 0.03;
const storeyRoom = 1.9; // metres above the floor of the highest storey that is shown

export const trails: Overlay = {
  name: "trails",
  label: "Trails",
  explanation: `Where each agent walked in the last ${seconds} seconds.`,
  key: "t",
  isOnAtStart: 400,
  create({ agents }) {
    const strokes = new Strokes({ opacity: 0.75 });
    let drawnKey = "";
    return {
      object: strokes.object,
      update({ model, moment, upTo }) {
        const key = `${moment.ordinal} ${agents.colouring} ${model.frames.end} ${upTo}`;
        if (key === drawnKey) return undefined;
        drawnKey = key;
        const from = Math.max(model.frames.first, model.frames.ordinalAt(moment.time - seconds));
        const count = model.scene!.agents.length;
        const stride = Math.max(2, Math.ceil(((moment.ordinal - from) * count) / mostPoints));
        strokes.clear();
        const highest = upTo === undefined ? Infinity : (upTo + storeyRoom) * 1000;
        let later = moment.frame.agents;
        for (let ordinal = moment.ordinal; ordinal > from; ) {
          ordinal = Math.max(from, ordinal - (ordinal % stride || stride));
          const earlier = model.frames.frame(ordinal).agents;
          for (let i = 0; i < count; i++) {
            const tag = later.tag[i]!;
            if (tag === 0 || !earlier.tag[i] || tag >>> 3 !== earlier.tag[i]! >>> 3) continue;
            if (later.z[i]! > highest || earlier.z[i]! > highest) continue;
            if (later.x[i] === earlier.x[i] && later.y[i] === earlier.y[i]) continue;
            const colour = agents.colourOf(i, tag);
            strokes.add(
              earlier.x[i]! / 1000, earlier.y[i]! / 1000, earlier.z[i]! / 1000 + lift,
              later.x[i]! / 1000, later.y[i]! / 1000, later.z[i]! / 1000 + lift, colour.r, colour.g, colour.b,
            );
          }
          later = earlier;
        }
        strokes.finish();
        return undefined;
      },
    };
  },
};
