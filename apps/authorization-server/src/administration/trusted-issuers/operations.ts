/** Operations on trusted issuers. */
import { z } from "zod";
import type { Dependencies } from "../../dependencies.ts";
import type { Caller } from "../api/access.ts";
import type { OperatorDependencies } from "../api/command.ts";
import { assertMatch } from "../api/etag.ts";
import { defineOperation, type Operation, type Request } from "../api/operation.ts";
import { Problem } from "../api/problem.ts";
import { ADMIN_SCOPES, scopeBeyond } from "../api/scopes.ts";
import { isId } from "../api/shapes.ts";
import { addedShape, changedShape, shownShape } from "../entity-shapes.ts";
import { shownOf, takenFrom } from "../entity-values.ts";
import { malformed, missing } from "../refused.ts";
import { addTrustedIssuer, changeTrustedIssuer, MOST_TRUSTED_ISSUERS, removeTrustedIssuer } from "./acts.ts";
import { ADD, CHANGE, LIST, REMOVE, SHOW } from "./commands.ts";
import { type NewTrustedIssuer, TRUSTED_ISSUER, type TrustedIssuerRecord, trustedIssuerFields } from "./entity.ts";
import { findTrustedIssuer, listTrustedIssuers } from "./store.ts";

const shown = (held: TrustedIssuerRecord) => shownOf(trustedIssuerFields, held);

async function issuerIn(
  { id }: Request<unknown, unknown>["params"],
  { database }: Pick<Dependencies, "database">,
): Promise<TrustedIssuerRecord> {
  const found = isId(id) ? await findTrustedIssuer(database, id) : undefined;
  if (found === undefined) throw missing(TRUSTED_ISSUER);
  return found;
}

/** Its assertions give access in anyone's name: only owners decide on trusted issuers. */
function assertDecidesOnIssuers({ scopes }: Caller): void {
  const beyond = scopeBeyond(scopes, ADMIN_SCOPES);
  if (beyond !== undefined) throw new Problem("forbidden", `owners decide on trusted issuers; you lack ${beyond}`);
}

function assertReachable(jwksUri: string | null | undefined, { hooks }: Pick<OperatorDependencies, "hooks">): void {
  if (typeof jwksUri !== "string" || hooks.reaches(jwksUri)) return;
  throw malformed(TRUSTED_ISSUER, "jwks_uri", "must be https, at port 443 of a public address, without credentials");
}

const list = defineOperation({
  id: "listTrustedIssuers",
  method: "GET",
  path: "/trusted-issuers",
  summary: `The trusted issuers, by name; there are at most ${MOST_TRUSTED_ISSUERS}`,
  scope: "clients:read",
  status: 200,
  answer: z.strictObject({ items: z.array(shownShape(trustedIssuerFields)) }),
  command: LIST,
  handle: async (_, { database }) => ({ body: { items: (await listTrustedIssuers(database)).map(shown) } }),
});

const read = defineOperation({
  id: "readTrustedIssuer",
  method: "GET",
  path: "/trusted-issuers/:id",
  summary: "One trusted issuer",
  scope: "clients:read",
  status: 200,
  answer: shownShape(trustedIssuerFields),
  command: SHOW,
  async handle({ params }, deps) {
    const body = shown(await issuerIn(params, deps));
    return { body, version: body };
  },
});

const add = defineOperation({
  id: "addTrustedIssuer",
  method: "POST",
  path: "/trusted-issuers",
  summary: "Trusts an issuer: its assertions give access; for owners",
  scope: "clients:write",
  isGrave: true,
  body: addedShape(trustedIssuerFields),
  status: 201,
  answer: shownShape(trustedIssuerFields),
  command: ADD,
  async handle({ body, by, caller }, deps) {
    assertDecidesOnIssuers(caller);
    assertReachable(body.jwks_uri, deps);
    const { id } = await addTrustedIssuer(deps.database, takenFrom(trustedIssuerFields, body) as NewTrustedIssuer, by);
    const version = shown(await issuerIn({ id }, deps));
    return { body: version, version, location: `/trusted-issuers/${id}` };
  },
});

const change = defineOperation({
  id: "changeTrustedIssuer",
  method: "PATCH",
  path: "/trusted-issuers/:id",
  summary: "Changes a trusted issuer, enables or disables it, and ends what its assertions gave; for owners",
  scope: "clients:write",
  isGrave: true,
  needsMatch: true,
  body: changedShape(trustedIssuerFields),
  status: 200,
  answer: shownShape(trustedIssuerFields),
  command: CHANGE,
  async handle({ params, body, by, caller, ifMatch }, deps) {
    const { id } = await issuerIn(params, deps);
    assertDecidesOnIssuers(caller);
    assertReachable(body.jwks_uri, deps);
    const changes = { id, ...takenFrom(trustedIssuerFields, body) };
    const changed = await changeTrustedIssuer(deps.database, changes, by, (held) => assertMatch(ifMatch, held, shown));
    const version = shown(changed);
    return { body: version, version };
  },
});

const remove = defineOperation({
  id: "removeTrustedIssuer",
  method: "DELETE",
  path: "/trusted-issuers/:id",
  summary: "Removes a trusted issuer, and ends what its assertions gave; for owners",
  scope: "clients:write",
  isGrave: true,
  needsMatch: true,
  status: 204,
  command: REMOVE,
  async handle({ params, by, caller, ifMatch }, deps) {
    const { id } = await issuerIn(params, deps);
    assertDecidesOnIssuers(caller);
    await removeTrustedIssuer(deps.database, id, by, (held) => assertMatch(ifMatch, held, shown));
    return { body: undefined };
  },
});

export const trustedIssuerOperations: readonly Operation[] = [list, read, add, change, remove];
