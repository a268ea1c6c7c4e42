-- The use of a token wipes what its predecessor kept, which is found by its successor; purging goes by the end of idleness.
CREATE INDEX refresh_token_successor_hash_idx ON refresh_token (successor_hash);
CREATE INDEX refresh_token_idle_expires_at_idx ON refresh_token (idle_expires_at);
