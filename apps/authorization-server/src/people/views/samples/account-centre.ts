/** Sample data for the first page of the account, its hubs, and the activity. */
import { app, at, bare, common, session, unnamed } from "./account-data.ts";
import { type Sample, sample } from "./sample.ts";

const signals = { accepted: "{}", details: "{}" };
const event = {
  ...{ at, type: "sign_in", actor: "user", client: "Example", address: "192.0.2.1" },
  ...{ count: 1, kind: "sign-ins", isAlarming: false },
};
const events = [
  event,
  { ...event, type: "sign_in_failed", client: undefined, count: 3, isAlarming: true },
  {
    ...event,
    at: new Date("2029-12-24T12:00:00Z"),
    type: "of a later version",
    actor: "administrator",
    kind: undefined,
  },
];
/** One day in Europe, and two in some zones. */
const atMidnight = ["2029-12-23T22:30:00Z", "2029-12-23T09:30:00Z"].map((time) => ({ ...event, at: new Date(time) }));
const kinds = ["sign-ins", "security", "apps"];
const row = { name: "passkeys", path: "/account/passkeys", isSet: true, text: "Chrome, Linux", at };
const unset = { isSet: false, text: undefined, at: undefined };
const methods = [row, { ...row, name: "password" }, { ...row, ...unset, name: "email" }, { ...row, name: "username" }];
const steps = ["app", "security-key", "codes", "browsers"].map((name) => ({ ...row, name, text: "2" }));
const check = (name: string, isDone: boolean) => ({ name, path: "/account/second-factors", isDone, count: 2 });
const checks = [
  check("second-way", false),
  check("recovery-codes", false),
  check("failures", false),
  check("email", true),
  { ...check("spare-passkey", true), names: ["Chrome on Linux", "iCloud Keychain", "Old key"] },
];
const secure = ["/account/sessions", "/forgot-password"] as const;

const way = { name: "passkeys", path: "/account/passkeys", count: 2, newestAt: at };
const ways = [way, { ...way, name: "password", path: undefined }, { ...way, name: "of a later version" }];

export const ACCOUNT_CENTRE_SAMPLES: readonly Sample[] = [
  ...sample(
    "accountOverview",
    {
      ...common,
      checks,
      warnings: [],
      sessions: { shown: [session, { ...session, id: "2", isThisOne: false, system: "iPhone" }], count: 3 },
      applications: { shown: [app, app], count: 3 },
      events,
      signals: undefined,
    },
    {
      ...bare,
      checks: [check("email", true), check("second-way", true)],
      warnings: [{ name: "deletion_pending", path: "/account/delete" }],
      sessions: { shown: [{ ...session, ...unnamed }], count: 1 },
      applications: { shown: [], count: 0 },
      events: [],
      signals,
    },
  ),
  ...sample(
    "accountSecurity",
    { ...common, owner: { ...common.owner, picture: "/picture/1" }, methods, steps, hasSteps: true, ways },
    {
      ...bare,
      methods: methods.map((one) => ({ ...one, ...unset })),
      steps: steps.map((one) => ({ ...one, ...unset })),
      hasSteps: false,
      ways: [],
    },
  ),
  ...sample(
    "accountPrivacy",
    { ...common, copy: "/account/export", deletion: "/account/delete", dueAt: undefined },
    { ...bare, copy: "/account/export", deletion: "/account/delete", dueAt: at },
  ),
  ...sample(
    "accountActivity",
    { ...common, events: [...events, ...atMidnight], kinds, kind: undefined, secure },
    { ...bare, events: [], kinds, kind: "apps", secure },
  ),
];
