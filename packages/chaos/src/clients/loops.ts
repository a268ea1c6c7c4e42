/** What clients and people do without end, each loop at its own pace. */
import { pause } from "./answered.ts";
import { openBrowser } from "./browser.ts";
import { boundChain, certifiedChain, openChain, refreshChain } from "./chains.ts";
import { signUpAtOnce } from "./journeys.ts";
import {
  clientCredentials,
  discover,
  exchange,
  exchangeOnce,
  introspect,
  type Registered,
  readRegistration,
  refresh,
  register,
  revoke,
  signIn,
  signInAgain,
  userinfo,
} from "./steps.ts";
import { type Loop, personOf, signedIn, type Turn } from "./turns.ts";
import type { Tokens, World } from "./world.ts";

const firstSignIns: Loop = (world, index) => async () => {
  const code = await signIn(world, openBrowser(world, personOf(world, index)));
  if (code !== undefined) await exchange(world, code);
};

const silentFlows: Loop = (world, index) => {
  const next = signedIn(world, index);
  return async () => {
    const code = await next();
    const tokens = code === undefined ? undefined : await exchange(world, code);
    if (tokens !== undefined) await userinfo(world, tokens.access);
  };
};

const ownTokens: Loop = (world) => () => clientCredentials(world);
const discoveries: Loop = (world) => () => discover(world);

const MOST_REMEMBERED = 50;

const registrations: Loop = (world) => {
  const known: Registered[] = [];
  return async () => {
    const made = await register(world);
    if (made !== undefined) known.push(made);
    if (known.length > MOST_REMEMBERED) known.shift();
    for (const one of [known[0], known.at(-1)]) if (one !== undefined) await readRegistration(world, one);
  };
};

/** Two parties that send one code: at most one of them gets tokens, and these are not used. */
const codeRaces: Loop = (world, index) => {
  const next = signedIn(world, index);
  return async () => {
    const code = await next();
    if (code !== undefined) await Promise.all([exchangeOnce(world, code), exchangeOnce(world, code)]);
  };
};

const MOST_CHECKED = 20;

const revocations: Loop = (world, index) => {
  const next = signedIn(world, index);
  const revoked: Tokens[] = [];
  return async () => {
    const code = await next();
    const tokens = code === undefined ? undefined : await exchange(world, code);
    if (tokens === undefined) return;
    if ((await revoke(world, tokens)).status === 200) revoked.push(tokens);
    if (revoked.length > MOST_CHECKED) revoked.shift();
    for (const one of [revoked[0], revoked.at(-1)]) {
      if (one === undefined) continue;
      await userinfo(world, one.access);
      await introspect(world, one.access);
      await refresh(world, one);
    }
  };
};

/** An address gets a mail a minute. */
const MAILED_EVERY_MS = 61_000;

/** People who sign up, or begin again. Later they sign in to the account that they were shown. */
const signUps: Loop = (world) => {
  const known: string[] = [];
  const broken: { readonly person: number; readonly at: number }[] = [];
  let people = 0;
  return async () => {
    const isAgain = broken[0] !== undefined && world.history.now() - broken[0].at > MAILED_EVERY_MS;
    const person = (isAgain ? broken.shift()?.person : undefined) ?? ++people;
    const email = await signUpAtOnce(world, person);
    if (email !== undefined) known.push(email);
    else if (!isAgain) broken.push({ person, at: world.history.now() });
    if (known.length > MOST_REMEMBERED) known.shift();
    for (const one of [known[0], known.at(-1)]) if (one !== undefined) await signInAgain(world, one);
  };
};

/** How many of each loop there are, and how long each waits between two turns. */
const LOOPS: readonly { readonly loop: Loop; readonly count: number; readonly everyMs: number }[] = [
  { loop: firstSignIns, count: 1, everyMs: 2000 },
  { loop: silentFlows, count: 2, everyMs: 500 },
  { loop: refreshChain, count: 4, everyMs: 600 },
  { loop: boundChain, count: 2, everyMs: 800 },
  { loop: openChain, count: 2, everyMs: 800 },
  { loop: certifiedChain, count: 2, everyMs: 800 },
  { loop: ownTokens, count: 2, everyMs: 300 },
  { loop: discoveries, count: 1, everyMs: 500 },
  { loop: registrations, count: 1, everyMs: 1000 },
  { loop: codeRaces, count: 1, everyMs: 1000 },
  { loop: revocations, count: 1, everyMs: 1000 },
  { loop: signUps, count: 1, everyMs: 3000 },
];

export interface Traffic {
  /** Waits until each loop has ended its turn. */
  stop(): Promise<void>;
}

export function startTraffic(world: World): Traffic {
  let stopped = false;
  const run = async (turn: Turn, everyMs: number) => {
    while (!stopped) {
      await turn();
      await pause(everyMs * (0.5 + Math.random()));
    }
  };
  const turns = LOOPS.flatMap(({ loop, count, everyMs }) => Array.from({ length: count }, () => ({ loop, everyMs })));
  const running = turns.map(({ loop, everyMs }, index) => run(loop(world, index), everyMs));
  return {
    async stop() {
      stopped = true;
      await Promise.all(running);
    },
  };
}
