-- no transaction
-- The users who agreed to a client, the newest first. An interrupted build leaves an invalid index behind: the next run
-- drops it first.
DROP INDEX CONCURRENTLY IF EXISTS consent_client_id_updated_at_idx;
-- next statement
CREATE INDEX CONCURRENTLY consent_client_id_updated_at_idx ON consent (client_id, updated_at);
