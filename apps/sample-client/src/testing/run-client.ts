/** The sample client on a free port, as main.ts starts it. */

import { createApp } from "../app.ts";
import { type Dependencies, openDependencies } from "../dependencies.ts";
import { openLog } from "../log.ts";
import { readClientKey } from "../provider/client-key.ts";
import { openTracing } from "../tracing/open.ts";
import { configFor } from "./config.ts";
import { type Listening, listen } from "./listen.ts";

export interface RunningClient extends Listening {
  readonly deps: Dependencies;
  readonly log: readonly string[];
}

/** Starts the client against `issuer`; `env` adds to its environment. Port 0 is a free one. */
export async function runClient(issuer: string, env: Record<string, string> = {}, port = 0): Promise<RunningClient> {
  const log: string[] = [];
  const { CLIENT_KEY_FILE: keyFile } = env;
  const key = keyFile === undefined ? {} : { clientKey: await readClientKey(keyFile) };
  const tracing = await openTracing(configFor({ ISSUER: issuer, ...env }));
  let started: Dependencies | undefined;
  const listening = await listen((origin) => {
    const config = { ...configFor({ ISSUER: issuer, BASE_URL: origin, ...env }), ...key };
    const write = (line: string) => void log.push(line);
    started = { ...openDependencies(config, tracing), log: openLog(write, () => new Date()) };
    return createApp(started);
  }, port);
  if (started === undefined) throw new Error("the client did not start");
  const close = async () => {
    await listening.close();
    await tracing.close();
  };
  return { ...listening, close, deps: started, log };
}
