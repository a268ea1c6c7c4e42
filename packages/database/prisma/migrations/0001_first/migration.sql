-- The durable data (architecture, "The data"). Secrets are stored as SHA-256 digests or sealed, never in the clear.

CREATE TABLE end_user (
  id                    uuid PRIMARY KEY,
  username              text NOT NULL,
  password_hash         text,
  disabled_at           timestamptz,
  created_at            timestamptz NOT NULL,
  -- The standard claims of OIDC Core §5.1, each in its true type; a null is a claim we do not have.
  name                  text,
  given_name            text,
  family_name           text,
  middle_name           text,
  nickname              text,
  preferred_username    text,
  profile               text,
  picture               text,
  website               text,
  email                 text,
  email_verified        boolean,
  gender                text,
  birthdate             text,
  zoneinfo              text,
  locale                text,
  phone_number          text,
  phone_number_verified boolean,
  address               jsonb,
  updated_at            timestamptz NOT NULL
);
-- Usernames differ in more than case: "Alice" cannot register beside "alice".
CREATE UNIQUE INDEX end_user_username_key ON end_user (lower(username));

CREATE TABLE resource_server (
  identifier                   text PRIMARY KEY,
  name                         text NOT NULL,
  scopes                       text[] NOT NULL,
  access_token_signing_alg     text NOT NULL,
  access_token_ttl_seconds     integer NOT NULL
);

CREATE TABLE client (
  id                           text PRIMARY KEY,
  profile                      text NOT NULL,
  name                         text NOT NULL,
  application_type             text NOT NULL,
  token_endpoint_auth_method   text NOT NULL,
  secret_hash                  bytea,
  redirect_uris                text[] NOT NULL,
  post_logout_redirect_uris    text[] NOT NULL,
  grant_types                  text[] NOT NULL,
  response_types               text[] NOT NULL,
  scopes                       text[] NOT NULL,
  id_token_signed_response_alg text NOT NULL,
  client_uri                   text,
  policy_uri                   text,
  tos_uri                      text,
  disabled_at                  timestamptz,
  created_at                   timestamptz NOT NULL
);

-- Apart from its client: the row of a client is read on every request, its picture by browsers only.
CREATE TABLE client_logo (
  client_id  text PRIMARY KEY REFERENCES client ON DELETE CASCADE,
  media_type text NOT NULL,
  image      bytea NOT NULL
);

CREATE TABLE consent (
  user_id         uuid NOT NULL REFERENCES end_user ON DELETE CASCADE,
  client_id       text NOT NULL REFERENCES client ON DELETE CASCADE,
  resource        text NOT NULL REFERENCES resource_server ON DELETE CASCADE,
  granted_scopes  text[] NOT NULL,
  declined_scopes text[] NOT NULL,
  updated_at      timestamptz NOT NULL,
  PRIMARY KEY (user_id, client_id, resource)
);
CREATE INDEX consent_client_id_idx ON consent (client_id);
CREATE INDEX consent_resource_idx ON consent (resource);

CREATE TABLE browser_session (
  id              uuid PRIMARY KEY,
  secret_hash     bytea NOT NULL UNIQUE,
  active_user_id  uuid NOT NULL REFERENCES end_user ON DELETE CASCADE,
  created_at      timestamptz NOT NULL,
  idle_expires_at timestamptz NOT NULL,
  expires_at      timestamptz NOT NULL
);
CREATE INDEX browser_session_active_user_id_idx ON browser_session (active_user_id);
CREATE INDEX browser_session_expires_at_idx ON browser_session (expires_at);

-- Who signed in here, when and how: the source of auth_time, amr and acr.
CREATE TABLE sign_in (
  session_id       uuid NOT NULL REFERENCES browser_session ON DELETE CASCADE,
  user_id          uuid NOT NULL REFERENCES end_user ON DELETE CASCADE,
  authenticated_at timestamptz NOT NULL,
  amr              text[] NOT NULL,
  acr              text NOT NULL,
  PRIMARY KEY (session_id, user_id)
);
CREATE INDEX sign_in_user_id_idx ON sign_in (user_id);

-- What a client knows of a session: its `sid`, and so whom a logout has to tell.
CREATE TABLE session_client (
  sid        uuid PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES browser_session ON DELETE CASCADE,
  client_id  text NOT NULL REFERENCES client ON DELETE CASCADE,
  UNIQUE (session_id, client_id)
);
CREATE INDEX session_client_client_id_idx ON session_client (client_id);

-- The outbox of logout tokens: written with the sign-out, delivered later, as often as it takes.
CREATE TABLE logout_delivery (
  id              uuid PRIMARY KEY,
  client_id       text NOT NULL REFERENCES client ON DELETE CASCADE,
  sid             uuid NOT NULL,
  sub             text NOT NULL,
  attempts        integer NOT NULL,
  next_attempt_at timestamptz NOT NULL,
  delivered_at    timestamptz,
  created_at      timestamptz NOT NULL
);
CREATE INDEX logout_delivery_next_attempt_at_idx ON logout_delivery (next_attempt_at);
CREATE INDEX logout_delivery_client_id_idx ON logout_delivery (client_id);

