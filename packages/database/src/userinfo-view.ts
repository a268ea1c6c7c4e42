/**
 * The one statement that finds the claims behind an access token. The resource server uses it, and the authorization
 * server uses it when it checks the token again.
 */
import { batchedLookup, lookupSql } from "./statements/batching.ts";
import type { Statements } from "./statements/pipelined.ts";

/** The columns that this version needs of the view. */
export const VIEW_COLUMNS = `client_id, sub, scopes, resource, revoked_jtis, name, given_name, family_name, middle_name,
  nickname, preferred_username, profile, picture, website, gender, birthdate, zoneinfo, locale, updated_at, email,
  email_verified, phone_number, phone_number_verified, address, requested_claims, wants_jwt, is_mapped, groups, roles,
  organizations`;

const FIND = {
  name: "userinfo_v1_find",
  text: lookupSql(
    "id uuid",
    `SELECT ${VIEW_COLUMNS} FROM userinfo_v1 WHERE authorization_id = asked.id`,
    "json_strip_nulls(row_to_json(r))", // most people have five of the twenty claims
  ),
};

/**
 * Returns the function that finds the row of an authorization in userinfo_v1, with the columns that the view promises.
 * It gives `undefined` if no live authorization exists.
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
