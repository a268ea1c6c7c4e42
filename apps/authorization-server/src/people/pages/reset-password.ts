/**
 * The page of a link that was mailed, on which a person sets a new password. The token in the link moves into a cookie
 * at once, so that the address of the page says nothing (OWASP ASVS 14.2.1). Showing the page changes nothing.
 */
import type { PasswordProblem } from "@countersign/rules";
import type { Call, Handler } from "@countersign/service";
import { LINK_PURPOSES, resetPassword as reset } from "../../administration/ways-in/passwords.ts";
import type { Dependencies } from "../../dependencies.ts";
import { pathBelow, paths } from "../../paths.ts";
import { assertOwnForm, csrfToken } from "../../platform/http/csrf.ts";
import { SCRIPTED } from "../../platform/http/headers.ts";
import { languagesOf, showIn } from "../../platform/http/languages.ts";
import { formOf, queryOf, secretIn } from "../../platform/http/parameters.ts";
import { countRequest } from "../../platform/http/source-limits.ts";
import type { PersonWithPassword } from "../../platform/stores/person/users.ts";
import { wayBackOf } from "./way-back.ts";

type Used = Pick<
  Dependencies,
  | "issuer"
  | "clients"
  | "database"
  | "mail"
  | "addressProofs"
  | "federatedIdentities"
  | "users"
  | "passwords"
  | "newPasswords"
  | "limits"
  | "cookies"
  | "views"
  | "now"
>;

/** A form of the page is for one token. */
const formSubject = (token: string) => `reset-password ${token}`;

export const resetPassword = (deps: Used): { readonly GET: Handler; readonly POST: Handler } => ({
  async GET(call) {
    const given = secretIn(queryOf(call).get("token"));
    if (given !== undefined) {
      deps.cookies.setLink(call.res, given);
      await wayBackOf(call, "", deps);
      return call.redirect(pathBelow(deps.issuer, paths.resetPassword));
    }

    const token = secretIn(deps.cookies.link(call.req));
    const person = await personOf(token, deps);
    if (token === undefined || person === undefined) return invalid(call, deps);
    await show(call, { token, person, browser: deps.cookies.ensureBrowser(call.req, call.res) }, deps);
  },

  async POST(call) {
    const form = await formOf(call);
    const browser = deps.cookies.browser(call.req) ?? "";
    const token = secretIn(deps.cookies.link(call.req));
    const person = await personOf(token, deps);
    if (token === undefined || person === undefined) return invalid(call, deps);
    assertOwnForm(call.req, form, { browser, about: formSubject(token), issuer: deps.issuer });

    if (form.get("action") === "language") {
      showIn(form.get("language"), deps, call);
      return call.redirect(pathBelow(deps.issuer, paths.resetPassword));
    }

    const password = form.get("new-password") ?? "";
    const problem = await deps.newPasswords.problem(password, person.names);
    const keepsConnections = form.get("keep-connections") === "yes";
    if (problem !== undefined) return show(call, { token, person, browser, problem, keepsConnections }, deps);

    const { range: language, ...pages } = deps.views.in(languagesOf(call.req));
    await countRequest(deps.limits.newSecrets, call.address);
    const passwordHash = await deps.passwords.hash(password);
    const acting = { language, browser: call.req.headers["user-agent"] ?? "" };
    const resetting = { token, passwordHash, keepsConnections, ...acting };
    const userId = await reset(deps, resetting, { at: deps.now(), ...call.from });
    if (userId === undefined) return invalid(call, deps);

    deps.cookies.clearLink(call.res);
    call.page(pages.resetDone({ back: await wayBackOf(call, language, deps) }));
  },
});

/** The person whose password a token may set. */
async function personOf(
  token: string | undefined,
  { addressProofs, users, now }: Pick<Dependencies, "addressProofs" | "users" | "now">,
): Promise<PersonWithPassword | undefined> {
  if (token === undefined) return undefined;
  for (const purpose of LINK_PURPOSES) {
    const proof = await addressProofs.findByToken(purpose, token, now());
    const userId = proof?.userId ?? undefined;
    if (userId !== undefined) return users.findForPassword(userId);
  }
  return undefined;
}

interface Shown {
  readonly token: string;
  readonly person: PersonWithPassword;
  readonly browser: string;
  readonly problem?: PasswordProblem | undefined;
  readonly keepsConnections?: boolean;
}

async function show(
  call: Call,
  { token, person, browser, problem, keepsConnections = false }: Shown,
  { views, newPasswords, federatedIdentities }: Used,
): Promise<void> {
  const connections = await federatedIdentities.listOf(person.id);
  const model = {
    csrf: csrfToken(browser, formSubject(token)),
    path: paths.resetPassword,
    username: person.username,
    shortest: newPasswords.shortest,
    providers: [...new Set(connections.map(({ provider }) => provider))],
    keepsConnections,
    problem,
  };
  call.page(views.in(languagesOf(call.req)).resetPassword(model), SCRIPTED, problem === undefined ? 200 : 422);
}

const invalid = (call: Call, { views, mail }: Pick<Dependencies, "views" | "mail">) =>
  call.page(
    views
      .in(languagesOf(call.req))
      .resetInvalid({ canAsk: mail.isOn, reference: call.requestId, here: paths.resetPassword }),
    {},
    410,
  );
