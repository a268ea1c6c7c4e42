-- no transaction
-- An interrupted build leaves an invalid index behind: the next run drops it first.
DROP INDEX CONCURRENTLY IF EXISTS user_group_organization_id_id_key;
-- next statement
CREATE UNIQUE INDEX CONCURRENTLY user_group_organization_id_id_key ON user_group (organization_id, id);
-- next statement
DROP INDEX CONCURRENTLY IF EXISTS invitation_organization_id_idx;
-- next statement
CREATE INDEX CONCURRENTLY invitation_organization_id_idx ON invitation (organization_id);
