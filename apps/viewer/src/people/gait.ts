// A walk for those of whom only the place is known. A foot that is on the ground stays where it was put: the cycle goes
// on by the distance walked and not by the clock, a foot lands where the body will be half way through its stance, and
// the body passes over it. Who stops sets the feet side by side; who turns on the spot steps round.

import { jointCount, jointIndex } from "./joints";

const hipHeight = 0.537, shoulderHeight = 0.81, thigh = 0.25, shin = 0.25, ankleHeight = 0.045; // shares of the height
const hipWidth = 0.05, shoulderWidth = 0.118, upperArm = 0.165, foreArm = 0.15, footLength = 0.1;
const stillSpeed = 0.12; // m/s
const settleSeconds = 0.35;
const farJump = 0.6; // metres in one update: not walked
const j = jointIndex;

/** Metres of one whole cycle, two steps: people walk faster by longer and by quicker steps, about equally. */
export function strideLength(speed: number, height: number): number {
  return 0.83 * height * Math.sqrt(Math.min(2.2, Math.max(0.25, speed)) / 1.34);
}

export interface Foot {
  x: number;
  y: number;
  /** Where it left the ground, while it is in the air. */
  fromX: number;
  fromY: number;
  heading: number;
  isDown: boolean;
  lift: number;
  settling: number; // share of a settling step that is done, or -1
}

const newFoot = (): Foot => ({ x: 0, y: 0, fromX: 0, fromY: 0, heading: 0, isDown: true, lift: 0, settling: -1 });
const smooth = (t: number) => t * t * (3 - 2 * t);

/** The walk of one agent. */
export class Gait {
  readonly left = newFoot();
  readonly right = newFoot();
  private phase: number; // of the left foot: below a half it stands
  private x = 0;
  private y = 0;
  private speed = 0;
  private direction = 0;
  private isPlaced = false;

  constructor(private readonly height: number, firstPhase: number) {
    this.phase = firstPhase;
  }

  /** The body has come to a place in so many seconds. None known, or far too far: it is put there, in the middle of a
   *  step when it has a speed. */
  move(x: number, y: number, heading: number, seconds: number, speed = 0): void {
    const [dx, dy] = [x - this.x, y - this.y];
    const walked = Math.hypot(dx, dy);
    if (!this.isPlaced || seconds < 0 || walked > farJump) return this.place(x, y, heading, speed);
    [this.x, this.y] = [x, y];
    if (seconds === 0) return;
    const share = Math.min(1, seconds / 0.15);
    this.speed += (walked / seconds - this.speed) * share;
    if (walked > 1e-5) this.direction = Math.atan2(dy, dx);
    if (this.speed < stillSpeed) return this.settle(heading, seconds);
    const stride = strideLength(this.speed, this.height);
    this.phase = (this.phase + walked / stride) % 1;
    this.step(this.left, this.phase, stride, heading, 1);
    this.step(this.right, (this.phase + 0.5) % 1, stride, heading, -1);
  }

  private place(x: number, y: number, heading: number, speed: number): void {
    [this.x, this.y, this.direction, this.speed, this.isPlaced] = [x, y, heading, speed, true];
    const stride = speed < stillSpeed ? 0 : strideLength(speed, this.height);
    for (const [foot, side] of [[this.left, 1], [this.right, -1]] as const) {
      const phase = (this.phase + (side > 0 ? 0 : 0.5)) % 1;
      const isDown = phase < 0.5 || stride === 0;
      // It came down, or left the ground, a quarter of a stride from the body.
      const [fx, fy] = this.beside(heading, side, isDown ? stride * (0.25 - phase) : -stride / 4);
      Object.assign(foot, { x: fx, y: fy, fromX: fx, fromY: fy, heading, isDown: true, lift: 0, settling: -1 });
      if (!isDown) {
        this.step(foot, phase, stride, heading, side);
        // Where it left, seen from where the body was then.
        const behind = stride * (phase - 0.5);
        foot.fromX -= Math.cos(heading) * behind;
        foot.fromY -= Math.sin(heading) * behind;
        this.step(foot, phase, stride, heading, side);
      }
    }
  }

