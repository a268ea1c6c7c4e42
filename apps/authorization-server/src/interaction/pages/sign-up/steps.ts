/** What the pages of a sign-up have in common. */
import { type EmailAddress, ProtocolError } from "@countersign/rules";
import type { Call } from "@countersign/service";
import { beginSignUp } from "../../../administration/sign-ups.ts";
import type { Dependencies } from "../../../dependencies.ts";
import type { FormParameters } from "../../../http/parameters.ts";
import { countMail } from "../../../mail/limits.ts";
import { paths } from "../../../paths.ts";
import { assertMaySignUp } from "../../decide.ts";
import type { Asked } from "../../page.ts";

export type SignUpProblem = "malformed" | "domain" | "too_many" | "again";

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
