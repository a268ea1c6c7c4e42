/** The routes of the console. */
import type { RequestListener } from "node:http";
import { type Call, type Caller, type Health, type OnError, serve, vouchedBy } from "@countersign/service";
import { referenceOf, shownProblem } from "./api/problem.ts";
import type { Dependencies } from "./dependencies.ts";
import { Refusal } from "./errors.ts";
import { PAGE_HEADERS } from "./http/headers.ts";
import { languagesOf, setLanguage } from "./http/languages.ts";
import { assertOwnPage, formToken } from "./http/own-form.ts";
import { ownPath } from "./http/own-path.ts";
import { exportAudit } from "./screens/audit/export.ts";
import { clientLogo } from "./screens/clients/client-logo.ts";
import { envFile } from "./screens/clients/credentials/env-file.ts";
import { firstUse } from "./screens/clients/setup/first-use.ts";
import { screenMethods } from "./screens/handling/handler.ts";
import { aroundFor, navFor } from "./screens/handling/navigation.ts";
import { listFiles } from "./screens/lists/list-files.ts";
import { downloadConfiguration } from "./screens/settings/configuration-export.ts";
import { backchannelLogout, callback, signInToOrganization, signOut } from "./sign-in/sign-in.ts";
import { formOf } from "./views/form.ts";
import type { Page } from "./views/model.ts";

export function adminConsole(deps: Dependencies, { health }: { readonly health: Health }): RequestListener {
  const onError = errorPages(deps);
  const refuseMethod: Caller["refuseMethod"] = (call, headers) =>
    onError(new Refusal("wrong_method", "the address takes no such request", { headers }), call);
  const person: Caller = { onError, refuseMethod };
  const screens = Object.entries(screenMethods(deps)).map(([path, methods]) => [path, { caller: person, methods }]);
  const files = Object.entries(listFiles(deps)).map(([path, GET]) => [path, { caller: person, methods: { GET } }]);
  return serve({
    routes: {
      ...Object.fromEntries(screens),
      ...Object.fromEntries(files),
      "/settings/configuration/export": { caller: person, methods: { GET: downloadConfiguration(deps) } },
      "/audit/export": { caller: person, methods: { GET: exportAudit(deps) } },
      "/clients/:id/env": { caller: person, methods: { GET: envFile(deps) } },
      "/clients/:id/used": { caller: person, methods: { GET: firstUse(deps) } },
      "/clients/:id/logo": { caller: person, methods: { GET: clientLogo(deps) } },
      "/callback": { caller: person, methods: { GET: callback(deps) }, changing: true },
      "/sign-in/:organization": { caller: person, methods: { GET: signInToOrganization(deps) } },
      "/sign-out": { caller: person, methods: { POST: signOut(deps) } },
      "/signed-out": { caller: person, methods: { GET: (call) => bare(call, SIGNED_OUT, deps) } },
      "/language": { caller: person, methods: { POST: changeLanguage(deps) } },
      "/backchannel-logout": { caller: person, methods: { POST: backchannelLogout(deps) } },
      "/health/live": { caller: person, methods: health.paths["/health/live"] },
      "/health/ready": { caller: person, methods: health.paths["/health/ready"] },
    },
    files: { path: "/assets", middleware: deps.views.assets.handler, caller: person },
    notFound: {
      caller: person,
      handler: () => {
        throw new Refusal("not_found", "there is no such page");
      },
    },
    publicUrl: deps.config.CONSOLE_URL,
    ...vouchedBy([]),
    log: deps.log,
    metrics: undefined,
  });
}

const changeLanguage =
  ({ config, views }: Dependencies) =>
  async (call: Call): Promise<void> => {
    assertOwnPage(call.req, config.CONSOLE_URL);
    const form = await formOf(call);
    const tag = views.languages.find((language) => language === form.get("language"));
    if (tag !== undefined) setLanguage(call.res, tag, { secure: config.CONSOLE_URL.startsWith("https:") });
    call.redirect(ownPath(form.get("to")));
  };

type ErrorDependencies = Pick<Dependencies, "views" | "log" | "sessions" | "cookies" | "config">;

