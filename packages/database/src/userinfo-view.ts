/**
 * The one statement that finds the claims behind an access token: the resource server's, and the owner's where it
 * checks again.
 */
import { batchedLookup, lookupSql } from "./batching.ts";
import type { Statements } from "./pipelined.ts";

const FIND = {
  name: "userinfo_v1_find",
  text: lookupSql(
    "id uuid",
    `SELECT client_id, sub, scopes, resource, revoked_jtis, name, given_name, family_name, middle_name, nickname,
           preferred_username, profile, picture, website, gender, birthdate, zoneinfo, locale, updated_at,
           email, email_verified, phone_number, phone_number_verified, address, requested_claims,
           wants_jwt
      FROM userinfo_v1
     WHERE authorization_id = asked.id`,
    "json_strip_nulls(row_to_json(r))", // of twenty claims, most people have five
  ),
};

/**
 * Gives the function that finds the row of an authorization in userinfo_v1, of the shape that the view promises;
 * `undefined` where none is live.
 */
export function userinfoLookup<Row extends { readonly updated_at: Date }>(
  statements: Pick<Statements, "query">,
): (authorizationId: string) => Promise<Row | undefined> {
  const find = batchedLookup<{ id: string }, Omit<Row, "updated_at"> & { updated_at: string }>(statements, FIND);
  return async (id) => {
    const row = await find({ id });
    return row && ({ ...row, updated_at: new Date(row.updated_at) } as unknown as Row);
  };
}
