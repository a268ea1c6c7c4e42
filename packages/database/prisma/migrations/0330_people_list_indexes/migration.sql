-- no transaction
-- Disabled accounts are few: lists of them are ranges of these indexes. An interrupted build leaves an invalid index
-- behind: the next run drops it first.
DROP INDEX CONCURRENTLY IF EXISTS end_user_disabled_email_idx;
-- next statement
CREATE INDEX CONCURRENTLY end_user_disabled_email_idx ON end_user ((email_canonical COLLATE "C"), id) WHERE disabled_at IS NOT NULL;
-- next statement
DROP INDEX CONCURRENTLY IF EXISTS end_user_disabled_name_idx;
-- next statement
CREATE INDEX CONCURRENTLY end_user_disabled_name_idx ON end_user ((lower(name) COLLATE "C"), id) WHERE disabled_at IS NOT NULL;
-- next statement
DROP INDEX CONCURRENTLY IF EXISTS end_user_disabled_created_at_idx;
-- next statement
CREATE INDEX CONCURRENTLY end_user_disabled_created_at_idx ON end_user (created_at, id) WHERE disabled_at IS NOT NULL;
