-- What dynamic registration may say of a client besides (RFC 7591 §2, OIDC Registration §2), and the hash of the token by
-- which the client manages its own registration (RFC 7592 §3): none for a client that an operator made.

ALTER TABLE client
  ADD COLUMN jwks                            jsonb,
  ADD COLUMN jwks_uri                        text,
  ADD COLUMN token_endpoint_auth_signing_alg text,
  ADD COLUMN default_max_age_seconds         integer,
  ADD COLUMN require_auth_time               boolean NOT NULL DEFAULT false,
  ADD COLUMN contacts                        text[] NOT NULL DEFAULT '{}',
  ADD COLUMN initiate_login_uri              text,
  ADD COLUMN logo_uri                        text,
  ADD COLUMN software_id                     text,
  ADD COLUMN software_version                text,
  ADD COLUMN registration_access_token_hash  bytea,
  ADD CONSTRAINT client_registration_access_token_hash_key UNIQUE (registration_access_token_hash),
  -- RFC 7591 §2: one of the two at most.
  ADD CONSTRAINT client_jwks_check CHECK (jwks IS NULL OR jwks_uri IS NULL);
