-- no transaction
-- What jobs look for, so that none reads a large table from end to end. An interrupted build leaves an invalid index
-- behind: the next run drops it first.
DROP INDEX CONCURRENTLY IF EXISTS browser_session_idle_expires_at_idx;
-- next statement
CREATE INDEX CONCURRENTLY browser_session_idle_expires_at_idx ON browser_session (idle_expires_at);
-- next statement
DROP INDEX CONCURRENTLY IF EXISTS mail_delivery_stranger_idx;
-- next statement
CREATE INDEX CONCURRENTLY mail_delivery_stranger_idx ON mail_delivery (lower(address)) WHERE user_id IS NULL;
-- next statement
DROP INDEX CONCURRENTLY IF EXISTS mail_delivery_ending_idx;
-- next statement
CREATE INDEX CONCURRENTLY mail_delivery_ending_idx ON mail_delivery (expires_at) WHERE next_attempt_at IS NOT NULL;
-- next statement
DROP INDEX CONCURRENTLY IF EXISTS address_proof_address_canonical_idx;
-- next statement
CREATE INDEX CONCURRENTLY address_proof_address_canonical_idx ON address_proof (address_canonical);
-- next statement
DROP INDEX CONCURRENTLY IF EXISTS webhook_delivery_due_idx;
-- next statement
CREATE INDEX CONCURRENTLY webhook_delivery_due_idx ON webhook_delivery (webhook_id, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
-- next statement
DROP INDEX CONCURRENTLY IF EXISTS logout_delivery_due_idx;
-- next statement
CREATE INDEX CONCURRENTLY logout_delivery_due_idx ON logout_delivery (client_id, next_attempt_at) WHERE delivered_at IS NULL AND attempts < 8;
-- next statement
DROP INDEX CONCURRENTLY IF EXISTS logout_delivery_delivered_at_idx;
-- next statement
CREATE INDEX CONCURRENTLY logout_delivery_delivered_at_idx ON logout_delivery (delivered_at) WHERE delivered_at IS NOT NULL;
-- next statement
DROP INDEX CONCURRENTLY IF EXISTS client_used_idx;
-- next statement
CREATE INDEX CONCURRENTLY client_used_idx ON client (last_used_at) WHERE registration_access_token_hash IS NOT NULL AND disabled_at IS NULL;
-- next statement
DROP INDEX CONCURRENTLY IF EXISTS client_never_used_idx;
-- next statement
CREATE INDEX CONCURRENTLY client_never_used_idx ON client (created_at) WHERE registration_access_token_hash IS NOT NULL AND disabled_at IS NULL AND last_used_at IS NULL;
-- next statement
DROP INDEX CONCURRENTLY IF EXISTS rate_limit_expire_idx;
-- next statement
CREATE INDEX CONCURRENTLY rate_limit_expire_idx ON rate_limit (expire);
-- next statement
-- webhook_delivery_due_idx replaces it. No version after 0.1.0 was released, and 0.1.0 has no webhooks.
-- last used by version 0.1.0
DROP INDEX CONCURRENTLY IF EXISTS webhook_delivery_next_attempt_at_idx;
