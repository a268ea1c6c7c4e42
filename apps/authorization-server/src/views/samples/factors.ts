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
  ...sample("recoveryUsed", { ...form, left: 9 }, { ...form, left: 3 }),
];
