/** Sample data for the pages of second factors. */
import { ACCOUNT, REQUEST, type Sample, sample } from "./sample.ts";
import { secret } from "./secret.ts";

const lastUsedAt = new Date("2030-01-01T12:00:00Z");
const device = { id: "2", browser: "Firefox", system: undefined, expiresAt: lastUsedAt };

export const FACTOR_SAMPLES: readonly Sample[] = [
  ...sample(
    "secondFactor",
    { ...REQUEST, asksCode: true, keyOptions: undefined, prefersKey: false, anotherWay: true, problem: "wrong_code" },
    { ...REQUEST, asksCode: false, keyOptions: undefined, prefersKey: false, anotherWay: false, problem: undefined },
    { ...REQUEST, asksCode: true, keyOptions: "{}", prefersKey: false, anotherWay: true, problem: undefined },
    { ...REQUEST, asksCode: true, keyOptions: "{}", prefersKey: true, anotherWay: true, problem: undefined },
    { ...REQUEST, asksCode: false, keyOptions: "{}", prefersKey: true, anotherWay: true, problem: "wrong_key" },
  ),
  ...sample(
    "recoveryCode",
    { ...REQUEST, anotherWay: true, problem: "wrong_recovery_code" },
    { ...REQUEST, anotherWay: false, problem: "suspended" },
  ),
  ...sample(
    "accountSecondFactors",
    {
      ...ACCOUNT,
      apps: [{ id: "1", name: "", lastUsedAt }],
      devices: [device],
      pending: undefined,
      preferred: "totp",
      problem: "demanded",
    },
    {
      ...ACCOUNT,
      apps: [],
      devices: [],
      preferred: undefined,
      pending: secret,
    },
  ),
  ...sample("accountRecoveryCodes", { ...ACCOUNT, left: 7, possible: true }, { ...ACCOUNT, left: 0, possible: false }),
  ...sample("accountNewCodes", {
    ...ACCOUNT,
    codes: Array.from({ length: 10 }, (_, index) => `${index}-ABCD-EFGH-IJKL-MNOP`),
    printed: { username: "alice", host: "auth.example", at: new Date("2030-01-01T12:00:00Z") },
  }),
  ...sample("recoveryUsed", { ...REQUEST, left: 9 }, { ...REQUEST, left: 3 }),
];
