// A page with a recording inside replays it; a page that came from a server shows what happens there.

import { App } from "./app";
import { LiveConnection } from "./data/live";
import { Model } from "./data/model";
import { readEmbedded } from "./data/recording";
import { publish } from "./scripting";
import { element } from "./ui/dom";

const canvas = document.querySelector<HTMLCanvasElement>("#stage")!;
const ui = document.querySelector<HTMLElement>("#ui")!;
const curtain = element("p", { id: "curtain" });
ui.append(curtain);

function fail(text: string): void {
  curtain.textContent = text;
  curtain.hidden = false;
}

function start(model: Model, connection?: LiveConnection): App {
  curtain.hidden = true;
  document.title = `${model.scene!.name} · wend`;
  const app = new App(canvas, ui, model, connection ? (command) => connection.send(command) : undefined);
  publish(app);
  return app;
}

async function replay(recording: HTMLElement): Promise<void> {
  const model = new Model(false);
  await readEmbedded(recording, model);
  if (!model.isReady) return fail("This recording has no frames.");
  start(model);
}

function watch(): void {
  const model = new Model(true);
  let app: App | undefined;
  let isConnected = false;
  curtain.textContent = "Waiting for the simulation …";
  const showState = () => app?.title.setConnection(isConnected ? "live" : "connection lost, trying again");
  const connection: LiveConnection = new LiveConnection(
    model,
    (connected) => { isConnected = connected; showState(); },
    () => {
      if (app || !model.isReady) return;
      app = start(model, connection);
      showState();
    },
    (isSameScene) => {
      // Of another scene neither place nor time nor person would mean anything.
      const words = new URLSearchParams(location.hash.slice(1));
      for (const name of isSameScene ? ["time"] : ["scene", "time", "camera", "agent"]) words.delete(name);
      history.replaceState(null, "", `#${words.toString()}`);
      location.reload();
    },
  );
}

/** A browser may lack it or have it turned off. */
const canDraw = document.createElement("canvas").getContext("webgl2") !== null;

const recording = document.querySelector<HTMLElement>("#recording");
if (!canDraw)
  fail("This page draws with WebGL 2, which this browser does not have or has turned off. "
    + "Pictures without a browser: wend run SCENE --png FILE");
else if (recording) replay(recording).catch((error: unknown) => fail(`This recording cannot be read: ${String(error)}`));
else if (location.protocol.startsWith("http")) watch();
else fail("This page has no recording inside. Make one with: wend run SCENE --html FILE");
