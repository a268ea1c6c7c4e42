/** The second factors of a person: authenticator apps, and the browsers that are not asked for a code. */
import { isVisible, nameBrowser, type RequestParameters } from "@countersign/rules";
import type { Call } from "@countersign/service";
import {
  addTotp,
  forgetDevice,
  PREFERABLE,
  preferFactor,
  removeTotp,
  replaceRecoveryCodes,
} from "../../../administration/ways-in/second-factors.ts";
import type { Dependencies } from "../../../dependencies.ts";
import { paths } from "../../../paths.ts";
import { countRequest } from "../../../platform/http/source-limits.ts";
import { makeRecoveryCodes } from "../../sign-in/new-recovery-codes.ts";
import { beginTotp, confirmedStep, pendingTotp, shownSecret } from "../../sign-in/totp-enrolment.ts";
import { type Asked, defineAccountPage, type Outcome } from "../page.ts";
import { isEnough, signInStronger } from "./stronger.ts";

interface Refused {
  readonly problem: "wrong_code" | "demanded" | "too_many";
  /** The name that was typed for an app. */
  readonly typedName?: string;
}

export const secondFactors = defineAccountPage({
  path: paths.accountSecondFactors,
  name: "second-factors",
  section: "security",
  level: "R2",
  async checks({ userId }, { users }) {
    const has = await users.factorsOf(userId);
    return [{ name: "second-way", isDone: has.some((factor) => factor !== "password" && factor !== "recovery-code") }];
  },

  show: (asked, deps, call) => page(asked, deps, call),

  async act(asked, form, deps, call) {
    const action = form.get("action");
    if (action === "add") return begin(asked, deps, call);
    if (action === "confirm") return confirm(asked, form, deps, call);
    if (action === "remove") return remove(asked, form, deps, call);
    if (action === "prefer") return prefer(asked, form, deps);
    return action === "forget" ? forget(asked, form, deps) : { kind: "missing" };
  },
});

const ownerOf = ({ userId, session }: Asked) => ({ userId, place: session.id });
const browserOf = ({ req }: Call) => req.headers["user-agent"] ?? "";

async function begin(asked: Asked, deps: Dependencies, call: Call): Promise<Outcome> {
  deps.cookies.setPendingFactor(call.res, beginTotp(ownerOf(asked), deps));
  return { kind: "done" };
}

async function confirm(asked: Asked, form: RequestParameters, deps: Dependencies, call: Call): Promise<Outcome> {
  const { userId, by } = asked;
  const pending = pendingTotp(deps.cookies.pendingFactor(call.req), ownerOf(asked), deps);
  if (pending === undefined) return { kind: "done" };
  const typed = (form.get("name") ?? "").trim().slice(0, 64);
  const step = confirmedStep(pending, form.get("code") ?? "", by.at);
  if (step === undefined) return again(asked, { problem: "wrong_code", typedName: typed }, deps, call);

  const name = isVisible(typed) ? typed : "";
  const app = { name, secret: pending.secret, step };
  const had = await deps.users.factorsOf(userId);
  const person = { userId, browser: browserOf(call), sessionId: asked.session.id };
  const added = await addTotp(person, app, deps, by);
  if (added === "ended") return { kind: "done" };
  if (added === "refused") return again(asked, { problem: "too_many", typedName: typed }, deps, call);
  deps.cookies.clearPendingFactor(call.res);
  await signInStronger(asked, "totp", deps, call);
  if (had.includes("recovery-code")) return { kind: "done", notice: "factor-added" };
  return showNewCodes(asked, deps, call);
}

/** Makes recovery codes and shows them, once. */
export async function showNewCodes(
  { session, userId, by, pages, common }: Asked,
  deps: Dependencies,
  call: Call,
): Promise<Outcome> {
  await countRequest(deps.limits.newSecrets, call.address);
  const { shown, hashes } = await makeRecoveryCodes(deps);
  const person = { userId, browser: browserOf(call), sessionId: session.id };
  if (!(await replaceRecoveryCodes(person, hashes, deps, by))) return { kind: "done" };
  const printed = { username: (await deps.users.usernameOf(userId)) ?? "", host: new URL(deps.issuer).host, at: by.at };
  const model = { ...common, path: paths.accountRecoveryCodes, codes: shown, printed };
  return { kind: "show", page: pages.accountNewCodes(model), status: 200 } as const;
}

async function remove(asked: Asked, form: RequestParameters, deps: Dependencies, call: Call): Promise<Outcome> {
  const person = { userId: asked.userId, browser: browserOf(call) };
  const removed = await removeTotp(person, form.get("id") ?? "", isEnough(deps), deps, asked.by);
  if (removed === "missing") return { kind: "missing" };
  return removed === "demanded"
    ? again(asked, { problem: "demanded" }, deps, call)
    : { kind: "done", notice: "factor-removed" };
}

async function forget({ userId, by }: Asked, form: RequestParameters, deps: Dependencies): Promise<Outcome> {
  const forgotten = await forgetDevice(userId, form.get("id") ?? "", deps, by);
  return forgotten ? { kind: "done", notice: "device-removed" } : { kind: "missing" };
}

async function prefer({ userId, by }: Asked, form: RequestParameters, deps: Dependencies): Promise<Outcome> {
  const factor = PREFERABLE.find((one) => one === form.get("factor"));
  if (factor === undefined) return { kind: "missing" };
  await preferFactor(userId, factor, deps, by);
  return { kind: "done", notice: "factor-preferred" };
}

/** The kind that is asked for first; undefined if the person has one kind. */
async function preferredOf(userId: string, { users, secondFactors }: Dependencies) {
  const has = await users.factorsOf(userId);
  if (!has.includes("totp") || !(has.includes("security-key") || has.includes("passkey"))) return undefined;
  const preferred = await secondFactors.preferredOf(userId);
  return PREFERABLE.find((one) => one === preferred) ?? "totp";
}

async function page(asked: Asked, deps: Dependencies, call: Call, refused?: Refused): Promise<string> {
  const { pages, common, userId } = asked;
  const { apps, devices } = await deps.secondFactors.listOf(userId, asked.by.at);
  const pending = pendingTotp(deps.cookies.pendingFactor(call.req), ownerOf(asked), deps);
  return pages.accountSecondFactors({
    ...common,
    ...refused,
    apps,
    preferred: await preferredOf(userId, deps),
    devices: devices.map(({ label, ...device }) => ({ ...device, ...nameBrowser(label) })),
    pending: pending && shownSecret(pending, { issuer: pages.product, account: await accountOf(userId, deps) }),
  });
}

const accountOf = async (userId: string, { passkeys }: Dependencies) => (await passkeys.userOf(userId))?.name ?? "";

const again = async (asked: Asked, refused: Refused, deps: Dependencies, call: Call): Promise<Outcome> => ({
  kind: "show",
  page: await page(asked, deps, call, refused),
  status: 422,
});
