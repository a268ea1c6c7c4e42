-- no transaction
-- Addresses of accounts that exist. All of them are ASCII, because no version before this accepted others, so lower() in the collation "C" gives
-- the canonical form. An address that an operator called verified counts as proved, unless several accounts have it: then
-- it belongs to no account until one person proves it. The claim email_verified stays as it is.
WITH known AS (
  SELECT id, lower(email COLLATE "C") AS canonical, email_verified,
         count(*) FILTER (WHERE email_verified) OVER (PARTITION BY lower(email COLLATE "C")) AS claimed
    FROM end_user
   WHERE email ~ '^[A-Za-z0-9!#$%&''*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9.-]+$' AND length(email) <= 254
)
UPDATE end_user u
   SET email_canonical = k.canonical, email_verified_at = CASE WHEN k.email_verified AND k.claimed = 1 THEN u.created_at END
  FROM known k WHERE k.id = u.id AND u.email_canonical IS NULL;
-- next statement
-- An interrupted build leaves an invalid index behind: the next run drops it first.
DROP INDEX CONCURRENTLY IF EXISTS end_user_email_canonical_key;
-- next statement
CREATE UNIQUE INDEX CONCURRENTLY end_user_email_canonical_key ON end_user (email_canonical)
 WHERE email_verified_at IS NOT NULL;
