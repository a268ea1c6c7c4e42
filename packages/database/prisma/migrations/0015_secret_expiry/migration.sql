-- When the secret of a client that registered itself ends, and the hash of the one before it, which is good until its own end
-- (RFC 7592 §2.1).
ALTER TABLE client
  ADD COLUMN secret_expires_at          timestamptz,
  ADD COLUMN previous_secret_hash       bytea,
  ADD COLUMN previous_secret_expires_at timestamptz,
  ADD CONSTRAINT client_previous_secret_check CHECK ((previous_secret_hash IS NULL) = (previous_secret_expires_at IS NULL));
