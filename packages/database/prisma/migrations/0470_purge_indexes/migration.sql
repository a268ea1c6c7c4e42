-- no transaction
-- An interrupted build leaves an invalid index behind: the next run drops it first.
DROP INDEX CONCURRENTLY IF EXISTS import_job_finished_at_idx;
-- next statement
CREATE INDEX CONCURRENTLY import_job_finished_at_idx ON import_job (finished_at);
-- next statement
DROP INDEX CONCURRENTLY IF EXISTS import_job_unstarted_idx;
-- next statement
CREATE INDEX CONCURRENTLY import_job_unstarted_idx ON import_job (updated_at) WHERE state IN ('receiving', 'checked');
-- next statement
DROP INDEX CONCURRENTLY IF EXISTS initial_access_token_expires_at_idx;
-- next statement
CREATE INDEX CONCURRENTLY initial_access_token_expires_at_idx ON initial_access_token (expires_at);
