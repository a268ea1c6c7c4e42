/** Any other server, by a file. */
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { clientCredentials, expectToken, worksOf } from "../driver.ts";
import type { Load } from "../load/model.ts";
import { processesBelow, startMeasured } from "../processes.ts";
import type { Provider } from "../provider.ts";
import type { Subject } from "../subject.ts";
import type { WorkName } from "../works.ts";
import { filledIn, type Peer, type PeerStart, placesOf, readPeer } from "./peer-file.ts";
import { signInAtPeer } from "./peer-pages.ts";
import type { Starting } from "./starting.ts";

type Works = Partial<Record<WorkName, () => Promise<Load>>>;

const READY_WITHIN_SECONDS = 60;
const STOP_WITHIN_MS = 20_000;

type Around = Omit<Starting, "name">;

export async function startPeer(file: string, starting: Around): Promise<Subject> {
  const peer = readPeer(file);
  const startedAt = performance.now();
  const running = peer.start === undefined ? of(peer.pids ?? []) : await start(peer, peer.start, starting);
  const provider = providerOf(peer);
  if (provider.service !== undefined) await expectToken(provider);
  const firstTokenMs = peer.start === undefined ? Number.NaN : performance.now() - startedAt;
  return { name: peer.name, firstTokenMs, works: offered(peer, provider), ...running };
}

/** A peer that runs already is not stopped. */
const of = (pids: readonly number[]) => ({ pids, stop: async () => {} });

async function start({ name, origin, folder }: Peer, how: PeerStart, around: Around) {
  const { stores, folder: files } = around;
  const places = placesOf(await stores.database(`bench_${name.replace(/\W/g, "_")}`), folder);
  const given = Object.entries(how.environment ?? {}).map(([key, text]) => [key, filledIn(text, places)]);
  const { PATH, HOME, JAVA_HOME } = process.env;
  const measured = await startMeasured({
    command: how.command.map((word) => filledIn(word, places)),
    environment: { PATH, HOME, JAVA_HOME, ...Object.fromEntries(given) },
    workingFolder: join(folder, filledIn(how.folder ?? ".", places)),
    ready: `${origin}${how.ready}`,
    readyWithinMs: (how.readyWithinSeconds ?? READY_WITHIN_SECONDS) * 1000,
    logFile: join(files, `${name}.log`),
  });
  // A script may have started what serves: that has to be told to stop, and is what costs.
  const pids = [measured.pid, ...processesBelow(measured.pid)];
  return { pids, stop: () => stopAll(pids, () => measured.stop()) };
}

async function stopAll(pids: readonly number[], last: () => Promise<void>): Promise<void> {
  const signalled = (pid: number, signal: NodeJS.Signals | 0) => {
    try {
      return process.kill(pid, signal);
    } catch {
      return false; // it has ended
    }
  };
  for (const pid of pids) signalled(pid, "SIGTERM");
  for (const end = performance.now() + STOP_WITHIN_MS; performance.now() < end; await pause(100))
    if (!pids.slice(1).some((pid) => signalled(pid, 0))) break;
  for (const pid of pids.slice(1)) signalled(pid, "SIGKILL");
  await last();
}

function providerOf(peer: Peer): Provider {
  const { origin, userinfoOrigin = origin, paths, clients = {}, services, forms } = peer;
  const { redirectUri = "https://rp.example/cb" } = peer;
  const pages = { origin, redirectUri, forms: forms ?? [] };
  const service = services?.ES256 ?? services?.RS256;
  return {
    origin,
    userinfoOrigin,
    paths: { ...NO_PATHS, ...paths },
    redirectUri,
    clients,
    ...(service === undefined ? {} : { service }),
    from: () => ({}),
    signIn: (connection, jar, authorization) => signInAtPeer(pages, connection, jar, authorization),
  };
}

const NO_PATHS = { discovery: "", jwks: "", authorization: "", token: "", introspection: "", userinfo: "" };

/** The works for which the file has all that they need. */
function offered({ paths, services = {} }: Peer, provider: Provider): Works {
  const { ES256, RS256 } = services;
  // Whether a token was seen before makes no difference to a server that looks up every token.
  const { "cc-es256": _, "userinfo-fresh": _fresh, ...works } = worksOf(provider);
  const all: Works = {
    ...works,
    ...(ES256 === undefined ? {} : { "cc-es256": async () => clientCredentials(provider, ES256) }),
    ...(RS256 === undefined ? {} : { "cc-rs256": async () => clientCredentials(provider, RS256) }),
  };
  const has = (work: string) => neededBy(work).every((name) => paths[name] !== undefined);
  return Object.fromEntries(Object.entries(all).filter(([work]) => has(work)));
}

function neededBy(work: string): readonly (keyof Provider["paths"])[] {
  if (work === "discovery" || work === "jwks") return [work];
  if (work.startsWith("cc-")) return ["token"];
  if (work === "introspection") return ["authorization", "token", "introspection"];
  if (work.startsWith("userinfo") || work.startsWith("flow")) return ["authorization", "token", "userinfo"];
  return ["authorization", "token"];
}
