/** Operations on what people agreed to with clients. */
import { z } from "zod";
import { countConsents, pageOfConsents } from "../../../platform/stores/issued/consent-list.ts";
import { findPersonRecord } from "../../../platform/stores/person/person-record.ts";
import { cut, listQuery, pageOf, total, totalIf, withTotal } from "../../api/lists/list.ts";
import { defineOperation, type Operation } from "../../api/operation.ts";
import { notFound } from "../../api/problem.ts";
import { assertMayActUpon } from "../../api/rank.ts";
import { spelled, time } from "../../api/shapes.ts";
import { clientIn } from "../../clients/operations/client-shapes.ts";
import { idIn } from "../../people/operations/person-shapes.ts";
import { listConsents, withdrawConsents } from "../consents.ts";

const agreed = {
  resource: z.string(),
  resource_name: z.string(),
  scopes: z.array(z.string()).meta({ description: "the scopes that the user granted" }),
  claims: z.array(z.string()).meta({ description: "the claims that the user granted by name" }),
  declined_scopes: z.array(z.string()),
  declined_claims: z.array(z.string()),
  updated_at: time,
} as const;
const consent = z.strictObject({ client_id: z.string(), client_name: z.string(), ...agreed });
const consentToClient = z.strictObject({ user_id: z.uuid(), username: z.string(), ...agreed });

export const consentsOfPerson = defineOperation({
  id: "listConsents",
  method: "GET",
  path: "/people/:id/consents",
  summary: "What a user agreed to, by client and resource server",
  scope: "people:read",
  answer: z.strictObject({ items: z.array(consent) }),
  async handle({ params }, { database }) {
    const userId = idIn(params);
    if ((await findPersonRecord(database, userId)) === undefined) throw notFound("user");
    const given = await listConsents(database, { userId, clientId: undefined });
    const items = given.map(({ grantedScopes: scopes, grantedClaims: claims, ...one }) =>
      spelled(consent, { ...one, scopes, claims }),
    );
    return { body: { items } };
  },
});

const consentsOfClient = defineOperation({
  id: "listConsentsOfClient",
  method: "GET",
  path: "/clients/:id/consents",
  summary: "What users agreed to with a client, by user and resource server, the newest first",
  scope: "people:read",
  isList: true,
  query: z.strictObject({ with_total: withTotal, ...listQuery }),
  answer: pageOf(consentToClient).extend({ total }),
  async handle({ params, query: { limit, with_total }, place }, deps) {
    const { database } = deps;
    const { id: clientId } = await clientIn(params, deps);
    const { items, last } = cut(await pageOfConsents(database, { clientId, after: place, most: limit + 1 }), limit);
    const body = {
      items: items.map((one) => spelled(consentToClient, one)),
      ...(await totalIf(with_total, (most) => countConsents(database, { clientId, most }))),
    };
    return { body, next: last && [last.place, last.userId, last.resource] };
  },
});

const withdraw = defineOperation({
  id: "withdrawConsents",
  method: "DELETE",
  path: "/people/:id/consents/:client",
  summary: "Withdraws what a user agreed to with a client, and revokes what was issued under it",
  scope: "people:write",
  async handle({ params, by, ...who }, deps) {
    const userId = idIn(params);
    await assertMayActUpon(userId, who, deps);
    const ended = await withdrawConsents(deps.database, { userId, clientId: params.client ?? "" }, by);
    if (ended.consents + ended.authorizations === 0) throw notFound("consent");
    return { body: undefined };
  },
});

export const consentOperations: readonly Operation[] = [consentsOfPerson, consentsOfClient, withdraw];
