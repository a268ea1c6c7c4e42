/** Sends a page with what stands around it: navigation, messages, and the tokens of its forms. */
import type { Call } from "@countersign/service";
import type { Dependencies } from "../../dependencies.ts";
import { askingHeaders, framingHeaders, PAGE_HEADERS } from "../../http/headers.ts";
import { languagesOf } from "../../http/languages.ts";
import { formToken } from "../../http/own-form.ts";
import { newSecret } from "../../sign-in/secrets.ts";
import type { Session } from "../../sign-in/sessions.ts";
import type { Page } from "../../views/model.ts";
import type { Frame } from "../../views/views.ts";
import { asksAgain } from "../operations-of-acts.ts";
import type { Screen, Visit } from "../screen.ts";
import { actionOf, targetOf } from "./arrival.ts";
import { aroundFor, navFor } from "./navigation.ts";

function headersFor({ sections, filter }: Page, { issuer }: Visit) {
  if (sections.some(({ preview, form }) => preview !== undefined || form?.isFollowed === true))
    return framingHeaders(new URL(issuer).origin);
  const isAsking = filter?.isFollowed === true || sections.some(({ awaits }) => awaits !== undefined);
  return isAsking ? askingHeaders : PAGE_HEADERS;
}

interface Around {
  /** The screen to which the forms of the page go. */
  readonly screen: Pick<Screen, "path">;
  readonly session: Session;
  readonly visit: Visit;
  readonly done?: string | undefined;
  readonly problem?: Frame["problem"];
  readonly status?: number;
}

export function render(
  call: Call,
  page: Page,
  { screen, session, visit, done, problem, status = 200 }: Around,
  { views, config }: Pick<Dependencies, "views" | "config">,
): void {
  const csrf = (path: string) => formToken(session.formSecret, path);
  const frame = {
    path: call.path,
    here: targetOf(call),
    action: actionOf(call),
    person: visit.person,
    role: visit.role,
    zone: visit.zone,
    nav: navFor(visit, call.path),
    ...aroundFor(visit, config),
    done,
    undo: done === undefined ? undefined : session.undo,
    problem,
    asksAgain: (act: string) => asksAgain(screen.path, act),
    csrf,
    once: newSecret(),
  };
  call.page(views.render(page, frame, languagesOf(call.req)), headersFor(page, visit), status);
}
