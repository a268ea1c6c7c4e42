/** Checks that wait. They start together, so that they wait together. One of them needs the operator. */
import { setTimeout as wait } from "node:timers/promises";
import { expect } from "@playwright/test";
import { decodeProtectedHeader } from "jose";
import { send } from "../support/http.ts";
import { redeemAgain, spentCode } from "./modules/refusals.ts";
import { readCases } from "./suite/cases.ts";
import { runFlow } from "./suite/flow.ts";
import { checkJwks } from "./suite/keys.ts";
import { openProvider, type Provider } from "./suite/provider.ts";
import { endRegistrations } from "./suite/registration.ts";
import { test } from "./suite/test.ts";

const PAUSE_MS = 30_000;
const cases = readCases().filter(({ check }) => check === "oidcc-codereuse-30seconds");

interface Begun {
  readonly provider: Provider;
  readonly spent: Awaited<ReturnType<typeof spentCode>>;
  readonly at: number;
}

test.describe.configure({ mode: "default", timeout: 180_000 });

const begun = new Map<string, Begun>();
test.beforeAll(async ({ world, demo, initialAccessToken }) => {
  for (const running of cases) {
    const provider = await openProvider({ world, running, account: demo, initialAccessToken });
    begun.set(running.profile, { provider, spent: await spentCode(provider), at: Date.now() });
  }
});

for (const { profile, check, holds } of cases) {
  test(`[${profile}] ${check}: ${holds}`, async () => {
    const { provider, spent, at } = begun.get(profile) as Begun;
    await wait(Math.max(0, at + PAUSE_MS - Date.now()));
    await redeemAgain(provider, spent);
    await endRegistrations(provider);
  });
}

for (const running of readCases().filter(({ check }) => check === "oidcc-server-rotate-keys")) {
  test(`[${running.profile}] ${running.check}: ${running.holds}`, async ({
    world,
    demo,
    initialAccessToken,
    operator,
  }) => {
    const provider = await openProvider({ world, running, account: demo, initialAccessToken });
    const before = await keysOf(provider);
    const { rawIdToken } = await runFlow(provider);
    await operator.rotateKeys("RS256");

    await expect.poll(async () => (await keysOf(provider)).length).toBe(before.length + 1);
    const after = await keysOf(provider);
    expect(after).toEqual(expect.arrayContaining([...before, decodeProtectedHeader(rawIdToken).kid]));
    await runFlow(provider);
    await endRegistrations(provider);
  });
}

/** The names of the keys that are published now. */
async function keysOf({ world, server }: Provider): Promise<readonly unknown[]> {
  const keys = await checkJwks(JSON.parse((await send(world, server.jwks_uri ?? "")).body));
  return keys.map(({ kid }) => kid);
}
