-- no transaction
-- The logout tokens and events that wait, the oldest first, for the overview of administrators. An interrupted build
-- leaves an invalid index behind: the next run drops it first.
DROP INDEX CONCURRENTLY IF EXISTS logout_delivery_waiting_idx;
-- next statement
CREATE INDEX CONCURRENTLY logout_delivery_waiting_idx ON logout_delivery (created_at) WHERE delivered_at IS NULL;
-- next statement
DROP INDEX CONCURRENTLY IF EXISTS webhook_delivery_waiting_idx;
-- next statement
CREATE INDEX CONCURRENTLY webhook_delivery_waiting_idx ON webhook_delivery (created_at) WHERE next_attempt_at IS NOT NULL;
