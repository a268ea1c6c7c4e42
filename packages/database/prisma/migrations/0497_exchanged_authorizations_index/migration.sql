-- no transaction
-- What was exchanged ends with what it comes from, which is found by it.
-- An interrupted build leaves an invalid index behind: the next run drops it first.
DROP INDEX CONCURRENTLY IF EXISTS authorization_exchanged_from_idx;
-- next statement
CREATE INDEX CONCURRENTLY authorization_exchanged_from_idx ON "authorization" (exchanged_from)
  WHERE exchanged_from IS NOT NULL;
