-- no transaction
-- What a search among disabled people reads. Among all, it would look at everyone who has the text. An interrupted
-- build leaves an invalid index behind: the next run drops it first. Without the extension of 0487 there is none.
-- needs operator class gin_trgm_ops
DROP INDEX CONCURRENTLY IF EXISTS end_user_search_disabled;
-- next statement
-- needs operator class gin_trgm_ops
CREATE INDEX CONCURRENTLY end_user_search_disabled ON end_user
  USING gin (lower(username || ' ' || coalesce(email_canonical, '') || ' ' || coalesce(name, '')) gin_trgm_ops)
  WITH (fastupdate = off) WHERE disabled_at IS NOT NULL;
