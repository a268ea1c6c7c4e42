/**
 * Errors are answered where they occur: with a page for a person, with JSON for a program. The response to an
 * unexpected error contains only a reference to the log.
 */
import type { OutgoingHttpHeaders } from "node:http";
import { isStoreUnavailable } from "@countersign/ephemeral";
import { invalidRequest, ProtocolError, readRemedy } from "@countersign/rules";
import { type Call, type Logger, malformedRequestStatus, type OnError, outageLog } from "@countersign/service";
import { paths } from "../../paths.ts";
import type { Views } from "../../people/views/views.ts";
import { StaleForm } from "./csrf.ts";
import { PAGE_HEADERS } from "./headers.ts";
import { languagesOf } from "./languages.ts";
import { isDatabaseOutage } from "./outage.ts";
import { retryAfter } from "./waiting.ts";

const EXPIRED = "the sign-in request is unknown, expired or already completed";

/** A page for a request that has ended or that this browser never made; `detail` is for the log. */
export const expiredRequest = (detail?: string) => invalidRequest(EXPIRED, detail);

/** How a person goes on from the page of a request that is over. */
export interface WayOn {
  /** The path at which the same request begins again. */
  readonly again?: string | undefined;
  /** The app by its name, and where a person goes on there. */
  readonly app?: { readonly client: string; readonly url: string } | undefined;
}

/** A parked request that is unknown, expired or completed, or that belongs to another browser. */
export class OverRequest extends ProtocolError {
  readonly on: WayOn;

  constructor(on: WayOn) {
    super("invalid_request", EXPIRED);
    this.on = on;
  }
}

/** A request by a method that a page does not have; `headers` say which it has (RFC 9110 §15.5.6). */
export class WrongMethod extends Error {
  readonly status = 405;
  readonly expose = true;
  readonly headers: OutgoingHttpHeaders;

  constructor(headers: OutgoingHttpHeaders) {
    super("the page has no such method");
    this.name = "WrongMethod";
    this.headers = headers;
  }
}

const DENIED = "a decision of this deployment refused: ";

/** The description of `access_denied` when a hook refused; the person reads the text `error.denied_<key>`. */
export const deniedBy = (text: string): string => `${DENIED}${text}`;

/** RFC 6749 §5.2: errors of endpoints for programs. */
export function jsonErrors(log: Logger): OnError {
  const say = logging(log);
  return (err, call) => {
    const error = protocolErrorOf(err);
    say(error, err, call);
    if (call.res.headersSent) return void call.res.destroy();
    // The connection stays open. Node discards the rest of the body. If the connection were closed while the client
    // still sends, it could be reset before the client reads the response.
    // RFC 6749 §5.2, RFC 8628 §3.5: a program gets 400 where a person sees a page with 403.
    const status = error.code === "access_denied" ? 400 : statusOf(error, err);
    call.json(jsonErrorBody(error), jsonErrorHeaders(error), status);
  };
}

const jsonErrorBody = ({ code, message }: ProtocolError) => ({ error: code, error_description: message });

function jsonErrorHeaders(error: ProtocolError): Record<string, string> {
  const headers = { ...retryAfter(error), "cache-control": "no-store", pragma: "no-cache" };
  if (error.code === "invalid_client") return { ...headers, "www-authenticate": 'Basic realm="token"' };
  // RFC 6750 §3: a client that sent a bearer token is told what was wrong with it.
  const challenge = 'Bearer realm="registration", error="invalid_token"';
  return error.code === "invalid_token" ? { ...headers, "www-authenticate": challenge } : headers;
}

/** RFC 6749 §4.1.2.1: errors that are shown to the person. The page repeats nothing from the request. */
export function pageErrors(log: Logger, views: Views): OnError {
  const say = logging(log);
  return (err, call) => {
    const error = protocolErrorOf(err);
    say(error, err, call);
    if (call.res.headersSent) return void call.res.destroy();

    const { code, message: description } = error;
    const status = statusOf(error, err);
    const advice = err instanceof StaleForm ? "stale_form" : adviceOf(error, status);
    const allowed = err instanceof WrongMethod ? err.headers : {};
    const signOut = call.path === paths.endSession ? paths.endSession : undefined;
    // The page repeats nothing of its request. In another language it is the page where the request goes on.
    const on = wayOnOf(err);
    const remedy = error.remedy && readRemedy(error.remedy)?.name;
    const shown = { advice, code, description, remedy, reference: call.requestId, signOut, ...on, here: on.again };
    const page = views.in(languagesOf(call.req)).error(shown);
    call.page(page, { ...PAGE_HEADERS, ...allowed, ...retryAfter(error) }, status);
  };
}

function wayOnOf(err: unknown): WayOn {
  if (err instanceof OverRequest) return err.on;
  return err instanceof StaleForm ? { again: err.again } : {};
}

const TOO_LARGE = 413;
const WRONG_METHOD = 405;

function adviceOf({ code, message, retryAfterSeconds }: ProtocolError, status: number): string {
  if (status === TOO_LARGE) return "too_large";
  if (status === WRONG_METHOD) return "wrong_method";
  if (message === EXPIRED) return "expired";
  if (message.startsWith(DENIED)) return `denied_${message.slice(DENIED.length)}`;
  return retryAfterSeconds === undefined ? code : "too_many";
}

// An unknown error is a server error, unless the request could not be read.
function protocolErrorOf(err: unknown): ProtocolError {
  if (err instanceof ProtocolError) return err;
  if (err instanceof WrongMethod) return invalidRequest("this page takes no such request");
  if (isOutage(err)) return new ProtocolError("temporarily_unavailable", "the service is temporarily unavailable");
  if (requestErrorStatus(err) !== undefined) return invalidRequest("the request cannot be read", String(err));

  return new ProtocolError("server_error", "an unexpected error occurred");
}

/** Whether an error means that a store is away: it passes by itself. */
export const isOutage = (err: unknown): boolean => isStoreUnavailable(err) || isDatabaseOutage(err);

// A body that is too large or has an unsupported encoding has its own status (RFC 9110 §15.5.14 and §15.5.16).
const statusOf = (error: ProtocolError, cause: unknown) => requestErrorStatus(cause) ?? error.status;

/**
 * The status of an error that the request caused, as the body parser and the file server report it. Our own errors have
 * no such status.
 */
function requestErrorStatus(err: unknown): number | undefined {
  if (!(err instanceof Error) || err instanceof ProtocolError) return undefined;
  const { status, expose } = err as { status?: unknown; expose?: unknown };
  const byClient = expose === true && typeof status === "number" && status >= 400 && status < 500;
  return byClient ? status : malformedRequestStatus(err);
}

function logging(log: Logger): (error: ProtocolError, cause: unknown, call: Call) => void {
  const ofOutage = outageLog(log);
  return (error, cause, { req, path, requestId }) => {
    const line = { method: req.method, path, reference: requestId, error: error.code };
    if (isOutage(cause)) ofOutage(line, cause, error.message);
    else if (error.status >= 500) log.error({ ...line, err: cause }, error.message);
    else log.info({ ...line, detail: error.detail, remedy: error.remedy }, error.message);
  };
}
