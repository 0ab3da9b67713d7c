// All frames in their compact form; positions are unfolded a group at a time, when somebody looks at them. A group
// begins with a whole frame. Ten thousand agents over minutes fit in memory this way, and a seek costs one group.

import { ByteReader } from "../protocol/bytes";
import { type FrameHead, readHead } from "../protocol/messages";
import { TrackHistory, type Tracks } from "../protocol/tracks";

export interface Frame {
  head: FrameHead;
  agents: Tracks;
  obstacles: Tracks;
}

interface Group {
  first: number; // ordinal of its first frame
  messages: Uint8Array[];
  bytes: number;
  unfolded: Frame[];
  agents: TrackHistory;
  obstacles: TrackHistory;
  used: number;
}

const keptUnfolded = 12;

export class FrameStore {
  private groups: Group[] = [];
  private heads: FrameHead[] = [];
  private dropped = 0; // ordinals below this are gone
  private clock = 0;
  private bytes = 0;

  /** Beyond `mostBytes` the oldest groups are forgotten. */
  constructor(private readonly mostBytes = Infinity) {}

  get first(): number {
    return this.dropped;
  }
  /** One past the newest ordinal. */
  get end(): number {
    return this.dropped + this.heads.length;
  }
  get isEmpty(): boolean {
    return this.heads.length === 0;
  }
  get startTime(): number {
    return this.heads[0]?.time ?? 0;
  }
  get endTime(): number {
    return this.heads.at(-1)?.time ?? 0;
  }
  get allHeads(): readonly FrameHead[] {
    return this.heads;
  }

  add(head: FrameHead, message: Uint8Array): void {
    if (head.whole || this.groups.length === 0) {
      this.groups.push({
        first: this.end, messages: [], bytes: 0, unfolded: [], used: 0,
        agents: new TrackHistory(), obstacles: new TrackHistory(),
      });
    }
    const group = this.groups.at(-1)!;
    group.messages.push(message);
    group.bytes += message.length;
    this.bytes += message.length;
    this.heads.push(head);
    while (this.bytes > this.mostBytes && this.groups.length > 2) this.dropOldest();
  }

  /** The frames as they came. */
  *rawMessages(): Generator<Uint8Array> {
    for (const group of this.groups) yield* group.messages;
  }

  head(ordinal: number): FrameHead {
    return this.heads[ordinal - this.dropped]!;
  }

  /** The newest frame that is not after `time`; the first when all are. */
  ordinalAt(time: number): number {
    let low = 0;
    let high = this.heads.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.heads[middle]!.time <= time + 1e-9) low = middle;
      else high = middle;
    }
    return low + this.dropped;
  }

  frame(ordinal: number): Frame {
    const group = this.groupOf(ordinal);
    group.used = ++this.clock;
    while (group.unfolded.length <= ordinal - group.first) this.unfoldNext(group);
    this.foldUnused();
    return group.unfolded[ordinal - group.first]!;
  }

  private unfoldNext(group: Group): void {
    const input = new ByteReader(group.messages[group.unfolded.length]!);
    const head = readHead(input);
    group.unfolded.push({ head, agents: group.agents.decode(input), obstacles: group.obstacles.decode(input) });
  }

  private groupOf(ordinal: number): Group {
    let low = 0;
    let high = this.groups.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.groups[middle]!.first <= ordinal) low = middle;
      else high = middle;
    }
    return this.groups[low]!;
  }

  private foldUnused(): void {
    const open = this.groups.filter((group) => group.unfolded.length > 0);
    if (open.length <= keptUnfolded) return;
    open.sort((a, b) => a.used - b.used);
    for (const group of open.slice(0, open.length - keptUnfolded)) {
      group.unfolded = [];
      group.agents = new TrackHistory();
      group.obstacles = new TrackHistory();
    }
  }

  private dropOldest(): void {
    const group = this.groups.shift()!;
    this.bytes -= group.bytes;
    this.heads.splice(0, group.messages.length);
    this.dropped += group.messages.length;
  }
}
