-- How many clients a token may have at a time, and which they are. A token that is purged or revoked leaves its clients.
ALTER TABLE initial_access_token
  ADD COLUMN max_clients integer CONSTRAINT initial_access_token_max_clients_check CHECK (max_clients > 0);
ALTER TABLE client
  ADD COLUMN initial_access_token_id uuid REFERENCES initial_access_token ON DELETE SET NULL,
  ADD COLUMN last_used_at timestamptz;
CREATE INDEX client_initial_access_token_id_idx ON client (initial_access_token_id);

-- When those that registered themselves before were used is not known: their time begins now.
UPDATE client SET last_used_at = now() WHERE registration_access_token_hash IS NOT NULL;
