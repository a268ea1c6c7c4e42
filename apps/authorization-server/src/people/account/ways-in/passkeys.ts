/** The passkeys and security keys of a person: adding, naming and removing them (WebAuthn §7.1 and §5.1.10). */
import { nameBrowser, type PasskeyUse, passkeyName, type RequestParameters } from "@countersign/rules";
import type { Call } from "@countersign/service";
import { addPasskey, removePasskey, renamePasskey } from "../../../administration/ways-in/passkeys.ts";
import type { Dependencies } from "../../../dependencies.ts";
import { paths } from "../../../paths.ts";
import { beginRegistration, finishRegistration } from "../../sign-in/passkeys/registration.ts";
import type { PasskeyProblem } from "../../views/models/passkeys.ts";
import { type Asked, defineAccountPage, type Outcome } from "../page.ts";
import { signalsOf } from "./passkey-signals.ts";
import { showNewCodes } from "./second-factors.ts";
import { isEnough, signInStronger } from "./stronger.ts";

/** How much of a refused name is shown again. */
const LONGEST_SHOWN = 200;

interface Refused {
  readonly problem: PasskeyProblem;
  readonly name?: { readonly passkeyId: string; readonly typed: string };
}

const USES: readonly PasskeyUse[] = ["sign-in", "second-factor"];

export const passkeys = defineAccountPage({
  path: paths.accountPasskeys,
  name: "passkeys",
  section: "security",
  // Adding and removing a way in needs a recent sign-in (OWASP ASVS 5.0, V7.5.1).
  level: "R2",
  isOn: ({ relyingParty }) => relyingParty !== undefined,
  async checks({ userId }, { passkeys }) {
    const ways = (await passkeys.listOf(userId)).filter(({ use }) => use === "sign-in");
    if (ways.length === 0) return [];
    const isDone = ways.length > 1 || ways.some(({ backedUp }) => backedUp);
    return [{ name: "spare-passkey", isDone, names: ways.flatMap(({ name }) => name ?? []) }];
  },

  show: (asked, deps) => page(asked, deps),

  act(asked, form, deps, call) {
    const browser = call.req.headers["user-agent"] ?? "";
    const action = form.get("action");
    if (action === "rename") return rename(asked, form, deps);
    if (action === "remove") return remove(asked, { passkeyId: form.get("id") ?? "", browser }, deps);
    const use = USES.find((one) => `add-${one}` === action);
    return use === undefined ? Promise.resolve({ kind: "missing" }) : add(asked, { form, use, browser }, deps, call);
  },
});

/** The ceremony belongs to this session, which is in one browser. */
const registrationOf = ({ session, userId }: Asked, use: PasskeyUse) => ({
  userId,
  use,
  browser: session.id,
  place: paths.accountPasskeys,
});

async function page(asked: Asked, deps: Dependencies, refused?: Refused): Promise<string> {
  const { pages, common, userId } = asked;
  const held = await deps.passkeys.listOf(userId);
  const { passwordless } = await deps.passkeys.waysInOf(userId);
  const ways = held.filter(({ use }) => use === "sign-in").length;
  const options = USES.map(async (use) => {
    const text = await beginRegistration(registrationOf(asked, use), deps);
    return text === undefined ? [] : [{ use, options: text }];
  });
  return pages.accountPasskeys({
    ...common,
    problem: refused?.problem,
    refusedName: refused?.name,
    passkeys: held.map((one) => ({ ...one, isLastWayIn: passwordless && one.use === "sign-in" && ways === 1 })),
    adding: (await Promise.all(options)).flat(),
    signals: await signalsOf(userId, deps),
  });
}

async function add(
  asked: Asked,
  { form, use, browser }: { form: RequestParameters; use: PasskeyUse; browser: string },
  deps: Dependencies,
  call: Call,
): Promise<Outcome> {
  const { userId, by } = asked;
  const had = await deps.users.factorsOf(userId);
  const credential = await finishRegistration(form.get("credential"), registrationOf(asked, use), deps);
  if (credential === undefined) return again(asked, { problem: "not_verified" }, deps);

  const name = credential.name || nameOf(browser);
  const passkey = { userId, browser, sessionId: asked.session.id, ...credential, name };
  const added = await addPasskey({ ...deps.database, mail: deps.mail }, passkey, by);
  if (added === "ended") return { kind: "done" };
  if (typeof added === "string") return again(asked, { problem: added }, deps);
  await signInStronger(asked, use === "sign-in" ? "passkey" : "security-key", deps, call);
  // A person who loses their only second factor needs another way in.
  if (use === "second-factor" && !had.includes("recovery-code")) return showNewCodes(asked, deps, call);
  return { kind: "done", notice: use === "sign-in" ? "passkey_added" : "security_key_added" };
}

/** A passkey has a name without typing: that of its model or, if that is not known, of the browser that added it. */
function nameOf(userAgent: string): string {
  const { browser, system } = nameBrowser(userAgent);
  return [browser, system].filter((part) => part !== undefined).join(", ");
}

async function rename(asked: Asked, form: RequestParameters, deps: Dependencies): Promise<Outcome> {
  const { userId, by } = asked;
  const [typed, passkeyId] = [form.get("name") ?? "", form.get("id") ?? ""];
  const name = passkeyName.safeParse(typed).data;
  if (name === undefined) {
    const refused = { passkeyId, typed: typed.slice(0, LONGEST_SHOWN) };
    return again(asked, { problem: "name", name: refused }, deps);
  }
  const renamed = await renamePasskey(deps.database, { userId, passkeyId, name }, by);
  return renamed ? { kind: "done", notice: "passkey_renamed" } : { kind: "missing" };
}

async function remove(
  asked: Asked,
  { passkeyId, browser }: { passkeyId: string; browser: string },
  deps: Dependencies,
): Promise<Outcome> {
  const { userId, by } = asked;
  const removed = await removePasskey(
    { ...deps.database, mail: deps.mail },
    { userId, passkeyId, browser },
    isEnough(deps),
    by,
  );
  if (removed === "missing") return { kind: "missing" };
  return removed === "removed" ? { kind: "done", notice: "passkey_removed" } : again(asked, { problem: removed }, deps);
}

const again = async (asked: Asked, refused: Refused, deps: Dependencies): Promise<Outcome> => ({
  kind: "show",
  page: await page(asked, deps, refused),
  status: 422,
});
