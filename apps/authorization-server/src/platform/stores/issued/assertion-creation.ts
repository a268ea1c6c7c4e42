/** Creates the authorization of a person on the assertion of a trusted issuer: RFC 7523 §2.1. */
import { randomUUID } from "node:crypto";
import { type Database, singleUpdate, singleUpdateSql } from "@countersign/database";
import { CREATION, inserting, pairwiseSubject } from "./authorization-creation.ts";
import { type AuthorizationRow, type NewAuthorization, rowOf } from "./authorization-row.ts";
import type { AssertionGrounds } from "./creation-grounds.ts";

export type OnAssertion = NewAuthorization & { readonly grounds: AssertionGrounds };

// In place of a session, the trusted issuer and the connection are locked: an act that ends one of these waits, and
// ends the authorization, too. The issuer has to be as it was when the assertion was verified.
const ABLE = `able AS (
    SELECT f.id FROM asked, end_user u, client c, trusted_issuer t, federated_identity f
     WHERE u.id = asked.user_id AND u.disabled_at IS NULL
       AND c.id = asked.client_id AND c.disabled_at IS NULL AND c.revision = asked.client_revision
       AND t.id = asked.trusted_issuer_id AND t.disabled_at IS NULL AND t.revision = asked.issuer_revision
       AND f.id = asked.identity_id AND f.user_id = u.id
       FOR KEY SHARE OF u, c, t, f
  )`;

/** The row of the issuer, by which it ends, and the event are made with it. */
const creating = (subject: { readonly sub: string; readonly with?: string }) =>
  singleUpdateSql(
    `${CREATION}, trusted_issuer_id uuid, issuer_revision integer, identity_id uuid, address text, reference text,
     sector text, pairwise_sub text`,
    `${ABLE}${subject.with ?? ""},
  ${inserting("NULL::uuid", subject.sub, `asked, able${subject.with ? ", subject" : ""}`)},
  ended_by AS (
    INSERT INTO trusted_issuer_authorization (authorization_id, trusted_issuer_id)
    SELECT made.id, asked.trusted_issuer_id FROM asked, made
  ), told AS (
    INSERT INTO audit_event (at, type, actor, actor_id, user_id, client_id, address, detail, reference)
    SELECT asked.created_at, 'assertion_accepted', 'client', asked.client_id, asked.user_id, asked.client_id,
           asked.address, jsonb_build_object('authorizationId', asked.id, 'trustedIssuer', asked.trusted_issuer_id),
           asked.reference
      FROM asked, made
  )`,
  );

const CREATE = { name: "authorization-assert", text: creating({ sub: "asked.user_id::text" }) };
const CREATE_PAIRWISE = {
  name: "authorization-assert-pairwise",
  text: creating({ sub: "subject.sub", with: pairwiseSubject("able") }),
};

export function assertionCreation(pipelined: Database["pipelined"]) {
  const create = singleUpdate<Key, AuthorizationRow>(pipelined, CREATE);
  const createPairwise = singleUpdate<Key, AuthorizationRow>(pipelined, CREATE_PAIRWISE);

  return (authorization: OnAssertion) => {
    const { sector, clientRevision, grounds } = authorization;
    const creation = {
      ...rowOf(authorization, undefined),
      outlives_session: true,
      client_revision: clientRevision,
      trusted_issuer_id: grounds.issuer.id,
      issuer_revision: grounds.issuer.revision,
      identity_id: grounds.identityId,
      address: grounds.address,
      reference: grounds.reference,
    };
    if (sector === undefined) return create(creation);
    return createPairwise({ ...creation, sector, pairwise_sub: randomUUID() });
  };
}

type Key = Readonly<Record<string, unknown>>;
