import { type AuthorizationResponse, hostOf, type ProtocolError, registeredItself } from "@countersign/rules";
import type { Call } from "@countersign/service";
import type { Dependencies } from "../../../dependencies.ts";
import { PAGE_HEADERS } from "../../../platform/http/headers.ts";
import { languagesOf } from "../../../platform/http/languages.ts";
import { deliver } from "./deliver.ts";
import type { RedirectTarget } from "./redirect-target.ts";

interface Refused {
  readonly error: ProtocolError;
  readonly target: RedirectTarget;
  /** Whether a person is signed in at this browser. It is called only where the answer depends on it. */
  readonly isSignedIn: () => Promise<boolean>;
}

/**
 * Sends the error of an authorization request to the client: at once, or through a page on which the person decides.
 */
export async function deliverError(
  { error, target, isSignedIn }: Refused,
  deps: Pick<Dependencies, "views" | "log">,
  call: Call,
): Promise<void> {
  const { code, message: description, detail, remedy } = error;
  const about = { error: code, description, detail, remedy, clientId: target.client.id, reference: call.requestId };
  deps.log.info(about, "authorization request refused");

  const response = await target.responder.error(error);
  if (await mayRedirect(target, isSignedIn)) return deliver(response, target, deps, call);
  showWay(response, error, target, deps, call);
}

// RFC 9700 §4.11.2: an error needs no action of the person. So anyone who registers a client could make links on our
// origin lead to a site of their own. No operator reviewed the redirect URIs of a client that registered itself. For
// such a client the person first signs in, or decides. The section makes an exception for a request that may show no
// page.
async function mayRedirect({ client, isSilent }: RedirectTarget, isSignedIn: Refused["isSignedIn"]): Promise<boolean> {
  if (!registeredItself(client) || isSilent) return true;
  return isSignedIn();
}

function showWay(
  response: AuthorizationResponse,
  { code, message: description, status }: ProtocolError,
  { redirectUri }: RedirectTarget,
  { views }: Pick<Dependencies, "views">,
  call: Call,
): void {
  const page = views.in(languagesOf(call.req)).returnError({
    host: hostOf(redirectUri),
    code,
    description,
    reference: call.requestId,
    link: response.by === "redirect" ? response.location : undefined,
    form: response.by === "post" ? { action: response.action, fields: pairsOf(response.fields) } : undefined,
  });
  call.page(page, PAGE_HEADERS, status);
}

const pairsOf = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields).map(([name, value]) => ({ name, value }));
