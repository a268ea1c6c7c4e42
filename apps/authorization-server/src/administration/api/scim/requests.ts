/** What requests of SCIM have in common: queries, versions, lists. RFC 7644 §3.4.2, §3.9 and §3.14. */
import { createHash } from "node:crypto";
import {
  badRequest,
  MOST_RESULTS,
  type Projection,
  type ResourceType,
  readFilter,
  readProjection,
  ScimError,
  type ScimFilter,
  type ScimObject,
  shown,
} from "@countersign/scim";
import type { Call } from "@countersign/service";
import type { Refusal } from "../../refused.ts";
import { isUuid } from "../../scim/scim-group-members.ts";

/** What a list is asked for. */
export interface ListQuery {
  readonly filter: ScimFilter | undefined;
  readonly startIndex: number;
  readonly count: number;
  readonly projection: Projection;
}

/**
 * Reads the parameters of a list: RFC 7644 §3.4.2. A POST has them in its body (§3.4.3). The order is ours: sorting is
 * optional, and not supported.
 */
export function listQuery(call: Call, body: unknown, type: ResourceType): ListQuery {
  const sent = call.req.method === "POST" ? searched(body) : new URLSearchParams(call.query);
  const filter = sent.get("filter");
  return {
    filter: filter === null || filter === "" ? undefined : readFilter(filter, type),
    // §3.4.2.4: a value less than 1 is 1, and a negative count is 0.
    startIndex: Math.max(1, integer(sent.get("startIndex"), 1)),
    count: Math.min(MOST_RESULTS, Math.max(0, integer(sent.get("count"), MOST_RESULTS))),
    projection: projectionIn(sent, type),
  };
}

const HIGHEST = 10_000_000;

function integer(text: string | null, otherwise: number): number {
  if (text === null || text === "") return otherwise;
  if (!/^-?\d{1,9}$/.test(text) || Number(text) > HIGHEST) {
    throw badRequest("invalidValue", "startIndex and count are numbers");
  }
  return Number(text);
}

/** The parameters in a body, as a query would have them. */
function searched(body: unknown): URLSearchParams {
  if (typeof body !== "object" || body === null) throw badRequest("invalidSyntax", "the body is not an object");
  const sent = Object.entries(body).filter(([, value]) => value !== null);
  return new URLSearchParams(sent.map(([name, value]): [string, string] => [name, parameterOf(name, value)]));
}

function parameterOf(name: string, value: unknown): string {
  if (typeof value === "string" || typeof value === "number") return String(value);
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value.join(",");
  throw badRequest("invalidValue", `${shown(name)} is no string, number or array of strings`);
}

/** The attributes that the caller wants. */
export const projectionOf = ({ query }: Call, type: ResourceType): Projection =>
  projectionIn(new URLSearchParams(query), type);

function projectionIn(sent: URLSearchParams, type: ResourceType): Projection {
  const [attributes, excludedAttributes] = [sent.get("attributes"), sent.get("excludedAttributes")];
  return readProjection(
    { attributes: attributes ?? undefined, excludedAttributes: excludedAttributes ?? undefined },
    type,
  );
}

export const listResponse = (total: number, startIndex: number, resources: readonly ScimObject[]) => ({
  schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

/** The version of a resource: a weak entity tag (RFC 9110 §8.8.3), since an answer may have only a part of it. */
export const versionOf = (value: unknown): string =>
  `W/"${createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 22)}"`;

/** Throws if If-Match is sent and names another version: RFC 7644 §3.14. */
export function assertVersion({ req }: Call, version: string): void {
  const sent = req.headers["if-match"];
  if (sent === undefined || sent.trim() === "*" || names(sent, version)) return;
  throw new ScimError(412, undefined, "changed since you read it");
}

/** Whether the caller has this version already. */
export const isKnown = ({ req }: Call, version: string): boolean => {
  const sent = req.headers["if-none-match"];
  return sent !== undefined && names(sent, version);
};

const names = (sent: string, version: string) => sent.split(",").some((tag) => tag.trim() === version);

/** The id in the path, if it may be one. */
export function idOf({ params }: Call): string {
  const id = params.id ?? "";
  if (!isUuid(id)) throw notFound();
  return id.toLowerCase();
}

/** The error that a refusal of an act is: RFC 7644 §3.12. */
export function refusedBy(refusal: Refusal): ScimError {
  switch (refusal.kind) {
    case "missing":
      return notFound();
    case "taken":
      return new ScimError(409, "uniqueness", refusal.why);
    case "not-yours":
      return new ScimError(403, undefined, refusal.why);
    case "malformed":
      return badRequest("invalidValue", refusal.members.map(({ member, detail }) => `${member} ${detail}`).join("; "));
    case "limit":
      return new ScimError(409, undefined, `there are ${refusal.most} ${refusal.what}s already`);
    case "last-owner":
      return new ScimError(409, undefined, "this is the last owner");
    default:
      return new ScimError(409, undefined, refusal.why);
  }
}

export const notFound = (): ScimError => new ScimError(404, undefined, "there is no such resource");
