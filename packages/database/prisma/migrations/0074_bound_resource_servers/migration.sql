-- Resource servers for which only access tokens that are bound to a key are issued (RFC 9449, RFC 9728 §2).
ALTER TABLE resource_server ADD COLUMN dpop_bound_access_tokens_required boolean NOT NULL DEFAULT false;
