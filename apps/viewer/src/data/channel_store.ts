import type { ChannelSample } from "../protocol/messages";

/** The samples of every channel, by agent, in the order of their frames. Overlays ask by the channel's name. */
export class ChannelStore {
  private readonly samples = new Map<string, ChannelSample[]>();

  add(sample: ChannelSample): void {
    const key = keyOf(sample.channel, sample.agent);
    const list = this.samples.get(key);
    if (list) list.push(sample);
    else this.samples.set(key, [sample]);
  }

  /** The sample in force at a frame. */
  at(channel: string, agent: number | undefined, frame: number): ChannelSample | undefined {
    const list = this.samples.get(keyOf(channel, agent)) ?? [];
    for (let i = list.length - 1; i >= 0; i--) {
      if (list[i]!.frame <= frame) return list[i];
    }
    return undefined;
  }

  /** All samples of a channel that belong to no agent, oldest first. */
  ofWorld(channel: string): readonly ChannelSample[] {
    return this.samples.get(keyOf(channel, undefined)) ?? [];
  }

  /** The samples of a channel in force at a frame, of all its agents or parts. */
  allAt(channel: string, frame: number): ChannelSample[] {
    const found: ChannelSample[] = [];
    for (const [key, list] of this.samples) {
      const sample = key.startsWith(`${channel}\n`) ? list.findLast((candidate) => candidate.frame <= frame) : undefined;
      if (sample) found.push(sample);
    }
    return found;
  }

  has(channel: string): boolean {
    for (const key of this.samples.keys()) if (key.startsWith(`${channel}\n`)) return true;
    return false;
  }

  /** Forgets samples that no frame from `frame` on can need. */
  forgetBefore(frame: number): void {
    for (const list of this.samples.values()) {
      const firstNeeded = list.findLastIndex((sample) => sample.frame <= frame);
      if (firstNeeded > 0) list.splice(0, firstNeeded);
    }
  }
}

const keyOf = (channel: string, agent: number | undefined) => `${channel}\n${agent ?? ""}`;
