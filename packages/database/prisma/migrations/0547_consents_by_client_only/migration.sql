-- no transaction
-- Every statement that this one served is served by 0546, and a consent is written to as many indexes as before.
-- consent_client_id_idx is the beginning of consent_client_id_updated_at_idx
DROP INDEX CONCURRENTLY IF EXISTS consent_client_id_idx;
