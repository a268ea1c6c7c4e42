-- When all access of a person ended last: proofs that were given before count for no sign-in, and add no way in.
ALTER TABLE end_user ADD COLUMN access_ended_at timestamptz;
