-- no transaction
-- What a search by a part of a given or family name reads. It is beside the index of 0488, which the release before
-- reads, and has only people with such a name: a sign-up without one writes nothing to it. An interrupted build leaves
-- an invalid index behind: the next run drops it first. Without the extension of 0487 there is none.
-- needs operator class gin_trgm_ops
DROP INDEX CONCURRENTLY IF EXISTS end_user_names_search;
-- next statement
-- needs operator class gin_trgm_ops
CREATE INDEX CONCURRENTLY end_user_names_search ON end_user
  USING gin (lower(coalesce(given_name, '') || ' ' || coalesce(family_name, '')) gin_trgm_ops)
  WITH (fastupdate = off) WHERE given_name IS NOT NULL OR family_name IS NOT NULL;
