/** Runs operations: admits the caller, reads the request, calls the operation and sends what it answers. */
import { pipeline } from "node:stream/promises";
import { isDecimal, unstorableAt } from "@countersign/rules";
import type { Call, Handler } from "@countersign/service";
import { z } from "zod";
import type { Dependencies } from "../../dependencies.ts";
import { jsonOf } from "../../platform/http/json-body.ts";
import { type Admission, admitted, type Caller } from "./access/access.ts";
import { outboxFor, withinMailBudget } from "./access/mail-limit.ts";
import { etagOf } from "./etag.ts";
import { type CursorOwner, type PagePlace, pagesAround, readCursor, writeCursor } from "./lists/cursor.ts";
import type { Operation, Reply, Request } from "./operation.ts";
import { Problem, pointed, wrong } from "./problem.ts";
import { checked } from "./requests/checked.ts";
import { keyOf, once } from "./requests/idempotency.ts";
import type { Turns } from "./requests/turns.ts";
import { ADMIN_SCOPES } from "./scopes.ts";

export interface ApiTurns {
  /** The turns of the requests, by who sends them. */
  readonly requests: Turns;
  /** The turns of what is sent piece by piece, which can take minutes. */
  readonly streams: Turns;
}

/** @param apiPath the path of the API, which locations begin with */
export function handlerOf(
  operation: Operation,
  deps: Dependencies & Admission,
  { apiPath, turns }: { readonly apiPath: string; readonly turns: ApiTurns },
): Handler {
  const { id, scope, needsStepUp = false, forOrganizationAdmins = false } = operation;
  const acting = { ...deps, mail: outboxFor(operation, deps.mail) };
  return async (call) => {
    assertWithoutNul(call.params, "#/path");
    const { organization } = call.params;
    const caller = await admitted(call, { scope, needsStepUp, forOrganizationAdmins, organization }, deps);
    if (caller === undefined) return;
    await countCall(caller, operation, deps);

    const query = queryOf(call, operation);
    const { cursor, limit: _, ...filter } = query;
    const owner = { operation: id, caller: caller.id, params: call.params, filter };
    const ifMatch = conditionOf(call, operation);
    const at = typeof cursor === "string" ? readCursor(cursor, owner, deps.sealedTexts) : FIRST_PAGE;
    const key = operation.method === "POST" ? keyOf(call, caller) : undefined;
    const request = {
      params: call.params,
      query,
      body: await bodyOf(call, operation),
      caller,
      resource: deps.guard.resource,
      by: { actor: caller.actor, at: deps.now(), ...call.from, request: key },
      ifMatch,
      place: at.place,
    };
    const handle = () => operation.handle(request as Request<never, never>, acting);
    const act = operation.mailsAnyone === "one" ? () => withinMailBudget(caller, deps, handle) : handle;
    // A turn is taken when the whole request is there, and ends before the answer is sent.
    const reply = await turns.requests.take(senderOf(caller), () =>
      once({ operation, request, owner: key }, act, deps),
    );
    const { stream } = reply;
    if (stream === undefined) answer(call, operation, reply, { owner, at, deps, apiPath, caller });
    else await turns.streams.take(senderOf(caller), () => sendStream(call, stream));
  };
}

/** If-Match of a request. RFC 9110 §13.1.1: what it excludes must not be done, so it is never ignored. */
function conditionOf({ req }: Call, operation: Operation): string | undefined {
  const ifMatch = req.headers["if-match"];
  const { needsMatch = false } = operation;
  if (needsMatch && ifMatch === undefined) {
    throw new Problem("precondition-required", "send If-Match with the ETag that you read");
  }
  // Everything that exists has a version.
  if (ifMatch !== undefined && ifMatch.trim() !== "*" && !needsMatch && isChange(operation)) {
    throw new Problem("invalid-request", NO_IF_MATCH);
  }
  return ifMatch;
}

const isChange = ({ method }: Operation) => method === "PUT" || method === "PATCH" || method === "DELETE";

const NO_IF_MATCH = "this operation does not compare versions: leave out If-Match";

/** Whose turns a request takes: the administrators of one organization share theirs. */
const senderOf = ({ id, organizationId }: Caller): string => organizationId ?? id;

async function countCall(
  { id }: Caller,
  { isCostly }: Pick<Operation, "isCostly">,
  { limits }: Pick<Dependencies, "limits">,
): Promise<void> {
  const counted = isCostly === true ? [limits.administration, limits.costlyAdministration] : [limits.administration];
  for (const limit of counted) {
    // biome-ignore lint/performance/noAwaitInLoops: one or two, and the second only within the first
    const { allowed, retryAfterSeconds } = await limit.consume(id);
    if (!allowed) throw new Problem("too-many-requests", undefined, { retryAfterSeconds });
  }
}

