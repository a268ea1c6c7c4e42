-- The address of an account in the form in which addresses are compared, and since when it is proved to belong to the person. Versions
-- before this leave both empty.
ALTER TABLE end_user ADD COLUMN email_canonical text, ADD COLUMN email_verified_at timestamptz;

-- A proof that a person receives mail at an address, from the mail that was sent until the proof is spent. Of a code and of the token of
-- a link there is only the hash. The hash of a code includes the secret of the browser that the code is bound to.
-- There is one proof at most for each purpose and slot. What makes a slot depends on the purpose.
CREATE TABLE address_proof (
  id                uuid PRIMARY KEY,
  purpose           text NOT NULL,
  slot              bytea NOT NULL,
  user_id           uuid REFERENCES end_user ON DELETE CASCADE,
  address           text NOT NULL,
  address_canonical text NOT NULL,
  browser_hash      bytea,
  code_hash         bytea,
  token_hash        bytea NOT NULL,
  tries_left        integer NOT NULL CHECK (tries_left >= 0),
  proved_at         timestamptz,
  created_at        timestamptz NOT NULL,
  expires_at        timestamptz NOT NULL,
  CHECK ((browser_hash IS NULL) = (code_hash IS NULL))
);
CREATE UNIQUE INDEX address_proof_purpose_slot_key ON address_proof (purpose, slot);
CREATE UNIQUE INDEX address_proof_token_hash_key ON address_proof (token_hash);
CREATE INDEX address_proof_user_id_idx ON address_proof (user_id);
CREATE INDEX address_proof_expires_at_idx ON address_proof (expires_at);
