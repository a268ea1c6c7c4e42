-- The secret of a client that is the key of an HMAC (OIDC Core §9 and §10.1), encrypted under a key-encryption key, whose id
-- is beside it. All other clients have the hash of theirs alone.
ALTER TABLE client
  ADD COLUMN sealed_secret                bytea,
  ADD COLUMN secret_key_encryption_key_id text,
  ADD CONSTRAINT client_sealed_secret_check
    CHECK ((sealed_secret IS NULL) = (secret_key_encryption_key_id IS NULL) AND (sealed_secret IS NULL OR secret_hash IS NOT NULL));