-- The root of all that one completed authorization request may yield. The code is not a record of its own.
-- "authorization" is a reserved word of SQL: the name stands in quotation marks everywhere.
CREATE TABLE "authorization" (
  id                    uuid PRIMARY KEY,
  client_id             text NOT NULL REFERENCES client ON DELETE CASCADE,
  user_id               uuid NOT NULL REFERENCES end_user ON DELETE CASCADE,
  session_id            uuid REFERENCES browser_session ON DELETE SET NULL,
  sid                   uuid,
  sub                   text NOT NULL,
  scopes                text[] NOT NULL,
  resource              text NOT NULL,
  nonce                 text,
  claims_request        jsonb,
  authorization_details jsonb,
  cnf                   jsonb,
  acr                   text NOT NULL,
  amr                   text[] NOT NULL,
  auth_time             timestamptz NOT NULL,
  code_hash             bytea UNIQUE,
  code_challenge        text,
  redirect_uri          text,
  code_expires_at       timestamptz,
  redeemed_at           timestamptz,
  revoked_at            timestamptz,
  created_at            timestamptz NOT NULL,
  expires_at            timestamptz NOT NULL
);
CREATE INDEX authorization_client_id_idx ON "authorization" (client_id);
CREATE INDEX authorization_user_id_idx ON "authorization" (user_id);
CREATE INDEX authorization_session_id_idx ON "authorization" (session_id);
CREATE INDEX authorization_expires_at_idx ON "authorization" (expires_at);

CREATE TABLE refresh_token (
  token_hash       bytea PRIMARY KEY,
  authorization_id uuid NOT NULL REFERENCES "authorization" ON DELETE CASCADE,
  successor_hash   bytea,
  sealed_successor bytea,
  spent_at         timestamptz,
  idle_expires_at  timestamptz NOT NULL,
  created_at       timestamptz NOT NULL
);
CREATE INDEX refresh_token_authorization_id_idx ON refresh_token (authorization_id);

-- A single access token that was revoked before its time; the row lives as long as the token would have.
CREATE TABLE revoked_access_token (
  jti              text PRIMARY KEY,
  authorization_id uuid REFERENCES "authorization" ON DELETE CASCADE,
  expires_at       timestamptz NOT NULL
);
CREATE INDEX revoked_access_token_authorization_id_idx ON revoked_access_token (authorization_id);
CREATE INDEX revoked_access_token_expires_at_idx ON revoked_access_token (expires_at);

CREATE TABLE signing_key (
  kid                    text PRIMARY KEY,
  alg                    text NOT NULL,
  public_jwk             jsonb NOT NULL,
  sealed_private_jwk     bytea NOT NULL,
  key_encryption_key_id  text NOT NULL,
  created_at             timestamptz NOT NULL,
  signs_from             timestamptz NOT NULL,
  signs_until            timestamptz,
  published_until        timestamptz
);

CREATE TABLE initial_access_token (
  id             uuid PRIMARY KEY,
  token_hash     bytea NOT NULL UNIQUE,
  note           text NOT NULL,
  uses_remaining integer,
  expires_at     timestamptz NOT NULL,
  created_at     timestamptz NOT NULL,
  CONSTRAINT initial_access_token_uses_remaining_check CHECK (uses_remaining >= 0)
);

CREATE TABLE audit_event (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at        timestamptz NOT NULL,
  type      text NOT NULL,
  actor     text NOT NULL,
  user_id   uuid,
  client_id text,
  address   text,
  detail    jsonb NOT NULL
);
CREATE INDEX audit_event_at_idx ON audit_event (at);
CREATE INDEX audit_event_user_id_idx ON audit_event (user_id);

-- Short-lived state, where no Redis is configured. A crash empties these tables, and that is understood.
CREATE UNLOGGED TABLE ephemeral_entry (
  key        text PRIMARY KEY,
  value      text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX ephemeral_entry_expires_at_idx ON ephemeral_entry (expires_at);

CREATE UNLOGGED TABLE ephemeral_member (
  set_key    text NOT NULL,
  member     text NOT NULL,
  added_at   timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (set_key, member)
);
CREATE INDEX ephemeral_member_expires_at_idx ON ephemeral_member (expires_at);

-- The shape that rate-limiter-flexible expects.
CREATE UNLOGGED TABLE rate_limit (
  key    varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);

-- All that the resource server may see. A row that is gone, revoked or expired, or whose person or client
-- is disabled, is not in the view: no row means no access. The barrier keeps conditions of a query's own from being
-- tried on rows outside the view, where an error message would tell their content.
CREATE VIEW userinfo_v1 WITH (security_barrier) AS
SELECT a.id AS authorization_id, a.client_id, a.sub, a.scopes, a.resource, a.expires_at,
       ARRAY(SELECT r.jti FROM revoked_access_token r WHERE r.authorization_id = a.id) AS revoked_jtis,
       u.name, u.given_name, u.family_name, u.middle_name, u.nickname, u.preferred_username, u.profile, u.picture,
       u.website, u.gender, u.birthdate, u.zoneinfo, u.locale, u.updated_at, u.email, u.email_verified,
       u.phone_number, u.phone_number_verified, u.address
  FROM "authorization" a
  JOIN end_user u ON u.id = a.user_id
  JOIN client c ON c.id = a.client_id
 WHERE a.revoked_at IS NULL AND a.expires_at > now() AND u.disabled_at IS NULL AND c.disabled_at IS NULL;

-- A group role without login. The deployment makes the resource server's own login a member of it. Roles belong to the
-- server: another database may have made it before, or be making it at this moment.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'countersign_userinfo') THEN
    BEGIN
      CREATE ROLE countersign_userinfo NOLOGIN;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL;
    END;
  END IF;
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO countersign_userinfo', current_database());
END
$$;
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO countersign_userinfo;
GRANT SELECT ON userinfo_v1 TO countersign_userinfo;
