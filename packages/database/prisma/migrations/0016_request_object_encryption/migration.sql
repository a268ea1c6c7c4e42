-- How a client may encrypt its request objects to us (OIDC Registration §2).
ALTER TABLE client
  ADD COLUMN request_object_encryption_alg text,
  ADD COLUMN request_object_encryption_enc text;
