/** The one statement that finds the claims behind an access token: the resource server's, and the owner's where it checks again. */

/** Takes the id of the authorization. Named, so that it is parsed and planned once for each connection. */
export const FIND_USERINFO = {
  name: "userinfo_v1_find",
  text: `SELECT client_id, sub, scopes, resource, revoked_jtis, name, given_name, family_name, middle_name, nickname,
                preferred_username, profile, picture, website, gender, birthdate, zoneinfo, locale, updated_at,
                email, email_verified, phone_number, phone_number_verified, address, requested_claims,
                wants_jwt
           FROM userinfo_v1
          WHERE authorization_id = $1`,
};
