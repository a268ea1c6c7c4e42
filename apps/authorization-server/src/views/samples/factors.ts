/** Sample data for the pages of second factors. */
import { type Sample, sample } from "./sample.ts";

const party = {
  name: "Example",
  host: "app.example",
  logo: undefined,
  clientUri: undefined,
  policyUri: undefined,
  tosUri: undefined,
};
const form = { party, request: "request", csrf: "csrf" };

const account = {
  person: "Alice",
  path: "/account",
  csrf: "csrf",
  done: undefined,
  links: [],
  signOut: "/end_session",
};
const lastUsedAt = new Date("2030-01-01T12:00:00Z");
const device = { id: "2", browser: "Firefox", system: undefined, expiresAt: lastUsedAt };

export const FACTOR_SAMPLES: readonly Sample[] = [
  ...sample(
    "secondFactor",
    { ...form, asksCode: true, anotherWay: true, problem: "wrong_code" },
    { ...form, asksCode: false, anotherWay: false, problem: undefined },
  ),
  ...sample(
    "recoveryCode",
    { ...form, anotherWay: true, problem: "wrong_recovery_code" },
    { ...form, anotherWay: false, problem: "suspended" },
  ),
  ...sample(
    "accountSecondFactors",
    {
      ...account,
      apps: [{ id: "1", name: "", lastUsedAt }],
      devices: [device],
      pending: undefined,
      problem: "demanded",
    },
    { ...account, apps: [], devices: [], pending: { qr: { size: 9, path: "M0 0h1v1h-1z" }, key: "ABCD" } },
  ),
  ...sample("accountRecoveryCodes", { ...account, left: 7 }),
  ...sample("accountNewCodes", { ...account, codes: ["1-ABCD-EFGH-IJKL-MNOP"] }),
  ...sample("recoveryUsed", { ...form, left: 9 }, { ...form, left: 3 }),
];
