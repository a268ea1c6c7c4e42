/** The FAPI 2 plans: every check of checks.json that does not wait, for each of their variants. */

import { test } from "../support/test.ts";
import { fapiAssertions } from "./modules/fapi-assertions.ts";
import { fapiCodes } from "./modules/fapi-codes.ts";
import { fapiDiscovery } from "./modules/fapi-discovery.ts";
import { fapiDpop } from "./modules/fapi-dpop.ts";
import { fapiFlows } from "./modules/fapi-flows.ts";
import type { FapiModule } from "./modules/fapi-module.ts";
import { fapiRequestObjects } from "./modules/fapi-request-objects.ts";
import { fapiRequests } from "./modules/fapi-requests.ts";
import { assertionsCount } from "./suite/assertions-count.ts";
import { type FapiCase, readFapiCases } from "./suite/cases.ts";
import { openBank } from "./suite/fapi/bank.ts";

const modules: Readonly<Record<string, FapiModule>> = {
  ...fapiAssertions,
  ...fapiCodes,
  ...fapiDiscovery,
  ...fapiDpop,
  ...fapiFlows,
  ...fapiRequestObjects,
  ...fapiRequests,
};

/** These are in fapi-slow.spec.ts. */
const ELSEWHERE = [
  "fapi2-security-profile-final-ensure-token-endpoint-fails-with-expired-auth-code",
  "fapi2-security-profile-final-par-attempt-to-use-expired-request_uri",
];

const cases = readFapiCases().filter(({ check }) => !ELSEWHERE.includes(check));

for (const [profile, ofProfile] of Map.groupBy(cases, (running) => running.profile)) {
  test.describe(profile, () => {
    // In one process: to add clients of an operator takes longer than most checks.
    test.describe.configure({ mode: "default" });
    for (const running of ofProfile) {
      const run = modules[running.check];
      if (run === undefined) throw new Error(`no module for ${running.check}`);
      define(running, run);
    }
  });
}

function define(running: FapiCase, run: FapiModule): void {
  test(`[${running.profile}] ${running.check}: ${running.holds}`, async ({ world, demo, operator }) => {
    await assertionsCount(world);
    await run(await openBank({ world, running, account: demo, operator }));
  });
}
