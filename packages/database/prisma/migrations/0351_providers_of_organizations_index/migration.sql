-- no transaction
-- An interrupted build leaves an invalid index behind: the next run drops it first.
DROP INDEX CONCURRENTLY IF EXISTS identity_provider_organization_id_idx;
-- next statement
CREATE INDEX CONCURRENTLY identity_provider_organization_id_idx ON identity_provider (organization_id);
