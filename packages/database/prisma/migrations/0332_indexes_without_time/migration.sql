-- no transaction
-- Those of 0331 replace them. No version after 0.1.0 was released, and 0.1.0 does not have them.
-- last used by version 0.1.0
DROP INDEX CONCURRENTLY IF EXISTS audit_event_actor_order_idx;
-- next statement
DROP INDEX CONCURRENTLY IF EXISTS audit_event_type_order_idx;
