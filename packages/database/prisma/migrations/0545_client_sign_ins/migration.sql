-- When someone last signed in to each client, to a few minutes. It is beside the client, because a client is locked by
-- much of what changes it. Authorizations do not say it: most are purged when their tokens have expired.
CREATE TABLE client_sign_in (
  client_id text PRIMARY KEY REFERENCES client (id) ON DELETE CASCADE,
  last_at   timestamptz NOT NULL
);
