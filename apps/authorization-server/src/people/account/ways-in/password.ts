/** The password of an account: the person sets another one, or a first one (OWASP ASVS 6.2.2, 6.2.3, 7.4.3). */
import { ProtocolError } from "@countersign/rules";
import type { Call } from "@countersign/service";
import { removePassword } from "../../../administration/ways-in/password-removal.ts";
import { changePassword } from "../../../administration/ways-in/passwords.ts";
import type { Dependencies } from "../../../dependencies.ts";
import { paths } from "../../../paths.ts";
import { networkOf, sourceOf } from "../../../platform/http/address.ts";
import type { FormParameters } from "../../../platform/http/parameters.ts";
import type { PersonWithPassword } from "../../../platform/stores/person/users.ts";
import { checkPassword } from "../../sign-in/password.ts";
import type { FormProblem, NewPasswordModel } from "../../views/models/password.ts";
import { type Asked, defineAccountPage, type Outcome } from "../page.ts";

export const password = defineAccountPage({
  path: paths.accountPassword,
  name: "password",
  section: "security",
  level: "R2",

  show: async (asked, deps) => page(asked, await deps.users.findForPassword(asked.userId), deps),

  async act(asked, form, deps, call) {
    const person = await deps.users.findForPassword(asked.userId);
    if (person === undefined) return { kind: "missing" };
    if (form.get("action") === "remove") return remove(asked, person, deps, call);

    const problem = (await problemOfCurrent(person, form, deps, call)) ?? (await problemOfNew(person, form, deps));
    const keepsOthers = isToKeepOthers(form);
    if (problem !== undefined) return again(asked, person, { problem, keepsOthers }, deps);

    const changed = {
      userId: asked.userId,
      currentHash: person.passwordHash,
      passwordHash: await deps.passwords.hash(form.get("new-password") ?? ""),
      sessionId: asked.session.id,
      keepOthers: keepsOthers,
      language: asked.pages.range,
      browser: call.req.headers["user-agent"] ?? "",
    };
    const secret = await changePassword(deps, changed, asked.by);
    if (secret === undefined) return again(asked, person, { problem: "wrong_password", keepsOthers }, deps);

    deps.cookies.setSession(call.res, secret);
    return { kind: "done", notice: "password_changed" };
  },
});

/**
 * Whether the other devices stay signed in: the form asked, and its box is not checked. Copies of an older template
 * have a box that says the opposite.
 */
const isToKeepOthers = (form: FormParameters): boolean =>
  form.get("keep-others") === "yes" || (form.get("asks-others") === "yes" && form.get("end-others") !== "yes");

async function remove(asked: Asked, person: PersonWithPassword, deps: Dependencies, call: Call): Promise<Outcome> {
  const { userId, session, by } = asked;
  const browser = call.req.headers["user-agent"] ?? "";
  // Passkeys that this deployment does not accept are not a way to sign in.
  const hasPasskeys = deps.relyingParty !== undefined;
  const secret = await removePassword(deps, { userId, sessionId: session.id, browser, hasPasskeys }, by);
  if (secret === undefined) return again(asked, person, { problem: "needs_other_way" }, deps);

  deps.cookies.setSession(call.res, secret);
  return { kind: "done", notice: "password_removed" };
}

/** The current password is checked like a sign-in, with its limits. An account without a password has none to check. */
async function problemOfCurrent(
  { username, passwordHash }: PersonWithPassword,
  form: FormParameters,
  deps: Dependencies,
  call: Call,
): Promise<FormProblem | undefined> {
  if (passwordHash === null) return undefined;
  const attempt = {
    username,
    password: form.get("current-password") ?? "",
    ...call.from,
    source: sourceOf(call.address),
    network: networkOf(call.address),
    deviceCookie: deps.cookies.device(call.req),
  };
  try {
    return (await checkPassword(attempt, deps)) === undefined ? "wrong_password" : undefined;
  } catch (err) {
    if (err instanceof ProtocolError && err.retryAfterSeconds !== undefined) return "too_many_attempts";
    throw err;
  }
}

async function problemOfNew(person: PersonWithPassword, form: FormParameters, deps: Dependencies) {
  const chosen = form.get("new-password") ?? "";
  const problem = await deps.newPasswords.problem(chosen, person.names);
  return problem ?? (chosen === form.get("current-password") ? ("unchanged" as const) : undefined);
}

interface Refused {
  readonly problem: NewPasswordModel["problem"];
  readonly keepsOthers?: boolean;
}

const again = async (
  asked: Asked,
  person: PersonWithPassword,
  refused: Refused,
  deps: Dependencies,
): Promise<Outcome> => ({
  kind: "show",
  page: await page(asked, person, deps, refused),
  status: refused.problem === "too_many_attempts" ? 429 : 422,
});

const page = async (
  { pages, common }: Asked,
  person: PersonWithPassword | undefined,
  deps: Pick<Dependencies, "newPasswords" | "relyingParty" | "identityProviders" | "now">,
  refused?: Refused,
) =>
  pages.accountPassword({
    ...common,
    username: person?.username ?? "",
    hasPassword: person?.passwordHash != null,
    hasOtherWays: deps.relyingParty !== undefined || (await deps.identityProviders.listed(deps.now())).length > 0,
    shortest: deps.newPasswords.shortest,
    ...refused,
  });
