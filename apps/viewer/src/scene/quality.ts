// How much is drawn, chosen by how long frames take: software drawing gets spots instead of shadows and fewer bodies
// with joints, a graphics card gets everything.

export type Quality = "low" | "medium" | "high";
export type QualityChoice = Quality | "auto";

export const qualities: readonly Quality[] = ["low", "medium", "high"];

export interface QualitySettings {
  readonly shadows: boolean;
  /** Device pixels for a CSS pixel, at most. */
  readonly pixelRatio: number;
  /** How many people have moving joints; the nearest do. */
  readonly jointed: number;
}

export const settingsOf: Record<Quality, QualitySettings> = {
  low: { shadows: false, pixelRatio: 1, jointed: 60 },
  medium: { shadows: false, pixelRatio: 1.5, jointed: 300 },
  high: { shadows: true, pixelRatio: 2, jointed: 900 },
};

const slowMs = 45;
const fastMs = 19;
const slowFrames = 8;
const fastFrames = 90;

/** Goes down after a few slow frames in a row, up after many fast ones, and never up again to what was too slow. */
export class QualityGovernor {
  choice: QualityChoice = "auto";
  private current: Quality = "medium";
  private highest: Quality = "high";
  private slow = 0;
  private fast = 0;

  get quality(): Quality {
    return this.choice === "auto" ? this.current : this.choice;
  }

  /** The time from one drawn frame to the next, while frames follow each other. True when the quality changes. */
  frameTook(milliseconds: number): boolean {
    if (this.choice !== "auto") return false;
    this.slow = milliseconds > slowMs ? this.slow + 1 : 0;
    this.fast = milliseconds < fastMs ? this.fast + 1 : 0;
    const level = qualities.indexOf(this.current);
    if (this.slow >= slowFrames && level > 0) {
      this.highest = qualities[level - 1]!;
      return this.change(this.highest);
    }
    if (this.fast >= fastFrames && level < qualities.indexOf(this.highest)) return this.change(qualities[level + 1]!);
    return false;
  }

  private change(quality: Quality): boolean {
    this.current = quality;
    this.slow = this.fast = 0;
    return true;
  }
}
