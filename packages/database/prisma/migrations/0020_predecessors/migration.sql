-- A token names the one before it, which is then found by its own key: spending a token changes no index.
ALTER TABLE refresh_token ADD COLUMN predecessor_hash bytea;
UPDATE refresh_token t SET predecessor_hash = p.token_hash FROM refresh_token p WHERE p.successor_hash = t.token_hash;
DROP INDEX refresh_token_successor_hash_idx;
ALTER TABLE refresh_token SET (fillfactor = 80);
