-- Issuers whose assertions give access (RFC 7523 §2.1): their keys, and whom their tokens stand for.
CREATE TABLE trusted_issuer (
  id                   uuid PRIMARY KEY,
  name                 text NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 100),
  issuer               text NOT NULL UNIQUE CHECK (length(issuer) BETWEEN 1 AND 500),
  -- One of the two: where the keys are fetched, or the keys.
  jwks_uri             text CHECK (length(jwks_uri) <= 2000),
  jwks                 jsonb CHECK (jsonb_typeof(jwks) = 'object'),
  signing_algs         text[] NOT NULL,
  audience             text NOT NULL CHECK (audience IN ('issuer', 'token_endpoint')),
  max_lifetime_seconds integer NOT NULL CHECK (max_lifetime_seconds BETWEEN 30 AND 600),
  subject              text NOT NULL CHECK (subject IN ('person', 'workload')),
  -- Of people: the provider whose connections name them, the clients, and whether they are not asked.
  provider             text,
  clients              text[] NOT NULL,
  without_consent      boolean NOT NULL,
  -- Of workloads: rules on claims, each with its client.
  workloads            jsonb NOT NULL CHECK (jsonb_typeof(workloads) = 'array'),
  resources            text[] NOT NULL,
  scopes               text[] NOT NULL,
  -- Every change counts one more: what was checked by another one gives nothing.
  revision             integer NOT NULL DEFAULT 0,
  disabled_at          timestamptz,
  created_at           timestamptz NOT NULL,
  managed_by           text,
  CHECK ((jwks_uri IS NULL) <> (jwks IS NULL))
);
-- What people's assertions gave: it ends when the issuer is changed, disabled or removed.
CREATE TABLE trusted_issuer_authorization (
  authorization_id  uuid PRIMARY KEY REFERENCES "authorization" (id) ON DELETE CASCADE,
  trusted_issuer_id uuid NOT NULL REFERENCES trusted_issuer (id) ON DELETE CASCADE
);
CREATE INDEX trusted_issuer_authorization_trusted_issuer_id_idx
  ON trusted_issuer_authorization (trusted_issuer_id);
