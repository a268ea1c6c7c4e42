-- no transaction
-- An interrupted build leaves an invalid index behind: the next run drops it first.
DROP INDEX CONCURRENTLY IF EXISTS organization_domain_next_check_at_idx;
-- next statement
CREATE INDEX CONCURRENTLY organization_domain_next_check_at_idx ON organization_domain (next_check_at) WHERE verified_at IS NOT NULL;