  /** Under a hip, `ahead` metres in the direction of the walk. */
  private beside(heading: number, side: number, ahead: number): [number, number] {
    const out = side * hipWidth * this.height;
    return [
      this.x - Math.sin(heading) * out + Math.cos(this.direction) * ahead,
      this.y + Math.cos(heading) * out + Math.sin(this.direction) * ahead,
    ];
  }

  private step(foot: Foot, phase: number, stride: number, heading: number, side: number): void {
    foot.settling = -1;
    const isDown = phase < 0.5;
    if (isDown) {
      if (!foot.isDown) [foot.x, foot.y] = this.landing(foot, heading, side, stride);
      foot.isDown = true;
      foot.lift = 0;
      // Only a body that was carried off, or turned on the spot, leaves a foot out of reach.
      if (Math.hypot(foot.x - this.x, foot.y - this.y) > 0.42 * this.height) [foot.x, foot.y] = this.beside(heading, side, 0);
      return;
    }
    if (foot.isDown) [foot.fromX, foot.fromY, foot.isDown] = [foot.x, foot.y, false];
    const share = (phase - 0.5) * 2;
    const [landX, landY] = this.landing(foot, heading, side, stride);
    const eased = smooth(share);
    foot.x = foot.fromX + (landX - foot.fromX) * eased;
    foot.y = foot.fromY + (landY - foot.fromY) * eased;
    foot.heading = heading;
    foot.lift = Math.sin(Math.PI * share) * Math.min(0.09, stride * 0.07);
  }

  private landing(_foot: Foot, heading: number, side: number, stride: number): [number, number] {
    return this.beside(heading, side, stride / 4);
  }

  /** Standing: a foot that is not under its hip gets there in one small step, one after the other. */
  private settle(heading: number, seconds: number): void {
    for (const [foot, side, other] of [[this.left, 1, this.right], [this.right, -1, this.left]] as const) {
      const [wantedX, wantedY] = this.beside(heading, side, 0);
      const off = Math.hypot(foot.x - wantedX, foot.y - wantedY);
      if (foot.settling < 0 && (!foot.isDown || (off > 0.06 && other.isDown && other.settling < 0))) {
        Object.assign(foot, { fromX: foot.x, fromY: foot.y, settling: 0, isDown: false });
      }
      if (foot.settling < 0) continue;
      foot.settling = Math.min(1, foot.settling + seconds / settleSeconds);
      const eased = smooth(foot.settling);
      foot.x = foot.fromX + (wantedX - foot.fromX) * eased;
      foot.y = foot.fromY + (wantedY - foot.fromY) * eased;
      foot.lift = Math.sin(Math.PI * foot.settling) * 0.03;
      foot.heading = heading;
      if (foot.settling === 1) Object.assign(foot, { settling: -1, isDown: true, lift: 0 });
    }
  }

  /** Where all joints are, for a body on ground of height z. */
  pose(z: number, heading: number, wide: number, out: Float32Array): void {
    const h = this.height;
    const [cos, sin] = [Math.cos(heading), Math.sin(heading)];
    const put = (joint: number, ahead: number, side: number, up: number) => {
      out[joint * 3] = this.x + cos * ahead - sin * side;
      out[joint * 3 + 1] = this.y + sin * ahead + cos * side;
      out[joint * 3 + 2] = z + up;
    };
    const aheadOf = (foot: Foot) => (foot.x - this.x) * cos + (foot.y - this.y) * sin;
    const [leftAhead, rightAhead] = [aheadOf(this.left), aheadOf(this.right)];
    const hip = Math.min(this.hipAbove(this.left), this.hipAbove(this.right), hipHeight * h);
    const lean = Math.min(0.05, this.speed * 0.022) * h;
    put(j.pelvis, 0, 0, hip);
    put(j.chest, lean, 0, hip + (shoulderHeight - hipHeight) * h);
    put(j.head, lean * 1.3, 0, hip + (0.865 - hipHeight) * h);
    put(j.crown, lean * 1.35, 0, hip + (0.985 - hipHeight) * h);
    const arms = hip + (shoulderHeight - 0.025 - hipHeight) * h;
    this.arm(put, 1, rightAhead - leftAhead, lean, arms, wide);
    this.arm(put, -1, leftAhead - rightAhead, lean, arms, wide);
    put(j.left_hip, 0, hipWidth * h, hip);
    put(j.right_hip, 0, -hipWidth * h, hip);
    this.leg(out, this.left, z, j.left_hip, cos, sin);
    this.leg(out, this.right, z, j.right_hip, cos, sin);
  }

