/** The checks of the FAPI 2 plans that wait until something expired. They start together, and so wait together. */
import { setTimeout as wait } from "node:timers/promises";
import { test } from "../support/test.ts";
import { checkUnusable } from "./modules/fapi-requests.ts";
import { assertionsCount } from "./suite/assertions-count.ts";
import { type FapiCase, readFapiCases } from "./suite/cases.ts";
import { addressOf, pushed, requestOf } from "./suite/fapi/authorization.ts";
import { type Bank, openBank } from "./suite/fapi/bank.ts";
import { codeOf } from "./suite/fapi/flow.ts";
import { checkRefusal, redeem } from "./suite/fapi/tokens.ts";

/** FAPI 2.0 Security Profile §5.3.2.1 item 11: a code lives 60 seconds at most. */
const CODE_MS = 62_000;
/** Longer than the lifetime of a request URI. */
const REQUEST_URI_MS = 91_000;

/** What a check does first. It returns what the check does after it waited. */
type Begin = (bank: Bank) => Promise<() => Promise<void>>;

const slow: Readonly<Record<string, { readonly begin: Begin; readonly waitsMs: number }>> = {
  "fapi2-security-profile-final-ensure-token-endpoint-fails-with-expired-auth-code": {
    waitsMs: CODE_MS,
    begin: async (bank) => {
      const { request, code } = await codeOf(bank);
      return async () => checkRefusal(await redeem(bank, request, code), 400, "invalid_grant");
    },
  },
  "fapi2-security-profile-final-par-attempt-to-use-expired-request_uri": {
    waitsMs: REQUEST_URI_MS,
    begin: async (bank) => {
      const [client] = bank.clients;
      const address = addressOf(bank, client, await pushed(bank, await requestOf(bank, client)));
      return () => checkUnusable(bank, address);
    },
  },
};

const cases = readFapiCases().flatMap((running) => {
  const found = slow[running.check];
  return found === undefined ? [] : [{ ...found, running }];
});

test.describe.configure({ mode: "default", timeout: 240_000 });

const begun = new Map<string, () => Promise<void>>();
const titleOf = ({ profile, check, holds }: FapiCase) => `[${profile}] ${check}: ${holds}`;

test.beforeAll(async ({ world, demo, operator }) => {
  await assertionsCount(world);
  for (const { running, begin, waitsMs } of cases) {
    const finish = await begin(await openBank({ world, running, account: demo, operator }));
    const until = Date.now() + waitsMs;
    begun.set(titleOf(running), async () => {
      await wait(Math.max(0, until - Date.now()));
      await finish();
    });
  }
});

for (const { running } of cases) {
  test(titleOf(running), async () => {
    await begun.get(titleOf(running))?.();
  });
}
