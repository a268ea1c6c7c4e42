-- OpenID Providers at which people may sign in, and the identities there that are connected to accounts.
CREATE TABLE identity_provider (
  id                    uuid PRIMARY KEY,
  alias                 text NOT NULL UNIQUE CHECK (alias ~ '^[a-z][a-z0-9-]{0,39}$'),
  name                  text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  issuer                text NOT NULL CHECK (length(issuer) <= 2048),
  client_id             text NOT NULL CHECK (length(client_id) <= 255),
  sealed_secret         bytea NOT NULL,
  key_encryption_key_id text NOT NULL,
  scopes                text[] NOT NULL,
  mode                  text NOT NULL CHECK (mode IN ('create', 'invited', 'linked-only')),
  domains               text[] NOT NULL,
  auto_link             boolean NOT NULL,
  mfa                   text[] NOT NULL,
  disabled_at           timestamptz,
  created_at            timestamptz NOT NULL,
  -- Nobody but a provider with listed domains finds an account by its address.
  CHECK (NOT auto_link OR cardinality(domains) > 0)
);

CREATE TABLE federated_identity (
  id           uuid PRIMARY KEY,
  provider_id  uuid NOT NULL REFERENCES identity_provider (id) ON DELETE CASCADE,
  issuer       text NOT NULL CHECK (length(issuer) <= 2048),
  subject      text NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
  user_id      uuid NOT NULL REFERENCES end_user (id) ON DELETE CASCADE,
  created_at   timestamptz NOT NULL,
  last_used_at timestamptz,
  UNIQUE (provider_id, issuer, subject)
);
CREATE INDEX federated_identity_user_id_idx ON federated_identity (user_id);
