/** Sample data for the pages on which a person gets a new password by mail. */
import { type Sample, sample } from "./sample.ts";

const form = { csrf: "csrf", shortest: 15 };

export const PASSWORD_SAMPLES: readonly Sample[] = [
  ...sample(
    "forgotPassword",
    { ...form, email: "", request: undefined },
    { ...form, email: "alice", request: "handle", problem: "malformed" },
    { ...form, email: "alice@example.com", request: "handle", problem: "too_many", minutes: 5 },
  ),
  ...sample("resetSent", { request: undefined }, { request: "handle" }),
  ...sample(
    "resetPassword",
    { ...form, username: "alice" },
    { ...form, username: "alice", problem: "too_short" },
    { ...form, username: "alice", problem: "common" },
  ),
  ...sample("resetDone", {}),
  ...sample("resetInvalid", { canAsk: true }, { canAsk: false }),
];