const SIGN_IN = { href: "/", label: "sign_in", id: "sign-in" };
const SIGNED_OUT: Page = { id: "signed-out", title: { key: "signed_out.title" }, links: [SIGN_IN], sections: [] };

/** A page outside of a session. */
function bare(
  call: Call,
  page: Page,
  { views }: Pick<Dependencies, "views">,
  { status, headers }: Pick<Refusal, "status" | "headers"> = { status: 200, headers: {} },
): void {
  const frame = { path: call.path, here: "/", nav: [], csrf: () => "", once: "" };
  call.page(views.render(page, frame, languagesOf(call.req)), { ...PAGE_HEADERS, ...headers }, status);
}

/** What stands around a page of a session; `undefined` outside of one. */
function aroundOf(call: Call, { sessions, cookies, config }: Pick<Dependencies, "sessions" | "cookies" | "config">) {
  const session = sessions.find(cookies.session.read(call.req));
  const { caller } = session ?? {};
  if (session === undefined || caller === undefined) return undefined;
  const may = (scope: string) => caller.scopes.includes(scope);
  return {
    ...{ path: call.path, here: "/", person: caller.name, nav: navFor({ may }, call.path), once: "" },
    ...aroundFor({ may }, config),
    csrf: (path: string) => formToken(session.formSecret, path),
  };
}

/**
 * Every error is a page. What it says about an unexpected error is only a reference to the log: that of the API's
 * answer, if this caused it, which both logs have then.
 */
function errorPages(deps: ErrorDependencies): OnError {
  return (err, call) => {
    const refusal = refusalOf(err);
    const reference = referenceOf(err) ?? call.requestId;
    const line = { path: call.path, reference, requestId: call.requestId, error: refusal.code };
    if (refusal.status >= 500) deps.log.error({ ...line, err }, refusal.message);
    else deps.log.info({ ...line, reasons: reasonsOf(refusal) }, refusal.message);
    if (call.res.headersSent) return void call.res.destroy();
    const page: Page = {
      id: "error",
      title: { key: `error.${refusal.code}` },
      lead: { key: `error.${refusal.code}.lead` },
      links: [SIGN_IN],
      sections: [
        {
          id: "reference",
          title: "error.reference",
          facts: [{ label: "error.reference.number", value: { text: reference, isCode: true } }],
        },
      ],
    };
    const around = aroundOf(call, deps);
    const { status, headers } = refusal;
    if (around === undefined) bare(call, page, deps, { status, headers });
    else {
      const back = [{ href: "/", label: "overview.back", id: "back", isPrimary: true as const }];
      call.page(
        deps.views.render({ ...page, links: back }, around, languagesOf(call.req)),
        { ...PAGE_HEADERS, ...headers },
        status,
      );
    }
  };
}

/** The messages of the causes. Not the causes themselves, which may contain what was received. */
function reasonsOf({ cause }: Refusal): readonly string[] | undefined {
  const reasons: string[] = [];
  for (let one = cause; one instanceof Error && reasons.length < 5; one = one.cause) {
    const error = "error" in one ? ` (${String(one.error).slice(0, 80)})` : "";
    reasons.push(`${one.message.slice(0, 200)}${error}`);
  }
  return reasons.length === 0 ? undefined : reasons;
}

function refusalOf(err: unknown): Refusal {
  if (err instanceof Refusal) return err;
  const problem = shownProblem(err);
  if (problem?.key === "problem.gone") return new Refusal("not_found", "the API knows no such thing");
  if (problem?.key === "problem.not_allowed") return new Refusal("not_allowed", "the API does not allow it");
  if (problem?.key === "problem.unavailable") return new Refusal("api_unavailable", "the API is away", { cause: err });
  if (problem !== undefined) return new Refusal("api_refused", "the API refused a request", { cause: err });
  if (isMalformed(err)) return new Refusal("form_malformed", "the request cannot be read", { cause: err });
  return new Refusal("unexpected", "an unexpected error occurred", { cause: err });
}

const isMalformed = (err: unknown) =>
  err instanceof Error && "status" in err && typeof err.status === "number" && err.status >= 400 && err.status < 500;
