-- no transaction
-- A list of the users of an organization walks their ids in order: in the members of the organization, and here. An
-- interrupted build leaves an invalid index behind: the next run drops it first.
DROP INDEX CONCURRENTLY IF EXISTS scim_user_shown_idx;
-- next statement
CREATE INDEX CONCURRENTLY scim_user_shown_idx ON scim_user (organization_id, user_id)
 WHERE (ended_at IS NOT NULL OR created_account) AND deleted_at IS NULL;
