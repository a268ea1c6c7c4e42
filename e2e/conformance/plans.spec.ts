/** The plans of OpenID Connect: every check of checks.json, as clients of each response type that its plan has. */
import { backchannels } from "./modules/backchannel.ts";
import { discoveries } from "./modules/discovery.ts";
import { flows } from "./modules/flows.ts";
import { logouts } from "./modules/logout.ts";
import type { Module } from "./modules/module.ts";
import { refreshes } from "./modules/refresh.ts";
import { refusals } from "./modules/refusals.ts";
import { registrations } from "./modules/registrations.ts";
import { requestObjects } from "./modules/request-objects.ts";
import { sessions } from "./modules/sessions.ts";
import { assertionsCount } from "./suite/assertions-count.ts";
import type { Case } from "./suite/cases.ts";
import { readCases } from "./suite/cases.ts";
import { openProvider } from "./suite/provider.ts";
import { endRegistrations } from "./suite/registration.ts";
import { test } from "./suite/test.ts";

const modules: Readonly<Record<string, Module>> = {
  ...backchannels,
  ...discoveries,
  ...flows,
  ...logouts,
  ...refreshes,
  ...refusals,
  ...registrations,
  ...requestObjects,
  ...sessions,
};

/** These are in separate files. */
const ELSEWHERE = [
  "oidcc-codereuse-30seconds",
  "oidcc-server-rotate-keys",
  "form-post-in-a-browser",
  "oidcc-frontchannel-rp-initiated-logout",
  "oidcc-session-management-rp-initiated-logout",
];

for (const running of readCases().filter(({ check }) => !ELSEWHERE.includes(check))) {
  const run = modules[running.check];
  if (run === undefined) throw new Error(`no module for ${running.check}`);
  define(running, run);
}

function define(running: Case, run: Module): void {
  test(`[${running.profile}] ${running.check}: ${running.holds}`, async ({ world, demo, initialAccessToken }) => {
    if (running.clientAuth === "private_key_jwt") await assertionsCount(world);
    const provider = await openProvider({ world, running, account: demo, initialAccessToken });
    await run(provider);
    await endRegistrations(provider);
  });
}