  /** The highest hip from which the leg still reaches the foot. */
  private hipAbove(foot: Foot): number {
    // A little more than the leg: the heel leaves the ground before the toes do.
    const reach = (thigh + shin) * this.height * 1.03;
    const flat = Math.hypot(foot.x - this.x, foot.y - this.y);
    return ankleHeight * this.height + foot.lift + Math.sqrt(Math.max(0.05, reach * reach - flat * flat));
  }

  private arm(put: (joint: number, ahead: number, side: number, up: number) => void, side: 1 | -1, swing: number, lean: number, shoulder: number, wide: number): void {
    const h = this.height;
    const first = side > 0 ? j.left_shoulder : j.right_shoulder;
    const out = side * shoulderWidth * h * wide;
    const angle = Math.max(-0.6, Math.min(0.7, (swing / h) * 0.75));
    const bend = 0.25 + Math.max(0, angle) * 0.7 + this.speed * 0.08;
    put(first, lean, out, shoulder);
    const [elbowAhead, elbowUp] = [lean + Math.sin(angle) * upperArm * h, shoulder - Math.cos(angle) * upperArm * h];
    put(first + 1, elbowAhead, out * 1.12, elbowUp);
    put(first + 2, elbowAhead + Math.sin(angle + bend) * foreArm * h, out * 1.08, elbowUp - Math.cos(angle + bend) * foreArm * h);
  }

  /** Hip and ankle are given; the knee bends forward. */
  private leg(out: Float32Array, foot: Foot, z: number, hip: number, cos: number, sin: number): void {
    const h = this.height;
    const [hx, hy, hz] = [out[hip * 3]!, out[hip * 3 + 1]!, out[hip * 3 + 2]!];
    const [ax, ay, az] = [foot.x, foot.y, z + ankleHeight * h + foot.lift];
    const [dx, dy, dz] = [ax - hx, ay - hy, az - hz];
    const distance = Math.min((thigh + shin) * h * 0.999, Math.hypot(dx, dy, dz));
    const along = (thigh * thigh * h * h - shin * shin * h * h + distance * distance) / (2 * distance);
    const off = Math.sqrt(Math.max(0, thigh * thigh * h * h - along * along));
    const scale = along / distance;
    // Forward, less what of it points along the leg.
    const dot = (cos * dx + sin * dy) / distance;
    let [kx, ky, kz] = [cos - (dot * dx) / distance, sin - (dot * dy) / distance, (-dot * dz) / distance];
    const length = Math.max(1e-6, Math.hypot(kx, ky, kz));
    [kx, ky, kz] = [(kx / length) * off, (ky / length) * off, (kz / length) * off];
    out.set([hx + dx * scale + kx, hy + dy * scale + ky, hz + dz * scale + kz], (hip + 1) * 3);
    out.set([ax, ay, az], (hip + 2) * 3);
    const drop = foot.isDown ? 0 : foot.lift * 0.5;
    out.set([ax + Math.cos(foot.heading) * footLength * h, ay + Math.sin(foot.heading) * footLength * h, z + 0.02 * h + foot.lift - drop], (hip + 3) * 3);
  }
}

export const poseFloats = jointCount * 3;
