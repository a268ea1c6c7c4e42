-- When each secret of a client was last used, to a few minutes. It is beside the client, because a client is locked by
-- much of what changes it. The uses of a secret that is no longer valid go with the next use of another one.
CREATE TABLE client_secret_use (
  client_id    text NOT NULL REFERENCES client (id) ON DELETE CASCADE,
  secret_hash  bytea NOT NULL CHECK (length(secret_hash) = 32),
  last_used_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, secret_hash)
);
