-- Second factors of people, and what a sign-in was proved by.

-- Authenticator apps (RFC 6238). last_step is the last time step whose code was accepted: each is accepted once.
CREATE TABLE totp_factor (
  id                     uuid PRIMARY KEY,
  user_id                uuid NOT NULL REFERENCES end_user (id) ON DELETE CASCADE,
  name                   text NOT NULL,
  sealed_secret          bytea NOT NULL,
  key_encryption_key_id  text NOT NULL,
  last_step              bigint NOT NULL,
  last_used_at           timestamptz NOT NULL,
  created_at             timestamptz NOT NULL
);

CREATE INDEX totp_factor_user_id_idx ON totp_factor (user_id);

-- The current set of each person. A new set replaces it.
CREATE TABLE recovery_code (
  user_id     uuid NOT NULL REFERENCES end_user (id) ON DELETE CASCADE,
  number      smallint NOT NULL,
  hash        text NOT NULL,
  used_at     timestamptz,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (user_id, number)
);

-- Browsers in which a person chose not to be asked for a second factor.
CREATE TABLE remembered_device (
  id            uuid PRIMARY KEY,
  user_id       uuid NOT NULL REFERENCES end_user (id) ON DELETE CASCADE,
  secret_hash   bytea NOT NULL UNIQUE,
  label         text NOT NULL,
  created_at    timestamptz NOT NULL,
  last_used_at  timestamptz NOT NULL,
  expires_at    timestamptz NOT NULL
);

CREATE INDEX remembered_device_user_id_idx ON remembered_device (user_id);
CREATE INDEX remembered_device_expires_at_idx ON remembered_device (expires_at);

-- Failed second factors in a row, from browsers that the account is known in, and from all others.
CREATE TABLE second_factor_failure (
  user_id          uuid NOT NULL REFERENCES end_user (id) ON DELETE CASCADE,
  is_known_device  boolean NOT NULL,
  count            integer NOT NULL,
  PRIMARY KEY (user_id, is_known_device)
);

-- The proofs of a sign-in: [{"factor": …, "at": …}]. Rows from before this have none; their factor is a password.
ALTER TABLE sign_in ADD COLUMN proofs jsonb NOT NULL DEFAULT '[]';

-- The least acr that the client accepts. Operators set it.
ALTER TABLE client ADD COLUMN required_acr text;
