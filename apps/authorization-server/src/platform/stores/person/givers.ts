/**
 * Who gives something that is accepted later, such as a role by an invitation, and whether they may give it when it is:
 * a giver who lost the right since, was disabled or erased, gives nothing. By the same roles and scopes as at the API.
 */
import { inOrganization, ofPerson } from "./roles.ts";

/** As it is kept with what is given. */
export type Giver =
  /** A person who may use commands may give everything. */
  | { readonly kind: "operator" }
  /** An administrator of the deployment, or of one organization. */
  | { readonly kind: "administrator"; readonly userId: string; readonly organizationId?: string }
  /** A program at the administration API. */
  | { readonly kind: "client"; readonly clientId: string };

export const OPERATOR: Giver = { kind: "operator" };

/**
 * Whether a giver may do now what needs a scope of the administration API, as a condition of SQL.
 *
 * @param giver the column
 * @param administration the parameter with the identifier of the API; NULL if it is off
 */
export const mayStill = (giver: string, scope: string, administration: string): string =>
  `(${giver} ->> 'kind' = 'operator' OR '${scope}' = ANY (${scopesOf(giver, administration)}))`;

/** Whether a giver may give the role `r` now: no one gives a role of administration that goes beyond their own. */
export const mayStillGive = (giver: string, scope: string, administration: string): string =>
  `(${mayStill(giver, scope, administration)}
    AND (${giver} ->> 'kind' = 'operator' OR r.resource <> ${administration}
         OR r.scopes <@ ${scopesOf(giver, administration)}))`;

/** The scopes at the administration API that a giver has now. */
function scopesOf(giver: string, administration: string): string {
  const [user, organization] = [`(${giver} ->> 'userId')::uuid`, `(${giver} ->> 'organizationId')::uuid`];
  const enabled = `EXISTS (SELECT FROM end_user u WHERE u.id = ${user} AND u.disabled_at IS NULL)`;
  return `
    CASE ${giver} ->> 'kind'
      WHEN 'client' THEN ARRAY(
        SELECT unnest(c.scopes) FROM client c
         WHERE c.id = ${giver} ->> 'clientId' AND c.disabled_at IS NULL AND 'client_credentials' = ANY (c.grant_types)
           AND ${administration}::text IS NOT NULL)
      WHEN 'administrator' THEN ARRAY(
        SELECT s.scope FROM (${ofPerson(user, administration)}) s
         WHERE ${organization} IS NULL AND ${enabled}
        UNION
        SELECT s.scope FROM (${inOrganization(user, administration, organization)}) s
         WHERE ${enabled})
      ELSE '{}'::text[] END`;
}
