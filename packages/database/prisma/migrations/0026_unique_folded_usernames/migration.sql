-- no transaction
-- Sign-in goes on while the indexes are built. They are partial, so the first build indexes no account of an older version.
-- The columns of a full unique index count as a key: storing a folded username would wait for each request that makes
-- an authorization of that person (FOR KEY SHARE), and such requests would wait for it.
-- An interrupted build leaves an invalid index behind: the next run drops it first.
DROP INDEX CONCURRENTLY IF EXISTS end_user_username_folded_key;
-- next statement
CREATE UNIQUE INDEX CONCURRENTLY end_user_username_folded_key ON end_user (username_folded)
 WHERE username_folded IS NOT NULL;
-- next statement
DROP INDEX CONCURRENTLY IF EXISTS end_user_username_look_key;
-- next statement
CREATE UNIQUE INDEX CONCURRENTLY end_user_username_look_key ON end_user (username_look)
 WHERE username_look IS NOT NULL;
