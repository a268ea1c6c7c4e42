-- Keys by which callers of the administration API repeat a request without repeating its effect. `reply` is what the
-- first request answered, without secrets, and null while it runs.
CREATE TABLE idempotency_key (
  caller       text NOT NULL,
  key          text NOT NULL CHECK (char_length(key) <= 255),
  request_hash bytea NOT NULL,
  reply        jsonb,
  created_at   timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  PRIMARY KEY (caller, key)
);
CREATE INDEX idempotency_key_expires_at_idx ON idempotency_key (expires_at);
