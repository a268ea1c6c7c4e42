-- A provider at which we authenticate with our own keys has no secret.
ALTER TABLE identity_provider
  ALTER COLUMN sealed_secret DROP NOT NULL,
  ALTER COLUMN key_encryption_key_id DROP NOT NULL,
  ADD CHECK ((sealed_secret IS NULL) = (key_encryption_key_id IS NULL)),
  ADD CHECK (preset IS NULL OR sealed_secret IS NOT NULL);
