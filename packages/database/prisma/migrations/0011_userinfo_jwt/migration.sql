-- How a client wants its answers from /userinfo signed and encrypted (OIDC Registration §2). The resource server only
-- learns whether a client wants a JWT at all: it has no part in making one.
ALTER TABLE client
  ADD COLUMN userinfo_signed_response_alg    text,
  ADD COLUMN userinfo_encrypted_response_alg text,
  ADD COLUMN userinfo_encrypted_response_enc text;

CREATE OR REPLACE VIEW userinfo_v1 WITH (security_barrier) AS
SELECT a.id AS authorization_id, a.client_id, a.sub, a.scopes, a.resource, a.expires_at,
       ARRAY(SELECT r.jti FROM revoked_access_token r WHERE r.authorization_id = a.id) AS revoked_jtis,
       u.name, u.given_name, u.family_name, u.middle_name, u.nickname, u.preferred_username, u.profile, u.picture,
       u.website, u.gender, u.birthdate, u.zoneinfo, u.locale, u.updated_at, u.email, u.email_verified,
       u.phone_number, u.phone_number_verified, u.address,
       a.claims_request -> 'userinfo' AS requested_claims,
       (c.userinfo_signed_response_alg IS NOT NULL OR c.userinfo_encrypted_response_alg IS NOT NULL) AS wants_jwt
  FROM "authorization" a
  JOIN end_user u ON u.id = a.user_id
  JOIN client c ON c.id = a.client_id
 WHERE a.revoked_at IS NULL AND a.expires_at > now() AND u.disabled_at IS NULL AND c.disabled_at IS NULL;
