-- Whether the secret of a client is accepted only in the way that it registered.
ALTER TABLE client ADD COLUMN token_endpoint_auth_method_pinned boolean NOT NULL DEFAULT false;
