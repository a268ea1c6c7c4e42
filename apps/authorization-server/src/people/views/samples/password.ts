/** Sample data for the pages on which a person chooses a password. */
import { ACCOUNT, reference, type Sample, sample } from "./sample.ts";

const party = { name: "Example", host: "app.example", logo: undefined };
const account = { ...ACCOUNT, path: "/account/password" };
const form = { csrf: "csrf", shortest: 15 };
const forgot = { ...form, path: "/forgot-password" };
const invalid = { reference, here: "/reset-password" };
const reset = { ...form, path: "/reset-password" };

export const PASSWORD_SAMPLES: readonly Sample[] = [
  ...sample(
    "forgotPassword",
    { ...forgot, email: "", request: undefined },
    { ...forgot, email: "alice", request: "handle", problem: "malformed" },
    { ...forgot, email: "alice@example.com", request: "handle", problem: "too_many", minutes: 5 },
  ),
  ...sample(
    "resetSent",
    { request: undefined, here: "/forgot-password" },
    { request: "handle", here: "/forgot-password" },
  ),
  ...sample(
    "resetPassword",
    { ...reset, username: "alice", providers: [], keepsConnections: false },
    { ...reset, username: "alice", providers: ["Corp", "GitHub"], keepsConnections: true, problem: "too_short" },
    { ...reset, username: "alice", providers: ["Corp"], keepsConnections: false, problem: "common" },
  ),
  ...sample(
    "changePassword",
    { ...form, path: "/change-password", request: "request", party, username: "alice" },
    { ...form, path: "/change-password", request: "request", party, username: "alice", problem: "unchanged" },
  ),
  ...sample(
    "accountPassword",
    { ...form, ...account, username: "alice", hasPassword: true, hasOtherWays: true },
    { ...form, ...account, username: "alice", hasPassword: true, hasOtherWays: false, problem: "wrong_password" },
    { ...form, ...account, username: "alice", hasPassword: true, hasOtherWays: true, problem: "needs_other_way" },
    { ...form, ...account, username: "alice", hasPassword: false, hasOtherWays: true, problem: "too_short" },
  ),
  ...sample("resetDone", { back: undefined }, { back: { client: "Example", url: "https://app.example/" } }),
  ...sample("resetInvalid", { ...invalid, canAsk: true }, { ...invalid, canAsk: false }),
];
