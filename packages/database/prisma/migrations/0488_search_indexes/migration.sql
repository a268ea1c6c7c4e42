-- no transaction
-- What searches by a part of a text read. An interrupted build leaves an invalid index behind: the next run drops it
-- first. Without the extension of 0487 there are no such indexes. A new name goes into the index at once: a list of
-- names that wait would be read by each search.
-- needs operator class gin_trgm_ops
DROP INDEX CONCURRENTLY IF EXISTS end_user_search;
-- next statement
-- needs operator class gin_trgm_ops
CREATE INDEX CONCURRENTLY end_user_search ON end_user
  USING gin (lower(username || ' ' || coalesce(email_canonical, '') || ' ' || coalesce(name, '')) gin_trgm_ops) WITH (fastupdate = off);
-- next statement
-- needs operator class gin_trgm_ops
DROP INDEX CONCURRENTLY IF EXISTS client_search;
-- next statement
-- needs operator class gin_trgm_ops
CREATE INDEX CONCURRENTLY client_search ON client USING gin (lower(name || ' ' || id) gin_trgm_ops) WITH (fastupdate = off);
-- next statement
-- needs operator class gin_trgm_ops
DROP INDEX CONCURRENTLY IF EXISTS organization_search;
-- next statement
-- needs operator class gin_trgm_ops
CREATE INDEX CONCURRENTLY organization_search ON organization USING gin (lower(slug || ' ' || name) gin_trgm_ops) WITH (fastupdate = off);
