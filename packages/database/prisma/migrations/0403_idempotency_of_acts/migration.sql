-- The act of a request with an Idempotency-Key says in its own transaction that it was carried out. Request and reply
-- are sealed. `request_hash` and `reply` are those of the version before; rows live a day.
ALTER TABLE idempotency_key
  ADD COLUMN sealed_request bytea,
  ADD COLUMN sealed_reply bytea,
  ADD COLUMN key_encryption_key_id text,
  ADD COLUMN acted_at timestamptz,
  ADD COLUMN user_id uuid;
