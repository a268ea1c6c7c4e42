/** The one statement that finds the claims behind an access token: the resource server's, and the owner's where it checks again. */
import { asOneColumn } from "./one-row.ts";
import type { Statements } from "./statements.ts";

// Named, so that it is parsed and planned once for each connection.
const FIND = {
  name: "userinfo_v1_find",
  text: asOneColumn(`
    SELECT client_id, sub, scopes, resource, revoked_jtis, name, given_name, family_name, middle_name, nickname,
           preferred_username, profile, picture, website, gender, birthdate, zoneinfo, locale, updated_at,
           email, email_verified, phone_number, phone_number_verified, address, requested_claims,
           wants_jwt
      FROM userinfo_v1
     WHERE authorization_id = $1`),
};

/** The row of an authorization in userinfo_v1, of the shape that the view promises; `undefined` where none is live. */
export async function findUserinfo<Row extends { readonly updated_at: Date }>(
  statements: Pick<Statements, "query">,
  authorizationId: string,
): Promise<Row | undefined> {
  const { rows } = await statements.query<Omit<Row, "updated_at"> & { updated_at: string }>({
    ...FIND,
    values: [authorizationId],
  });
  const [row] = rows;
  return row && ({ ...row, updated_at: new Date(row.updated_at) } as unknown as Row);
}
