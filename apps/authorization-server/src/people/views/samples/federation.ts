/** Sample data for the page after a sign-in at another provider. */
import { type Sample, sample } from "./sample.ts";

const party = {
  name: "Example",
  host: "app.example",
  logo: undefined,
  clientUri: undefined,
  policyUri: undefined,
  tosUri: undefined,
};
const form = { path: "/login/connect", request: "request", csrf: "csrf", party };

export const FEDERATION_SAMPLES: readonly Sample[] = sample(
  "federated",
  { ...form, connecting: { provider: "Corp", address: "iris@corp.example" }, signUp: true },
  { ...form, connecting: { provider: "Corp", address: undefined }, signUp: false },
);
