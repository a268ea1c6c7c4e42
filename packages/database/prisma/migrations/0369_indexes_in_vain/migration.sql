-- no transaction
-- Every statement that these served is served by an index that begins with the same columns, and an event of the audit
-- trail costs one insertion less for each.
-- audit_event_user_id_idx is the beginning of audit_event_user_time_idx
DROP INDEX CONCURRENTLY IF EXISTS audit_event_user_id_idx;
-- next statement
-- audit_event_client_id_idx is the beginning of audit_event_client_time_idx
DROP INDEX CONCURRENTLY IF EXISTS audit_event_client_id_idx;
