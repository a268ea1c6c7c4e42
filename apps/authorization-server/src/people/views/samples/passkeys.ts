/** Sample data for the pages about passkeys. */
import { ACCOUNT, type Sample, sample } from "./sample.ts";

const links = [{ name: "sessions", path: "/account/sessions" }];
const path = "/account/passkeys";
const common = { ...ACCOUNT, path, links };
const at = new Date("2030-01-01T12:00:00Z");
const passkey = {
  passkeyId: "1",
  use: "sign-in",
  name: "Phone",
  backupEligible: true,
  backedUp: true,
  createdAt: at,
  lastUsedAt: at,
  isLastWayIn: false,
} as const;
const others = [
  { ...passkey, passkeyId: "2", backedUp: false, name: "", lastUsedAt: undefined, isLastWayIn: true },
  { ...passkey, passkeyId: "3", backupEligible: false, backedUp: false, use: "second-factor", name: "" },
] as const;
const adding = [
  { use: "sign-in", options: "{}" },
  { use: "second-factor", options: "{}" },
] as const;
const signals = { accepted: "{}", details: "{}" };

const party = { name: "Example", host: "app.example", logo: undefined, clientUri: undefined };
const form = {
  party: { ...party, policyUri: undefined, tosUri: undefined },
  path: "/login",
  request: "r",
  csrf: "c",
  person: "Alice",
};

export const PASSKEY_SAMPLES: readonly Sample[] = [
  ...sample(
    "accountPasskeys",
    { ...common, done: "passkey_added", problem: undefined, passkeys: [passkey, ...others], adding, signals },
    { ...common, problem: "last", passkeys: [passkey], adding, signals },
    { ...common, problem: "not_verified", passkeys: [], adding: [], signals: undefined },
    { ...common, problem: "known", passkeys: [], adding, signals },
    { ...common, problem: "too_many", passkeys: [], adding, signals },
    { ...common, problem: "demanded", passkeys: [passkey], adding, signals },
    { ...common, problem: "name", refusedName: { passkeyId: "1", typed: " " }, passkeys: [passkey], adding, signals },
  ),
  ...sample(
    "offerPasskey",
    { ...form, options: "{}", problem: undefined },
    { ...form, options: "{}", problem: "not_verified" },
  ),
];
