-- no transaction
-- An interrupted build leaves an invalid index behind: the next run drops it first.
DROP INDEX CONCURRENTLY IF EXISTS end_user_deletion_due_at_idx;
-- next statement
CREATE INDEX CONCURRENTLY end_user_deletion_due_at_idx ON end_user (deletion_due_at) WHERE deletion_due_at IS NOT NULL;
-- next statement
DROP INDEX CONCURRENTLY IF EXISTS end_user_deletion_token_hash_idx;
-- next statement
-- Not unique: a change of a column with a unique index would lock the row against new sessions.
CREATE INDEX CONCURRENTLY end_user_deletion_token_hash_idx ON end_user (deletion_token_hash)
 WHERE deletion_token_hash IS NOT NULL;
