-- no transaction
-- How many clients registered themselves without an initial access token, and which is the oldest.
-- An interrupted build leaves an invalid index behind: the next run drops it first.
DROP INDEX CONCURRENTLY IF EXISTS client_registered_openly;
-- next statement
CREATE INDEX CONCURRENTLY client_registered_openly ON client (created_at) WHERE registered_openly;
