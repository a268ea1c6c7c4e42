/** Operations on what people agreed to with clients. */
import { z } from "zod";
import { findPersonRecord } from "../../../platform/stores/person/person-record.ts";
import { defineOperation, type Operation } from "../../api/operation.ts";
import { notFound } from "../../api/problem.ts";
import { assertMayActUpon } from "../../api/rank.ts";
import { spelled, time } from "../../api/shapes.ts";
import { idIn } from "../../people/operations/person-shapes.ts";
import { listConsents, withdrawConsents } from "../consents.ts";

const consent = z.strictObject({
  client_id: z.string(),
  client_name: z.string(),
  resource: z.string(),
  resource_name: z.string(),
  scopes: z.array(z.string()).meta({ description: "the scopes that the person granted" }),
  claims: z.array(z.string()).meta({ description: "the claims that the person granted by name" }),
  declined_scopes: z.array(z.string()),
  declined_claims: z.array(z.string()),
  updated_at: time,
});

export const consentsOfPerson = defineOperation({
  id: "listConsents",
  method: "GET",
  path: "/people/:id/consents",
  summary: "What a person agreed to, by client and resource server",
  scope: "people:read",
  answer: z.strictObject({ items: z.array(consent) }),
  async handle({ params }, { database }) {
    const userId = idIn(params);
    if ((await findPersonRecord(database, userId)) === undefined) throw notFound("person");
    const given = await listConsents(database, { userId, clientId: undefined });
    const items = given.map(({ grantedScopes: scopes, grantedClaims: claims, ...one }) =>
      spelled(consent, { ...one, scopes, claims }),
    );
    return { body: { items } };
  },
});

const withdraw = defineOperation({
  id: "withdrawConsents",
  method: "DELETE",
  path: "/people/:id/consents/:client",
  summary: "Withdraws what a person agreed to with a client, and revokes what was issued under it",
  scope: "people:write",
  async handle({ params, by, ...who }, deps) {
    const userId = idIn(params);
    await assertMayActUpon(userId, who, deps);
    const ended = await withdrawConsents(deps.database, { userId, clientId: params.client ?? "" }, by);
    if (ended.consents + ended.authorizations === 0) throw notFound("consent");
    return { body: undefined };
  },
});

export const consentOperations: readonly Operation[] = [consentsOfPerson, withdraw];
