// What does not move, drawn once for each view and kept with its depths: a processor that draws spends most of its time on
// floors, walls and grass. Only for a canvas without smoothed edges, since others cannot be copied to.

/** Objects on this layer stay as they are until the key that the picture is kept under changes. */
export const stillLayer = 1;

export class StillPicture {
  private readonly frame: WebGLFramebuffer;
  private readonly buffers: readonly [colour: WebGLRenderbuffer, depth: WebGLRenderbuffer];
  private size = "";
  private key: string | undefined;

  constructor(private readonly gl: WebGL2RenderingContext) {
    this.frame = gl.createFramebuffer();
    this.buffers = [gl.createRenderbuffer(), gl.createRenderbuffer()];
  }

  /** Puts what was kept under the key on the canvas; false when there is nothing. */
  show(key: string): boolean {
    if (key !== this.key) return false;
    // A browser empties a canvas before what is first drawn in a frame, and does not take a copy for drawing.
    this.gl.clear(this.gl.COLOR_BUFFER_BIT | this.gl.DEPTH_BUFFER_BIT | this.gl.STENCIL_BUFFER_BIT);
    this.copy(this.frame, null);
    return true;
  }

  /** Keeps what is on the canvas. */
  keep(key: string): void {
    const { gl } = this;
    const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
    if (this.size !== `${width} ${height}`) this.resize(width, height);
    this.copy(null, this.frame);
    this.key = key;
  }

  private resize(width: number, height: number): void {
    const { gl } = this;
    const [colour, depth] = this.buffers;
    this.size = `${width} ${height}`;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.frame);
    for (const [buffer, format, place] of [[colour, gl.RGBA8, gl.COLOR_ATTACHMENT0], [depth, gl.DEPTH24_STENCIL8, gl.DEPTH_STENCIL_ATTACHMENT]] as const) {
      gl.bindRenderbuffer(gl.RENDERBUFFER, buffer);
      gl.renderbufferStorage(gl.RENDERBUFFER, format, width, height);
      gl.framebufferRenderbuffer(gl.FRAMEBUFFER, place, gl.RENDERBUFFER, buffer);
    }
    gl.bindRenderbuffer(gl.RENDERBUFFER, null);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  }

  private copy(from: WebGLFramebuffer | null, to: WebGLFramebuffer | null): void {
    const { gl } = this;
    const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, from);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, to);
    gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT, gl.NEAREST);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  }
}
