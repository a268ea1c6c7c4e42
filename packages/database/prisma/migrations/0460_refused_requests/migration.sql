-- The last refused requests of each client, for a day: what was asked, what was wrong, and what to set. Values that may
-- be secret are not in it. Repeated ones are counted in their row, so a flood costs no space.
CREATE TABLE refused_request (
  -- The hash of client, endpoint and cause.
  id          bytea PRIMARY KEY CHECK (length(id) = 32),
  client_id   text NOT NULL REFERENCES client (id) ON DELETE CASCADE,
  endpoint    text NOT NULL CHECK (length(endpoint) <= 30),
  error       text NOT NULL CHECK (length(error) <= 100),
  description text NOT NULL CHECK (length(description) <= 1000),
  detail      text CHECK (length(detail) <= 1000),
  remedy      text CHECK (length(remedy) <= 1000),
  -- The names of the parameters, and the values of those that are neither secret nor about a person.
  parameters  jsonb NOT NULL,
  times       integer NOT NULL CHECK (times > 0),
  first_at    timestamptz NOT NULL,
  last_at     timestamptz NOT NULL
);
CREATE INDEX refused_request_client_id_last_at_idx ON refused_request (client_id, last_at);
CREATE INDEX refused_request_last_at_idx ON refused_request (last_at);
