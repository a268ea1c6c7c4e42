/** What the pages of a sign-up have in common. */
import { type EmailAddress, ProtocolError, readCode } from "@countersign/rules";
import type { Call } from "@countersign/service";
import { beginSignUp } from "../../../../administration/people/begin-sign-up.ts";
import type { Dependencies } from "../../../../dependencies.ts";
import { paths } from "../../../../paths.ts";
import { countMail } from "../../../../people/mail/limits.ts";
import type { FormParameters } from "../../../../platform/http/parameters.ts";
import { assertMaySignUp } from "../../decide.ts";
import type { Asked, Outcome } from "../../page.ts";

export type CodeProblem = "malformed_code" | "wrong_code" | "void_code" | "too_many";
export type SignUpProblem = "malformed" | "domain" | "again" | CodeProblem;

/** The field that people do not see. Programs that fill in every field fill it in; no browser knows its name. */
export const isTrap = (form: FormParameters) => form.get("leave-empty") !== undefined;

/**
 * Mails a code to this address, or the message that there is an account. At a limit it mails nothing, and returns the
 * number of seconds to wait.
 */
export async function mailCode(
  { interaction: { place, client }, pages }: Asked<unknown>,
  address: EmailAddress,
  deps: Dependencies,
  call: Call,
): Promise<number | undefined> {
  const from = call.address;
  const limit = await limitOf(countMail(deps.limits.mail, { to: address.canonical, purpose: "sign-up", from }));
  if (limit === undefined) {
    const told = {
      email: address.deliverable,
      step: "address",
      client_id: client?.id ?? null,
      provider: null,
    } as const;
    await assertMaySignUp(told, deps, call);
    const { browser, handle } = place;
    const link = (token: string) => `${paths.verifyEmail}?${new URLSearchParams({ token, request: handle })}`;
    await beginSignUp(deps, { address, browser, link, language: pages.range }, deps.now());
  }
  return limit;
}

/** The seconds to wait, if the work ends at a limit; undefined if it succeeds. */
async function limitOf(work: Promise<unknown>): Promise<number | undefined> {
  try {
    await work;
    return undefined;
  } catch (err) {
    if (err instanceof ProtocolError && err.retryAfterSeconds !== undefined) return err.retryAfterSeconds;
    throw err;
  }
}

interface RefusedCode {
  readonly problem: CodeProblem;
  readonly retryAfterSeconds?: number;
}

/** Tries the code of a form for an address. The right one leads to the details. */
export async function tryCode(
  { interaction: { place, parked } }: Asked<unknown>,
  { deliverable, canonical }: EmailAddress,
  form: FormParameters,
  { limits, addressProofs, now }: Dependencies,
): Promise<RefusedCode | Extract<Outcome, { kind: "continue" }>> {
  const code = readCode(form.get("code") ?? "");
  if (code === undefined) return { problem: "malformed_code" };
  const subject = { address: canonical, browser: place.browser };
  // A try counts only against a code that was mailed. Otherwise strangers could use up the tries of an address.
  const pending = await addressProofs.find("sign-up", subject, now());
  if (pending === undefined || pending.provedAt !== null || pending.triesLeft === 0) return { problem: "void_code" };
  const { allowed, retryAfterSeconds } = await limits.codeTries.consume(canonical);
  if (!allowed) return { problem: "too_many", retryAfterSeconds };

  const result = await addressProofs.tryCode("sign-up", subject, code, now());
  if (result.kind !== "proved") return { problem: result.kind === "wrong" ? "wrong_code" : "void_code" };
  const signUp = { step: "details", address: deliverable, proofId: result.proof.id } as const;
  return { kind: "continue", progress: { ...parked.progress, signUp } };
}
