-- Claims that are made of others for one client: the expressions, by the names of the claims. The resource server only
-- learns whether there are any: the authorization server makes such answers.
ALTER TABLE client ADD COLUMN claim_mapping jsonb;

CREATE OR REPLACE VIEW userinfo_v1 WITH (security_barrier) AS
SELECT a.id AS authorization_id, a.client_id, a.sub, a.scopes, a.resource, a.expires_at,
       ARRAY(SELECT r.jti FROM revoked_access_token r WHERE r.authorization_id = a.id) AS revoked_jtis,
       u.name, u.given_name, u.family_name, u.middle_name, u.nickname, u.preferred_username, u.profile, u.picture,
       u.website, u.gender, u.birthdate, u.zoneinfo, u.locale, u.updated_at, u.email, u.email_verified,
       u.phone_number, u.phone_number_verified, u.address,
       a.claims_request -> 'userinfo' AS requested_claims,
       (c.userinfo_signed_response_alg IS NOT NULL OR c.userinfo_encrypted_response_alg IS NOT NULL) AS wants_jwt,
       c.claim_mapping IS NOT NULL AS is_mapped
  FROM "authorization" a
  JOIN end_user u ON u.id = a.user_id
  JOIN client c ON c.id = a.client_id
 WHERE a.revoked_at IS NULL AND a.expires_at > now() AND u.disabled_at IS NULL AND c.disabled_at IS NULL;