const FIRST_PAGE: PagePlace = { place: undefined, trail: [] };

interface Answering {
  readonly owner: CursorOwner;
  /** The page that was asked for. */
  readonly at: PagePlace;
  readonly deps: Pick<Dependencies, "sealedTexts">;
  readonly apiPath: string;
  readonly caller: Caller;
}

const NO_STORE = { "cache-control": "no-store" };
/** Says that everything was so before. */
const UNCHANGED = { "countersign-unchanged": "yes" };
/** What the caller may do now, so that a program knows it without asking. */
const scopesOf = ({ scopes }: Caller) => ({
  "countersign-scopes": ADMIN_SCOPES.filter((scope) => scopes.includes(scope)).join(" "),
});

function answer(
  call: Call,
  { status, isList }: Operation,
  { body, version, location, next, already }: Reply<unknown>,
  { owner, at, deps, apiPath, caller }: Answering,
): void {
  const usual = { ...NO_STORE, ...scopesOf(caller), ...(already === undefined ? {} : UNCHANGED) };
  if (status === 204) {
    call.end(204, usual);
    return;
  }
  const around = pagesAround(at, next);
  const page = {
    ...(isList === true && around.next && { next_cursor: writeCursor(around.next, owner, deps.sealedTexts) }),
    ...(isList === true &&
      around.previous && { previous_cursor: writeCursor(around.previous, owner, deps.sealedTexts) }),
  };
  call.json(
    { ...(body as object), ...page },
    {
      ...usual,
      ...(version === undefined ? {} : { etag: etagOf(version) }),
      ...(location === undefined ? {} : { location: `${apiPath}${location}` }),
    },
    status,
  );
}

/** Sends a text no faster than the caller reads it. A caller that goes away ends it. */
async function sendStream(call: Call, { mediaType, chunks }: NonNullable<Reply<unknown>["stream"]>): Promise<void> {
  call.begin({ ...NO_STORE, "content-type": mediaType });
  await pipeline(chunks, call.res);
}

/** The parameters of a query. A parameter that is unknown, or sent twice, is refused. */
function queryOf(call: Call, { query: shape }: Operation): Record<string, unknown> {
  const sent = new URLSearchParams(call.query);
  const names = [...sent.keys()];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw wrong([{ pointer: `#/query/${pointed(twice)}`, detail: "is sent more than once" }]);
  if (shape === undefined) {
    const [unknown] = names;
    if (unknown === undefined) return {};
    throw wrong([{ pointer: `#/query/${pointed(unknown)}`, detail: "is not a parameter of this operation" }]);
  }
  const values = Object.fromEntries(sent);
  assertWithoutNul(values, "#/query");
  const number = Object.entries(values).find(([name, text]) => isNumber(shape.shape[name]) && !isDecimal(text));
  if (number !== undefined) throw wrong([{ pointer: `#/query/${pointed(number[0])}`, detail: "is no whole number" }]);
  return checked(shape, values, "#/query") as Record<string, unknown>;
}

const isNumber = (shape: z.core.$ZodType | undefined): boolean =>
  shape instanceof z.ZodDefault || shape instanceof z.ZodOptional
    ? isNumber(shape.unwrap())
    : shape instanceof z.ZodNumber;

/** PostgreSQL holds no NUL, so nothing that is looked for has one. */
function assertWithoutNul(values: Readonly<Record<string, string>>, at: string): void {
  const found = Object.entries(values).find(([, value]) => value.includes("\0"));
  if (found !== undefined) throw wrong([{ pointer: `${at}/${pointed(found[0])}`, detail: "has a NUL" }]);
}

async function bodyOf(call: Call, { body: shape, longestBody, isBodyOptional }: Operation): Promise<unknown> {
  if (shape === undefined) return undefined;
  if (isBodyOptional && hasNoBody(call)) return checked(shape, {}, "#");
  const body = await jsonOf(call, longestBody);
  const unstorable = unstorableAt(body);
  if (unstorable !== undefined) {
    throw wrong([{ pointer: `#${unstorable.slice(0, 200)}`, detail: "has a NUL or half a character" }]);
  }
  return checked(shape, body, "#");
}

/** RFC 9112 §6.3: a request has a body if one of these headers says so. */
const hasNoBody = ({ req: { headers } }: Call) =>
  headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0;
