-- All that the resource server may read: the claims of a live authorization.
CREATE OR REPLACE VIEW userinfo_v1 WITH (security_barrier) AS
SELECT a.id AS authorization_id, a.client_id, a.sub, a.scopes, a.resource, a.expires_at,
       ARRAY(SELECT r.jti FROM revoked_access_token r WHERE r.authorization_id = a.id) AS revoked_jtis,
       u.name, u.given_name, u.family_name, u.middle_name, u.nickname, u.preferred_username, u.profile, u.picture,
       u.website, u.gender, u.birthdate, u.zoneinfo, u.locale, u.updated_at, u.email, u.email_verified,
       u.phone_number, u.phone_number_verified, u.address,
       a.claims_request -> 'userinfo' AS requested_claims,
       (c.userinfo_signed_response_alg IS NOT NULL OR c.userinfo_encrypted_response_alg IS NOT NULL) AS wants_jwt,
       (c.claim_mapping IS NOT NULL OR c.claims_hook_id IS NOT NULL) AS is_mapped,
       belongs.groups, belongs.roles, belongs.organizations
  FROM "authorization" a
  JOIN end_user u ON u.id = a.user_id
  JOIN client c ON c.id = a.client_id
  LEFT JOIN LATERAL (
    SELECT CASE WHEN 'groups' = ANY(a.scopes) THEN ARRAY(
             SELECT g.name FROM group_member m JOIN user_group g ON g.id = m.group_id
              WHERE m.user_id = a.user_id
                AND CASE WHEN asked.slug IS NULL THEN g.organization_id IS NULL ELSE g.organization_id = here.id END
              ORDER BY g.name LIMIT 200) END AS groups,
           CASE WHEN 'roles' = ANY(a.scopes) THEN ARRAY(
             SELECT DISTINCT r.name
               FROM (SELECT x.role_id FROM role_assignment x WHERE asked.slug IS NULL AND x.user_id = a.user_id
                     UNION ALL
                     SELECT x.role_id FROM group_member m JOIN role_assignment x ON x.group_id = m.group_id
                      WHERE asked.slug IS NULL AND m.user_id = a.user_id
                     UNION ALL
                     SELECT x.role_id FROM organization_role x
                      WHERE x.organization_id = here.id
                        AND (x.user_id = a.user_id
                             OR x.group_id IN (SELECT m.group_id FROM group_member m WHERE m.user_id = a.user_id))) held
               JOIN role r ON r.id = held.role_id
              WHERE r.resource = a.resource ORDER BY r.name LIMIT 200) END AS roles,
           CASE WHEN 'organizations' = ANY(a.scopes) THEN ARRAY(
             SELECT o.slug FROM organization_member m JOIN organization o ON o.id = m.organization_id
              WHERE m.user_id = a.user_id AND o.disabled_at IS NULL AND (asked.slug IS NULL OR o.id = here.id)
              ORDER BY o.slug LIMIT 200) END AS organizations
      FROM (SELECT (SELECT substr(s, 14) FROM unnest(a.scopes) s WHERE s LIKE 'organization:%' LIMIT 1) AS slug) asked
      LEFT JOIN LATERAL (
        SELECT o.id FROM organization o JOIN organization_member m ON m.organization_id = o.id
         WHERE o.slug = asked.slug AND m.user_id = a.user_id AND o.disabled_at IS NULL) here ON true
     WHERE a.scopes && ARRAY['groups', 'roles', 'organizations']
  ) belongs ON true
 WHERE a.revoked_at IS NULL AND a.expires_at > now() AND u.disabled_at IS NULL AND c.disabled_at IS NULL;
