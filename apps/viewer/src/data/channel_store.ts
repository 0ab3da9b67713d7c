import type { ChannelSample } from "../protocol/messages";

/** The samples of every channel, by agent, in the order of their frames. Overlays ask by the channel's name. */
export class ChannelStore {
  private readonly channels = new Map<string, Map<number | undefined, ChannelSample[]>>();

  /** A second word about the same frame replaces the first. */
  add(sample: ChannelSample): void {
    const lists = this.channels.get(sample.channel) ?? new Map<number | undefined, ChannelSample[]>();
    this.channels.set(sample.channel, lists);
    const list = lists.get(sample.agent) ?? [];
    lists.set(sample.agent, list);
    const last = list.at(-1);
    if (sample.agent !== undefined && last?.frame === sample.frame) list[list.length - 1] = sample;
    else list.push(sample);
  }

  /** The sample in force at a frame. */
  at(channel: string, agent: number | undefined, frame: number): ChannelSample | undefined {
    return newest(this.of(channel, agent), frame);
  }

  /** All samples of a channel and agent, oldest first. */
  of(channel: string, agent: number | undefined): readonly ChannelSample[] {
    return this.channels.get(channel)?.get(agent) ?? [];
  }

  /** All samples of a channel that belong to no agent, oldest first. */
  ofWorld(channel: string): readonly ChannelSample[] {
    return this.of(channel, undefined);
  }

  /** The samples of a channel in force at a frame, of all its agents or parts. */
  allAt(channel: string, frame: number): ChannelSample[] {
    const found: ChannelSample[] = [];
    for (const list of this.channels.get(channel)?.values() ?? []) {
      const sample = newest(list, frame);
      if (sample) found.push(sample);
    }
    return found;
  }

  has(channel: string): boolean {
    return this.channels.has(channel);
  }

  /** Forgets samples that no frame from `frame` on can need. */
  forgetBefore(frame: number): void {
    for (const lists of this.channels.values()) {
      for (const list of lists.values()) {
        const firstNeeded = list.findLastIndex((sample) => sample.frame <= frame);
        if (firstNeeded > 0) list.splice(0, firstNeeded);
      }
    }
  }
}

/** The last sample that is not after a frame. */
function newest(list: readonly ChannelSample[], frame: number): ChannelSample | undefined {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]!.frame <= frame) low = middle + 1;
    else high = middle;
  }
  return list[low - 1];
}
