-- no transaction
-- For one morning these statements stood in 0368, which some databases had applied before. An index that is there from
-- then is made anew.
DROP INDEX CONCURRENTLY IF EXISTS rate_limit_expire_idx;
-- next statement
CREATE INDEX CONCURRENTLY rate_limit_expire_idx ON rate_limit (expire);
-- next statement
-- webhook_delivery_due_idx replaces it. No version after 0.1.0 was released, and 0.1.0 has no webhooks.
-- last used by version 0.1.0
DROP INDEX CONCURRENTLY IF EXISTS webhook_delivery_next_attempt_at_idx;
