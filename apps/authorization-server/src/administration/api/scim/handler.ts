/** Runs requests of SCIM: admits the directory of an organization, and sends answers in the form of RFC 7644. */
import { isStorable } from "@countersign/rules";
import { badRequest, ScimError } from "@countersign/scim";
import {
  type Call,
  type Handler,
  type Logger,
  malformedRequestStatus,
  type OnError,
  outageLog,
  readBody,
} from "@countersign/service";
import type { Dependencies } from "../../../dependencies.ts";
import { isOutage } from "../../../platform/http/errors.ts";
import { jsonIn } from "../../../platform/http/json-body.ts";
import { isUnstorable } from "../../../platform/http/unstorable.ts";
import { retryAfter } from "../../../platform/http/waiting.ts";
import type { By } from "../../../platform/stores/audit/audit-events.ts";
import { findScimToken } from "../../../platform/stores/scim/tokens.ts";
import type { Directory } from "../../../platform/stores/scim/users.ts";
import { Refused } from "../../refused.ts";
import { TooManyAtOnce, type Turns } from "../requests/turns.ts";
import { refusedBy } from "./requests.ts";

/** A request of a directory, for its organization. */
export interface ScimRequest {
  readonly call: Call;
  /** The JSON value that was sent; undefined if none is read. */
  readonly body: unknown;
  readonly directory: Directory;
  readonly by: By;
  /** The address of the service. */
  readonly base: string;
}

export interface ScimAnswer {
  readonly status?: 200 | 201 | 204 | 304;
  readonly body?: object;
  readonly version?: string;
  readonly location?: string;
}

export interface ScimService {
  readonly deps: Dependencies;
  /** The address of the service, and the identifier of the administration API. */
  readonly base: string;
  readonly administration: string;
  /** The turns of the requests, by organization; of large ones, also those of large ones. */
  readonly turns: Readonly<Record<"directories" | "large", Turns>>;
}

const SCIM_TYPE = "application/scim+json";

export type Handle = (request: ScimRequest, deps: Dependencies) => Promise<ScimAnswer>;

/**
 * A handler that only a valid token reaches. It takes a turn when it has the whole request: a caller who sends slowly
 * keeps no other waiting.
 */
export function scimHandler(
  handle: Handle,
  { deps, base, administration, turns }: ScimService,
  { readsBody }: { readonly readsBody: boolean },
): Handler {
  return async (call) => {
    const token = await tokenOf(call, deps);
    const { allowed, retryAfterSeconds } = await deps.limits.administration.consume(`scim ${token.id}`);
    if (!allowed) throw new TooMany(retryAfterSeconds);
    const by = { actor: { kind: "directory", tokenId: token.id }, at: deps.now(), ...call.from } as const;
    const directory = { organizationId: token.organizationId, administration };
    const sent = readsBody ? await scimBody(call) : undefined;
    const work = async () => {
      const body = sent && jsonValueOf(sent);
      // Requests that arrived while a large body was read come first.
      await new Promise<void>((resolve) => void setImmediate(resolve));
      return handle({ call, directory, by, base, body }, deps);
    };
    const inTurn = () => turns.directories.take(token.organizationId, work);
    const isLarge = sent !== undefined && sent.length > LARGE_BYTES;
    const answer = isLarge ? turns.large.take(token.organizationId, inTurn) : inTurn();
    const { status = 200, body, version, location } = await answer;
    const headers = {
      "cache-control": "no-store",
      ...(version === undefined ? {} : { etag: version }),
      ...(location === undefined ? {} : { location }),
    };
    if (body === undefined) return call.end(status, headers);
    call.send(JSON.stringify(body), { ...headers, "content-type": SCIM_TYPE }, status);
  };
}

class TooMany extends ScimError {
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super(429, undefined, "there were too many requests");
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

class Unauthorized extends ScimError {
  constructor() {
    super(401, undefined, "the token is missing, unknown or expired");
  }
}

/** RFC 7644 §2, RFC 6750 §2.1. */
async function tokenOf({ req }: Call, { database, now }: Pick<Dependencies, "database" | "now">) {
  const [, token] = /^Bearer ([\w-]{1,200})$/i.exec(req.headers.authorization ?? "") ?? [];
  const found = token === undefined ? undefined : await findScimToken(database, token, now());
  if (found === undefined) throw new Unauthorized();
  return found;
}

const LONGEST_BYTES = 1_048_576;
/** A group with some hundred members. Requests that are larger take a turn of their own kind, too (decision 148). */
const LARGE_BYTES = 32_768;
/** A PATCH of a directory has six levels. */
const DEEPEST = 16;

/** A body. Directories send it as `application/json`, too. */
async function scimBody({ req }: Call): Promise<Uint8Array> {
  const type = req.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  const mediaType = type === "application/json" ? type : SCIM_TYPE;
  const body = await readBody(req, { mediaType, limitBytes: LONGEST_BYTES, checksCharset: false });
  if (body === undefined) throw badRequest("invalidSyntax", `the body must be ${SCIM_TYPE}`);
  return body;
}

/** The JSON value of a body. It is read in the turn of the request: to read a large one takes milliseconds. */
function jsonValueOf(body: Uint8Array): unknown {
  const limits = { longest: LONGEST_BYTES, deepest: DEEPEST };
  const value = jsonIn(body, limits, (sentence) => badRequest("invalidSyntax", sentence));
  if (!isStorable(value)) throw badRequest("invalidValue", "the body has a NUL or half a character");
  return value;
}

/** Answers errors in the form of RFC 7644 §3.12. The log has the cause of an unexpected one. */
export function scimErrors(log: Logger): OnError {
  const ofOutage = outageLog(log);
  return (err, call) => {
    const error = errorOf(err);
    const line = { method: call.req.method, path: call.pattern, reference: call.requestId, scimType: error.scimType };
    if (isOutage(err)) ofOutage(line, err, error.message);
    else if (error.status >= 500 && err !== error) log.error({ ...line, err }, error.message);
    else log.info(line, error.message);
    if (call.res.headersSent) return void call.res.destroy();
    const body = {
      schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
      status: String(error.status),
      ...(error.scimType === undefined ? {} : { scimType: error.scimType }),
      detail: error.message,
    };
    call.send(JSON.stringify(body), headersOf(error), error.status);
  };
}

function headersOf(error: ScimError) {
  const retryAfterSeconds = error instanceof TooMany ? error.retryAfterSeconds : undefined;
  return {
    "content-type": SCIM_TYPE,
    "cache-control": "no-store",
    ...retryAfter({ retryAfterSeconds, status: error.status }),
    ...(error.status === 401 ? { "www-authenticate": 'Bearer realm="scim"' } : {}),
  };
}

function errorOf(err: unknown): ScimError {
  if (err instanceof ScimError) return err;
  if (err instanceof Refused) return refusedBy(err.refusal);
  if (err instanceof TooManyAtOnce) return new TooMany(err.retryAfterSeconds);
  if (isUnstorable(err)) return badRequest("invalidValue", "a text has a character that cannot be stored");
  if (isOutage(err)) return new ScimError(503, undefined, "the service is temporarily unavailable");
  const status = malformedRequestStatus(err);
  if (status !== undefined) return new ScimError(status, undefined, "the request is malformed or too large");
  return new ScimError(500, undefined, "an unexpected error occurred");
}
