// A frame for a chart: where values and times are on it, with ticks and units.

export interface Axes {
  left: number;
  right: number;
  top: number;
  bottom: number;
  x(value: number): number;
  y(value: number): number;
}

const [leftRoom, bottomRoom, topRoom, rightRoom] = [34, 15, 5, 6];

/** A step of 1, 2 or 5 times a power of ten that makes about `count` of them. */
export function niceStep(span: number, count: number): number {
  const rough = Math.max(1e-9, span / count);
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5, 10].find((step) => step * power >= rough) ?? 10) * power;
}

const short = (value: number, step: number): string => value.toFixed(Math.max(0, Math.min(3, -Math.floor(Math.log10(step) + 1e-9))));

/** Makes the canvas as sharp as the screen, clears it and draws the axes. */
export function drawAxes(canvas: HTMLCanvasElement, from: number, to: number, top: number, xUnit: string, yUnit: string): [CanvasRenderingContext2D, Axes] {
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const ratio = Math.min(2, devicePixelRatio);
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
  }
  const context = canvas.getContext("2d")!;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  const axes: Axes = {
    left: leftRoom, right: width - rightRoom, top: topRoom, bottom: height - bottomRoom,
    x: (value) => leftRoom + ((value - from) / Math.max(1e-9, to - from)) * (width - rightRoom - leftRoom),
    y: (value) => height - bottomRoom - (value / Math.max(1e-9, top)) * (height - bottomRoom - topRoom),
  };
  const style = getComputedStyle(document.documentElement);
  context.font = "9.5px system-ui, sans-serif";
  context.fillStyle = style.getPropertyValue("--soft");
  context.strokeStyle = style.getPropertyValue("--line");
  context.lineWidth = 1;
  context.textBaseline = "middle";
  context.textAlign = "right";
  const yStep = niceStep(top, 2.2);
  for (let value = 0; value <= top * 1.0001; value += yStep) {
    const y = Math.round(axes.y(value)) + 0.5;
    context.beginPath();
    context.moveTo(axes.left, y);
    context.lineTo(axes.right, y);
    context.stroke();
    context.fillText(short(value, yStep), axes.left - 4, Math.min(axes.bottom - 1, Math.max(6, y)));
  }
  context.textBaseline = "alphabetic";
  const xStep = niceStep(to - from, 4);
  for (let value = Math.ceil(from / xStep) * xStep; value <= to * 1.0001; value += xStep) {
    if (axes.x(value) > axes.right - 10 - xUnit.length * 6) continue;
    context.textAlign = "center";
    context.fillText(short(value, xStep), axes.x(value), height - 3);
  }
  context.textAlign = "right";
  context.fillText(xUnit, width - 2, height - 3);
  context.textAlign = "left";
  context.fillText(yUnit, 0, height - 3);
  canvas.dataset["axes"] = `${xUnit} / ${yUnit}`;
  return [context, axes];
}
