-- Passkeys and security keys (Web Authentication Level 3). A public key is no secret.
CREATE TABLE passkey (
  id              uuid PRIMARY KEY,
  user_id         uuid NOT NULL REFERENCES end_user ON DELETE CASCADE,
  -- The authenticator chooses it. Nobody may register the credential of another person (WebAuthn §7.1).
  credential_id   bytea NOT NULL UNIQUE,
  -- COSE_Key (RFC 9052 §7).
  public_key      bytea NOT NULL,
  alg             integer NOT NULL,
  sign_count      bigint NOT NULL,
  transports      text[] NOT NULL,
  aaguid          uuid NOT NULL,
  backup_eligible boolean NOT NULL,
  backed_up       boolean NOT NULL,
  "use"           text NOT NULL CHECK ("use" IN ('sign-in', 'second-factor')),
  -- The RP ID that the credential was made for. It works for no other.
  rp_id           text NOT NULL,
  name            text NOT NULL,
  created_at      timestamptz NOT NULL,
  last_used_at    timestamptz
);
CREATE INDEX passkey_user_id_idx ON passkey (user_id);

ALTER TABLE end_user
  -- 32 random bytes by which authenticators know the person (WebAuthn §14.6.1); made when it is first needed.
  ADD COLUMN webauthn_user_handle bytea,
  -- When the person was last offered to add a passkey.
  ADD COLUMN passkey_offered_at   timestamptz;
