// People who are not near: one piece each, all in one draw call.

import { type BufferGeometry, Color, DynamicDrawUsage, InstancedMesh, MeshLambertMaterial } from "three";
import { sendFirst } from "../scene/upload";

function instanced(mesh: InstancedMesh): InstancedMesh {
  mesh.instanceMatrix.setUsage(DynamicDrawUsage);
  mesh.frustumCulled = false;
  return mesh;
}

/** The clothes take the instance's colour; skin, hair and trousers have their own. */
function paintedMaterial(): MeshLambertMaterial {
  const material = new MeshLambertMaterial();
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = `attribute vec4 paint;\n${shader.vertexShader.replace("#include <color_vertex>", `
      #ifdef USE_INSTANCING_COLOR
        vColor = vec4(mix(instanceColor.rgb, paint.rgb, paint.a), 1.0);
      #else
        vColor = vec4(paint.rgb, 1.0);
      #endif`)}`;
  };
  return material;
}

export class PlainPeople {
  readonly mesh: InstancedMesh;
  private used = 0;
  private readonly shownColour: Float64Array;

  constructor(count: number, person: BufferGeometry) {
    this.mesh = instanced(new InstancedMesh(person, paintedMaterial(), Math.max(1, count)));
    this.mesh.castShadow = true;
    this.mesh.setColorAt(0, new Color());
    this.shownColour = new Float64Array(count).fill(-1);
  }

  clear(): void {
    this.used = 0;
  }

  add(x: number, y: number, z: number, heading: number, height: number, wide: number, clothes: Color): void {
    const to = this.mesh.instanceMatrix.array;
    const at = this.used * 16;
    const [cos, sin] = [Math.cos(heading) * height, Math.sin(heading) * height];
    to[at] = cos; to[at + 1] = sin; to[at + 2] = 0; to[at + 3] = 0;
    to[at + 4] = -sin * wide; to[at + 5] = cos * wide; to[at + 6] = 0; to[at + 7] = 0;
    to[at + 8] = 0; to[at + 9] = 0; to[at + 10] = height; to[at + 11] = 0;
    to[at + 12] = x; to[at + 13] = y; to[at + 14] = z; to[at + 15] = 1;
    const key = clothes.getHex();
    if (this.shownColour[this.used] !== key) {
      this.shownColour[this.used] = key;
      this.mesh.setColorAt(this.used, clothes);
      this.mesh.instanceColor!.needsUpdate = true;
    }
    this.used++;
  }

  finish(): void {
    this.mesh.count = this.used;
    this.mesh.visible = this.used > 0;
    sendFirst(this.mesh.instanceMatrix, this.used * 16);
  }
}
