/** The email address of a person. A code to the new address proves it; the old one stays until then. */
import { readCode, readEmailAddress } from "@countersign/rules";
import type { Call } from "@countersign/service";
import { beginAddressChange, changeAddress } from "../../../administration/people/addresses.ts";
import type { Dependencies } from "../../../dependencies.ts";
import { paths } from "../../../paths.ts";
import type { FormParameters } from "../../../platform/http/parameters.ts";
import { waitFor } from "../../../platform/http/waiting.ts";
import { PROOF_PURPOSES } from "../../../platform/stores/ways-in/proof-purposes.ts";
import type { EmailProblem } from "../../views/models/sign-up.ts";
import { type Asked, defineAccountPage, type Outcome } from "../page.ts";

const LONGEST_ADDRESS = 320;

export const email = defineAccountPage({
  path: paths.accountEmail,
  name: "email",
  section: "security",
  level: "R2",
  isOn: ({ mail }) => mail.isOn,
  checks: async ({ userId }, { users }) => [
    { name: "email", isDone: (await users.claims(userId))?.email_verified === true },
  ],

  show: (asked, deps) => page(asked, deps),

  act(asked, form, deps, call) {
    if (form.get("action") === "confirm") return confirm(asked, form, deps, call);
    return begin(asked, form, deps, call);
  },
});

async function begin(asked: Asked, form: FormParameters, deps: Dependencies, call: Call): Promise<Outcome> {
  const typed = form.get("email") ?? "";
  const address = readEmailAddress(typed);
  const browser = deps.cookies.browser(call.req);
  const refused = { typed: typed.slice(0, LONGEST_ADDRESS) };
  if (address === undefined || browser === undefined) return again(asked, deps, { refused, problem: "malformed" });

  const request = { to: address.canonical, purpose: "change-address", from: call.address };
  const { allowed, retryAfterSeconds } = await deps.limits.mail.consume(request);
  if (!allowed) return again(asked, deps, { refused, problem: "too_many", retryAfterSeconds });
  if (await isBlocked(asked, address.canonical, deps, call)) return again(asked, deps, { refused, problem: "domain" });

  const change = { userId: asked.userId, address, browser, language: asked.pages.range, link: paths.accountEmail };
  await beginAddressChange(deps, change, deps.now());
  return { kind: "done", notice: "code_sent" };
}

async function confirm(asked: Asked, form: FormParameters, deps: Dependencies, call: Call): Promise<Outcome> {
  const { userId, by } = asked;
  const browser = deps.cookies.browser(call.req) ?? "";
  const pending = await deps.addressProofs.find("change-address", { address: "", userId }, by.at);
  const code = readCode(form.get("code") ?? "");
  const refused = "code";
  if (pending === undefined || code === undefined) return again(asked, deps, { refused, problem: "wrong_code" });

  const { allowed, retryAfterSeconds } = await deps.limits.codeTries.consume(pending.canonical);
  if (!allowed) return again(asked, deps, { refused, problem: "too_many", retryAfterSeconds });
  const result = await deps.addressProofs.tryCode("change-address", { address: "", userId, browser }, code, by.at);
  if (result.kind !== "proved")
    return again(asked, deps, { refused, problem: result.kind === "wrong" ? "wrong_code" : "void_code" });

  // The domain may have been blocked since the code was mailed.
  if (await isBlocked(asked, pending.canonical, deps, call)) return again(asked, deps, { refused, problem: "domain" });
  const undoLink = (token: string) => `${paths.undoEmail}?${new URLSearchParams({ token })}`;
  const userAgent = call.req.headers["user-agent"] ?? "";
  const changed = await changeAddress(deps, { userId, proofId: result.proof.id, userAgent, undoLink }, by);
  return changed ? { kind: "done", notice: "email_changed" } : again(asked, deps, { refused, problem: "void_code" });
}

/** Whether addresses of this domain may not be used. */
async function isBlocked({ userId, by }: Asked, email: string, { blockedAddresses }: Dependencies, call: Call) {
  const { address: from, reference } = call.from;
  const comer = { from, reference, email, userId, act: "change-address", at: by.at } as const;
  return (await blockedAddresses.refusal(comer)) !== undefined;
}

interface Refused {
  readonly refused: "code" | { readonly typed: string };
  readonly problem: EmailProblem;
  readonly retryAfterSeconds?: number | undefined;
}

async function again(asked: Asked, deps: Dependencies, refusal: Refused): Promise<Outcome> {
  const { minutes, ...how } = waitFor(refusal.retryAfterSeconds);
  return { kind: "show", page: await page(asked, deps, { ...refusal, minutes }), ...how };
}

type Shown = Pick<Refused, "refused" | "problem"> & { readonly minutes: number | undefined };

async function page({ pages, common, userId, by }: Asked, deps: Dependencies, shown?: Shown) {
  const claims = await deps.users.claims(userId);
  const pending = await deps.addressProofs.find("change-address", { address: "", userId }, by.at);
  return pages.accountEmail({
    ...common,
    address: claims?.email ?? undefined,
    isProved: claims?.email_verified === true,
    pending: pending?.address,
    codeSeconds: PROOF_PURPOSES["change-address"].lifetimeSeconds,
    refused: shown?.refused,
    problem: shown?.problem,
    minutes: shown?.minutes,
  });
}
