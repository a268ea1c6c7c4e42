/**
 * What operators see of sign-ins: how people prove who they are, and why they are refused. It counts what this process
 * writes into the audit log. How many people have a passkey or an authenticator app is counted by a job, for all.
 */
import type { Database } from "@countersign/database";
import { type Measure, openTally } from "@countersign/service";
import type { DurableStores } from "../durable.ts";
import { readPeople, SIGN_IN_METHODS, type SignInMethod } from "./statistics.ts";

type Recording = Pick<DurableStores, "users" | "sessions" | "secondFactors">;

/** The stores that record sign-ins, and what is measured of these. */
export function countedSignIns({ users, sessions, secondFactors }: Recording): Recording & {
  readonly measures: readonly Measure[];
} {
  const signIns = openTally({
    name: "sign_ins_total",
    help: "Sign-ins, by how people proved who they are",
    labelNames: ["method"],
    from: SIGN_IN_METHODS.map((method) => ({ method })),
  });
  const refused = openTally({
    name: "sign_ins_refused_total",
    help: "Sign-ins that were refused, by reason; limited: once for a source that tried too often",
    labelNames: ["reason"],
    from: ["failed", "second_factor_failed", "limited"].map((reason) => ({ reason })),
  });
  return {
    users: {
      ...users,
      async recordFailedSignIn(userId, by, type = "sign_in_failed") {
        await users.recordFailedSignIn(userId, by, type);
        refused.count({ reason: type === "sign_in_failed" ? "failed" : type });
      },
      async recordLimitedSignIn(by) {
        await users.recordLimitedSignIn(by);
        refused.count({ reason: "limited" });
      },
    },
    sessions: {
      ...sessions,
      async signIn(previous, signIn, by) {
        const secret = await sessions.signIn(previous, signIn, by);
        if (secret !== undefined) signIns.count({ method: methodOf(signIn.amr) });
        return secret;
      },
    },
    secondFactors: {
      ...secondFactors,
      async recordFailure(use, also) {
        const failures = await secondFactors.recordFailure(use, also);
        refused.count({ reason: "second_factor_failed" });
        return failures;
      },
    },
    measures: [signIns.measure, refused.measure],
  };
}

/** As the statistics count them. */
export function methodOf(amr: readonly string[]): SignInMethod {
  if (amr.includes("federated")) return "provider";
  if (amr.includes("pwd")) return amr.includes("mfa") ? "password_and_second_factor" : "password";
  return amr.includes("pop") ? "passkey" : "other";
}

/** How many people there are, and how many of them have stronger ways to sign in, as a job counted them. */
export const peopleMeasure = (database: Pick<Database, "pool">): Measure => ({
  name: "registered_people",
  help: "People, and those who have a passkey or an authenticator app, as they were counted in the last minutes",
  type: "gauge",
  labelNames: ["has"],
  async read() {
    const { total, withPasskey, withAuthenticatorApp, countedAt } = await readPeople(database);
    if (countedAt === null) return [];
    const counts = { account: total, passkey: withPasskey, authenticator_app: withAuthenticatorApp };
    return Object.entries(counts).map(([has, value]) => ({ labels: { has }, value }));
  },
});
