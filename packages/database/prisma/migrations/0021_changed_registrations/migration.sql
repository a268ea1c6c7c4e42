-- Counts the changes of a registration: an authorization is made under the registration that its request was checked by.
-- Until a new registration access token or secret was used once, its answer may have been lost: the token before it stays good,
-- and what is new is kept so that it can be said again, sealed under the token before it or under the token itself (RFC 7592 §5).
ALTER TABLE client
  ADD COLUMN revision integer NOT NULL DEFAULT 0,
  ADD COLUMN previous_registration_access_token_hash bytea,
  ADD COLUMN sealed_registration_access_token bytea,
  ADD COLUMN sealed_unused_secret bytea,
  ADD CONSTRAINT client_previous_registration_access_token_check
    CHECK ((previous_registration_access_token_hash IS NULL) = (sealed_registration_access_token IS NULL));

-- Counts what a person took back: an authorization is made under the consent that its request was answered by.
ALTER TABLE end_user ADD COLUMN consents_revision integer NOT NULL DEFAULT 0;
