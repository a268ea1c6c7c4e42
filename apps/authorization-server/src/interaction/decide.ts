/** Asks the hooks of the deployment whether a person may sign up or in. */
import { acceptedLevels, ProtocolError } from "@countersign/rules";
import type { Call } from "@countersign/service";
import type { Dependencies } from "../dependencies.ts";
import { deniedBy } from "../http/errors.ts";

type Deciding = Pick<Dependencies, "hooks" | "levels" | "users" | "now">;
type From = Pick<Call, "req" | "address">;

const placeOf = ({ req, address }: From) => ({ address, user_agent: req.headers["user-agent"] ?? null });

export interface SigningUp {
  readonly email: string;
  /** `address`: before a code is mailed. `account`: before the account is created. */
  readonly step: "address" | "account";
  readonly client_id: string | null;
  /** The alias of the provider at which the person signed in; null if there is none. */
  readonly provider: string | null;
}

/** Throws `access_denied`, which is shown to the person, if a hook refuses the sign-up. */
export async function assertMaySignUp(
  signingUp: SigningUp,
  { hooks }: Pick<Deciding, "hooks">,
  from: From,
): Promise<void> {
  const decision = await hooks.decide("sign-up", () => ({ ...signingUp, ...placeOf(from) }));
  if (decision.verdict === "deny") throw denied(decision.text);
}

export interface SigningIn {
  readonly user_id: string;
  readonly client_id: string | null;
  readonly acr: string;
  readonly amr: readonly string[];
  /** Whether the account was created just now. */
  readonly is_new: boolean;
}

/**
 * The `acr` that a hook requires of a sign-in that has all its proofs; undefined if it may go on. Throws
 * `access_denied`, which is shown to the person, if it refuses.
 */
export async function acrRequiredOf(signingIn: SigningIn, deps: Deciding, from: From): Promise<string | undefined> {
  const isReachable = (acr: string) =>
    acceptedLevels(deps.levels, { client: acr }).some(({ factors }) => !factors.includes("remembered-device"));
  const decision = await deps.hooks.decide("sign-in", () => ({ ...signingIn, ...placeOf(from) }), isReachable);
  if (decision.verdict === "deny") {
    await deps.users.recordFailedSignIn(signingIn.user_id, { address: from.address, at: deps.now() });
    throw denied(decision.text);
  }
  return decision.verdict === "require" ? decision.acr : undefined;
}

const denied = (text: string) => new ProtocolError("access_denied", deniedBy(text));
