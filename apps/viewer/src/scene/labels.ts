import { type Camera, CanvasTexture, Group, MathUtils, OrthographicCamera, PerspectiveCamera, SRGBColorSpace, Sprite, SpriteMaterial } from "three";

const [width, height] = [128, 56];
const scale = 0.028; // of the picture's height, whatever the distance

/** How high the picture is: in the world's metres, or, in perspective, one metre away. */
function pictureHeight(camera: Camera): number {
  if (camera instanceof OrthographicCamera) return (camera.top - camera.bottom) / camera.zoom;
  if (camera instanceof PerspectiveCamera) return (2 * Math.tan(MathUtils.degToRad(camera.fov) / 2)) / camera.zoom;
  return 1;
}

function resize(sprite: Sprite, camera: Camera): void {
  const size = scale * pictureHeight(camera);
  sprite.scale.set((size * width) / height, size, 1);
  sprite.updateMatrixWorld();
}

/** Short texts in the world that keep their size on the screen; textures are made once for each text. */
export class TextLabels {
  readonly object = new Group();
  private readonly textures = new Map<string, CanvasTexture>();
  private readonly sprites: Sprite[];
  private used = 0;

  constructor(count: number, private readonly ink: string, private readonly paper: string) {
    this.sprites = Array.from({ length: count }, () => {
      const sprite = new Sprite(new SpriteMaterial({ depthTest: false, sizeAttenuation: false }));
      sprite.onBeforeRender = (_renderer, _scene, camera) => resize(sprite, camera);
      sprite.renderOrder = 12;
      this.object.add(sprite);
      return sprite;
    });
  }

  clear(): void {
    this.used = 0;
  }

  add(text: string, x: number, y: number, z: number): void {
    const sprite = this.sprites[this.used];
    if (!sprite) return;
    this.used++;
    sprite.position.set(x, y, z + 0.1);
    const texture = this.textureOf(text);
    if (sprite.material.map !== texture) {
      sprite.material.map = texture;
      sprite.material.needsUpdate = true;
    }
  }

  finish(): void {
    this.sprites.forEach((sprite, i) => (sprite.visible = i < this.used));
  }

  private textureOf(text: string): CanvasTexture {
    const known = this.textures.get(text);
    if (known) return known;
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [width, height];
    const context = canvas.getContext("2d")!;
    context.globalAlpha = 0.75;
    context.fillStyle = this.paper;
    context.roundRect(6, 4, width - 12, height - 8, 12);
    context.fill();
    context.globalAlpha = 1;
    context.fillStyle = this.ink;
    context.font = "36px system-ui, sans-serif";
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(text, width / 2, height / 2 + 2);
    const texture = new CanvasTexture(canvas);
    texture.colorSpace = SRGBColorSpace;
    this.textures.set(text, texture);
    return texture;
  }
}
