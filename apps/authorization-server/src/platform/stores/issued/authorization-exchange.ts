/** Creates an authorization by an exchange (RFC 8693), in one statement: the person's authorization is its ground. */
import { asJson, type Database, singleUpdate, singleUpdateSql } from "@countersign/database";
import {
  AUTHORIZATION_COLUMNS,
  type AuthorizationRow,
  insertingRows,
  NEW_ROW,
  type NewAuthorization,
  rowOf,
} from "./authorization-row.ts";
import type { CreationGrounds } from "./creation-grounds.ts";

export type ExchangeGrounds = Extract<CreationGrounds, { readonly kind: "exchange" }>;

export function authorizationExchange(pipelined: Database["pipelined"]) {
  const exchange = singleUpdate<Readonly<Record<string, unknown>>, AuthorizationRow>(pipelined, EXCHANGE);
  return (authorization: NewAuthorization, { subject, session, ...grounds }: ExchangeGrounds) =>
    exchange({
      ...rowOf(authorization, undefined),
      client_revision: authorization.clientRevision,
      consents_revision: session.consentsRevision,
      subject_client: subject.clientId,
      subject_resources: subject.resources,
      exchanged_from: subject.id,
      exchanged_jtis: grounds.jtis,
      policy_id: grounds.policyId,
      impersonates: grounds.isImpersonation,
      address: grounds.address,
      reference: grounds.reference,
    });
}

const FOUND = {
  sub: "able.sub",
  sid: "NULL::uuid",
  session_id: "NULL::uuid",
  exchanged_from: "asked.exchanged_from",
  exchanged_jtis: "asked.exchanged_jtis",
};

// The rows are locked in the order of all acts: the person, the clients, the policy, the authorization. The lock of the
// last one is what a revocation waits for; its trigger then finds the new row (end_exchanged.sql). A group that is not
// there any more may have another name now, so then the policy allows no token.
const EXCHANGE = {
  name: "authorization-exchange",
  text: singleUpdateSql(
    `${NEW_ROW}, client_revision integer, consents_revision integer, subject_client text, subject_resources jsonb,
     exchanged_from uuid, exchanged_jtis text[], policy_id uuid, impersonates boolean, address text,
     reference text`,
    `person AS MATERIALIZED (
    SELECT u.id FROM asked, end_user u
     WHERE u.id = asked.user_id AND u.disabled_at IS NULL AND u.consents_revision = asked.consents_revision
       FOR KEY SHARE OF u
  ), clients AS MATERIALIZED (
    SELECT c.id FROM asked, person, client c
     WHERE c.id IN (asked.client_id, asked.subject_client) AND c.disabled_at IS NULL
       AND (c.id <> asked.client_id OR c.revision = asked.client_revision)
     ORDER BY c.id FOR KEY SHARE OF c
  ), policy AS MATERIALIZED (
    SELECT x.id, x.excluded_groups FROM asked, exchange_policy x
     WHERE x.id = asked.policy_id AND x.client_id = asked.client_id AND x.disabled_at IS NULL
       AND EXISTS (SELECT FROM clients WHERE id = asked.client_id)
       FOR SHARE OF x
  ), able AS (
    SELECT p.sub FROM asked, "authorization" p
     WHERE EXISTS (SELECT FROM clients WHERE id = asked.client_id)
       AND EXISTS (SELECT FROM clients WHERE id = asked.subject_client)
       AND p.id = asked.exchanged_from AND p.revoked_at IS NULL AND p.expires_at > asked.created_at
       AND p.resources IS NOT DISTINCT FROM asked.subject_resources
       AND NOT EXISTS (SELECT FROM revoked_access_token r WHERE r.jti = ANY (asked.exchanged_jtis))
       AND EXISTS (
         SELECT FROM policy x
          WHERE x.id = asked.policy_id AND cardinality(x.excluded_groups) = (
              SELECT count(*) FROM user_group g
               WHERE g.name = ANY (x.excluded_groups) AND g.organization_id IS NULL
                 AND NOT EXISTS (SELECT FROM group_member m WHERE m.group_id = g.id AND m.user_id = asked.user_id)))
       FOR SHARE OF p
  ), made AS (
    ${insertingRows(FOUND, "asked, able")}
    RETURNING a.id, ${asJson(AUTHORIZATION_COLUMNS)} AS "row"
  ), told AS (
    INSERT INTO audit_event (at, type, actor, actor_id, user_id, client_id, address, detail, reference)
    SELECT asked.created_at, 'person_impersonated', 'client', asked.client_id, asked.user_id, asked.client_id,
           asked.address, jsonb_build_object('authorizationId', asked.id, 'policy', asked.policy_id,
             'subjectClient', asked.subject_client, 'subjectAuthorizationId', asked.exchanged_from), asked.reference
      FROM asked, made WHERE asked.impersonates
  ), changed AS (
    SELECT asked.ordinality, made."row" FROM made JOIN asked ON asked.id = made.id
  )`,
  ),
};
