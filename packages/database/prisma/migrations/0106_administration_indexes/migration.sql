-- no transaction
-- The order and the searches of the administration API's lists. Texts are compared byte by byte, so that a prefix is a
-- range of the index. An interrupted build leaves an invalid index behind: the next run drops it first.
DROP INDEX CONCURRENTLY IF EXISTS end_user_username_order_idx;
-- next statement
CREATE INDEX CONCURRENTLY end_user_username_order_idx ON end_user ((lower(username) COLLATE "C"));
-- next statement
DROP INDEX CONCURRENTLY IF EXISTS end_user_email_order_idx;
-- next statement
CREATE INDEX CONCURRENTLY end_user_email_order_idx ON end_user ((email_canonical COLLATE "C"), id);
-- next statement
DROP INDEX CONCURRENTLY IF EXISTS end_user_name_order_idx;
-- next statement
CREATE INDEX CONCURRENTLY end_user_name_order_idx ON end_user ((lower(name) COLLATE "C"), id);
-- next statement
DROP INDEX CONCURRENTLY IF EXISTS end_user_created_at_idx;
-- next statement
CREATE INDEX CONCURRENTLY end_user_created_at_idx ON end_user (created_at, id);
-- next statement
DROP INDEX CONCURRENTLY IF EXISTS end_user_disabled_idx;
-- next statement
CREATE INDEX CONCURRENTLY end_user_disabled_idx ON end_user ((lower(username) COLLATE "C")) WHERE disabled_at IS NOT NULL;
-- next statement
DROP INDEX CONCURRENTLY IF EXISTS audit_event_actor_order_idx;
-- next statement
CREATE INDEX CONCURRENTLY audit_event_actor_order_idx ON audit_event (actor_id, id);
-- next statement
DROP INDEX CONCURRENTLY IF EXISTS audit_event_type_order_idx;
-- next statement
CREATE INDEX CONCURRENTLY audit_event_type_order_idx ON audit_event (type, id);
-- next statement
DROP INDEX CONCURRENTLY IF EXISTS client_name_order_idx;
-- next statement
CREATE INDEX CONCURRENTLY client_name_order_idx ON client ((lower(name) COLLATE "C"), id);
