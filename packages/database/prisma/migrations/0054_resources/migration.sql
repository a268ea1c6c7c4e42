-- Authorizations that name resource servers besides that of /userinfo (RFC 8707 §2): an object from the identifier of
-- each to the scopes that were granted there. NULL for an authorization of /userinfo alone. If /userinfo is one of
-- several, its identifier is a member with no scopes, because its scopes are in "scopes".
ALTER TABLE "authorization" ADD COLUMN resources jsonb CHECK (jsonb_typeof(resources) = 'object');

-- Nothing is issued for a disabled resource server. What people agreed to stays.
ALTER TABLE resource_server ADD COLUMN disabled_at timestamptz;
-- Whether the metadata of this server lists the resource server (RFC 9728 §4).
ALTER TABLE resource_server ADD COLUMN listed boolean NOT NULL DEFAULT false;
