-- no transaction
-- Each filter of the audit trail is a range of an index in the order of the trail, by time. Mails and sessions are
-- listed by time, too. An interrupted build leaves an invalid index behind: the next run drops it first.
DROP INDEX CONCURRENTLY IF EXISTS audit_event_user_time_idx;
-- next statement
CREATE INDEX CONCURRENTLY audit_event_user_time_idx ON audit_event (user_id, at, id);
-- next statement
DROP INDEX CONCURRENTLY IF EXISTS audit_event_client_time_idx;
-- next statement
CREATE INDEX CONCURRENTLY audit_event_client_time_idx ON audit_event (client_id, at, id);
-- next statement
DROP INDEX CONCURRENTLY IF EXISTS audit_event_actor_time_idx;
-- next statement
CREATE INDEX CONCURRENTLY audit_event_actor_time_idx ON audit_event (actor_id, at, id);
-- next statement
DROP INDEX CONCURRENTLY IF EXISTS audit_event_type_time_idx;
-- next statement
CREATE INDEX CONCURRENTLY audit_event_type_time_idx ON audit_event (type, at, id);
-- next statement
DROP INDEX CONCURRENTLY IF EXISTS mail_delivery_created_at_idx;
-- next statement
CREATE INDEX CONCURRENTLY mail_delivery_created_at_idx ON mail_delivery (created_at, id);
-- next statement
DROP INDEX CONCURRENTLY IF EXISTS mail_delivery_address_idx;
-- next statement
CREATE INDEX CONCURRENTLY mail_delivery_address_idx ON mail_delivery (address, created_at, id);
-- next statement
DROP INDEX CONCURRENTLY IF EXISTS mail_delivery_waiting_idx;
-- next statement
CREATE INDEX CONCURRENTLY mail_delivery_waiting_idx ON mail_delivery (created_at, id) WHERE next_attempt_at IS NOT NULL;
-- next statement
DROP INDEX CONCURRENTLY IF EXISTS mail_delivery_failed_idx;
-- next statement
CREATE INDEX CONCURRENTLY mail_delivery_failed_idx ON mail_delivery (created_at, id) WHERE next_attempt_at IS NULL AND delivered_at IS NULL;
-- next statement
DROP INDEX CONCURRENTLY IF EXISTS browser_session_created_at_idx;
-- next statement
CREATE INDEX CONCURRENTLY browser_session_created_at_idx ON browser_session (created_at, id);
