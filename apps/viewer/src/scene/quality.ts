// How much is drawn, chosen by how long frames take: software drawing gets spots instead of shadows, fewer bodies with
// joints and at last fewer pixels, a graphics card gets everything.

export type Quality = "least" | "low" | "medium" | "high";
export type QualityChoice = Quality | "auto";

export const qualities: readonly Quality[] = ["least", "low", "medium", "high"];

export interface QualitySettings {
  readonly shadows: boolean;
  /** Dark spots under people's feet, where there are no shadows. */
  readonly spots: boolean;
  /** Device pixels for a CSS pixel, at most. */
  readonly pixelRatio: number;
  /** How many people have moving joints, and how many more are drawn limb by limb; the nearest are. */
  readonly jointed: number;
  readonly plain: number;
  /** How tall somebody must be on the screen to have limbs. */
  readonly limbPixels: number;
}

export const settingsOf: Record<Quality, QualitySettings> = {
  least: { shadows: false, spots: false, pixelRatio: 0.5, jointed: 20, plain: 200, limbPixels: 18 },
  low: { shadows: false, spots: true, pixelRatio: 1, jointed: 60, plain: 1000, limbPixels: 14 },
  medium: { shadows: false, spots: true, pixelRatio: 1.5, jointed: 300, plain: 4000, limbPixels: 10 },
  high: { shadows: true, spots: false, pixelRatio: 2, jointed: 900, plain: 10000, limbPixels: 6 },
};

const slowMs = 45;
const fastMs = 19;
const slowFrames = 8;
const patienceMs = 500; // with slow frames in a row
const fastFrames = 90;

/** Goes down after a few slow frames in a row, up after many fast ones, and never up again to what was too slow. */
export class QualityGovernor {
  choice: QualityChoice = "auto";
  private current: Quality;
  private highest: Quality = "high";
  private slow = 0;
  private slowFor = 0;
  private fast = 0;

  constructor(first: Quality) {
    this.current = first;
  }

  get quality(): Quality {
    return this.choice === "auto" ? this.current : this.choice;
  }

  /** The time from one drawn frame to the next, while frames follow each other. True when the quality changes. */
  frameTook(milliseconds: number): boolean {
    if (this.choice !== "auto") return false;
    const isSlow = milliseconds > slowMs;
    this.slow = isSlow ? this.slow + 1 : 0;
    this.slowFor = isSlow ? this.slowFor + milliseconds : 0;
    this.fast = milliseconds < fastMs ? this.fast + 1 : 0;
    const level = qualities.indexOf(this.current);
    if ((this.slow >= slowFrames || (this.slow >= 2 && this.slowFor > patienceMs)) && level > 0) {
      this.highest = qualities[level - 1]!;
      return this.change(this.highest);
    }
    if (this.fast >= fastFrames && level < qualities.indexOf(this.highest)) return this.change(qualities[level + 1]!);
    return false;
  }

  private change(quality: Quality): boolean {
    this.current = quality;
    this.slow = this.slowFor = this.fast = 0;
    return true;
  }
}

/** Whether the processor draws instead of a graphics card, as far as the browser tells. */
export function drawsInSoftware(): boolean {
  const context = document.createElement("canvas").getContext("webgl2");
  const about = context?.getExtension("WEBGL_debug_renderer_info");
  const name = about ? String(context!.getParameter(about.UNMASKED_RENDERER_WEBGL)) : "";
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}
