-- no transaction
-- The newest clients first. An interrupted build leaves an invalid index behind: the next run drops it first.
DROP INDEX CONCURRENTLY IF EXISTS client_created_at_idx;
-- next statement
CREATE INDEX CONCURRENTLY client_created_at_idx ON client (created_at, id);
