-- no transaction
-- A user is found by the ID that a directory has for them, in whichever organization. An interrupted build leaves an
-- invalid index behind: the next run drops it first.
DROP INDEX CONCURRENTLY IF EXISTS scim_user_of_external_id_idx;
-- next statement
CREATE INDEX CONCURRENTLY scim_user_of_external_id_idx ON scim_user (external_id);
