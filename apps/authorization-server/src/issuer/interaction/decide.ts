/** Whether a person may sign up or in: what is blocked may not, and then the hooks of the deployment are asked. */
import { isReachable, ProtocolError, readEmailAddress } from "@countersign/rules";
import type { Call } from "@countersign/service";
import type { Dependencies } from "../../dependencies.ts";
import { deniedBy } from "../../platform/http/errors.ts";

type Deciding = Pick<Dependencies, "blockedAddresses" | "hooks" | "levels" | "users" | "now">;
type From = Pick<Call, "req" | "address" | "from">;

const placeOf = ({ req, address }: From) => ({ address, user_agent: req.headers["user-agent"] ?? null });

export interface SigningUp {
  readonly email: string;
  /** `address`: before a code is mailed. `account`: before the account is created. */
  readonly step: "address" | "account";
  readonly client_id: string | null;
  /** The alias of the provider at which the person signed in; null if there is none. */
  readonly provider: string | null;
}

/** Throws `access_denied`, which is shown to the person, if the sign-up is blocked or a hook refuses it. */
export async function assertMaySignUp(
  signingUp: SigningUp,
  { blockedAddresses, hooks, now }: Pick<Deciding, "blockedAddresses" | "hooks" | "now">,
  from: From,
): Promise<void> {
  const email = readEmailAddress(signingUp.email)?.canonical;
  const { address, reference } = from.from;
  const blocked = await blockedAddresses.refusal({ from: address, reference, email, act: "sign-up", at: now() });
  if (blocked !== undefined) throw denied(blocked);
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

/** Throws `access_denied` in a network that is blocked, before anything is looked up or tried. */
export async function assertNotBlockedHere(
  { blockedAddresses, now }: Pick<Deciding, "blockedAddresses" | "now">,
  { from: { address, reference } }: Pick<Call, "from">,
): Promise<void> {
  const blocked = await blockedAddresses.refusal({ from: address, reference, act: "sign-in", at: now() });
  if (blocked !== undefined) throw denied(blocked);
}

/** Refuses a person whose network or mail domain is blocked, when they have proved who they are. */
async function assertNotBlocked(
  { user_id: userId }: SigningIn,
  { blockedAddresses, users, now }: Deciding,
  { from: { address, reference } }: From,
): Promise<void> {
  const claims = blockedAddresses.hasDomains() ? await users.claims(userId) : undefined;
  const email = readEmailAddress(claims?.email ?? "")?.canonical;
  const comer = { from: address, reference, email, userId, act: "sign-in", at: now() } as const;
  const blocked = await blockedAddresses.refusal(comer);
  if (blocked !== undefined) throw denied(blocked);
}

/**
 * The `acr` that a hook requires of a sign-in that has all its proofs; undefined if it may go on. Throws
 * `access_denied`, which is shown to the person, if it refuses, or if the person is blocked.
 */
export async function acrRequiredOf(signingIn: SigningIn, deps: Deciding, from: From): Promise<string | undefined> {
  await assertNotBlocked(signingIn, deps, from);
  const asked = () => ({ ...signingIn, ...placeOf(from) });
  const decision = await deps.hooks.decide("sign-in", asked, (acr) => isReachable(deps.levels, acr));
  if (decision.verdict === "deny") {
    await deps.users.recordFailedSignIn(signingIn.user_id, { ...from.from, at: deps.now() });
    throw denied(decision.text);
  }
  return decision.verdict === "require" ? decision.acr : undefined;
}

const denied = (text: string) => new ProtocolError("access_denied", deniedBy(text));
