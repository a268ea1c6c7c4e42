-- no transaction
-- An interrupted build leaves an invalid index behind: the next run drops it first.
DROP INDEX CONCURRENTLY IF EXISTS idempotency_key_user_id_idx;
-- next statement
CREATE INDEX CONCURRENTLY idempotency_key_user_id_idx ON idempotency_key (user_id);
