import { Matrix4, type OrthographicCamera, PerspectiveCamera, Vector3 } from "three";

/** A part of the window, in CSS pixels. */
export interface Room {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Moves a camera along its line of sight, or zooms it, until all corners just fit into a part of the window. Returns by
 *  how many pixels the picture is to be shifted so that they are in the middle of that part, and how many they cover. */
export function fitInto(
  camera: PerspectiveCamera | OrthographicCamera, target: Vector3, corners: readonly Vector3[], room: Room, width: number, height: number,
): { x: number; y: number; area: number } {
  const [wide, high] = [Math.max(20, room.right - room.left), Math.max(20, room.bottom - room.top)];
  camera.clearViewOffset();
  let box = extent(camera, corners, width, height);
  for (let i = 0; i < 24; i++) {
    const factor = Math.max((box.right - box.left) / wide, (box.bottom - box.top) / high);
    if (Math.abs(factor - 1) < 0.002) break;
    if (camera instanceof PerspectiveCamera) camera.position.sub(target).multiplyScalar(Math.min(4, Math.max(0.25, factor))).add(target);
    else camera.zoom /= factor;
    box = extent(camera, corners, width, height);
  }
  return {
    x: (box.left + box.right) / 2 - (room.left + room.right) / 2, y: (box.top + box.bottom) / 2 - (room.top + room.bottom) / 2,
    area: (box.right - box.left) * (box.bottom - box.top),
  };
}

function extent(camera: PerspectiveCamera | OrthographicCamera, corners: readonly Vector3[], width: number, height: number): Room {
  camera.updateProjectionMatrix();
  camera.updateMatrixWorld();
  const toPicture = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
  const box = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  const point = new Vector3();
  for (const corner of corners) {
    point.copy(corner).applyMatrix4(toPicture);
    const [x, y] = [((point.x + 1) / 2) * width, ((1 - point.y) / 2) * height];
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}
