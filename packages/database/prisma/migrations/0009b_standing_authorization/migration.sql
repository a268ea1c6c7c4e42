-- An authorization without a person: what a client gets for itself (RFC 6749 §4.4) stands on one row of its own, which stays.
ALTER TABLE "authorization"
  ALTER COLUMN user_id DROP NOT NULL,
  ALTER COLUMN acr DROP NOT NULL,
  ALTER COLUMN auth_time DROP NOT NULL,
  ADD CONSTRAINT authorization_sign_in_check CHECK (user_id IS NULL OR (acr IS NOT NULL AND auth_time IS NOT NULL));
CREATE UNIQUE INDEX authorization_standing_key ON "authorization" (client_id) WHERE user_id IS NULL;
