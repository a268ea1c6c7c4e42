-- Trigrams find people, applications and organizations by a part of a name (decision 192). The owner of a database may
-- create this extension, which PostgreSQL trusts, unless the packages of the server lack it or an administrator forbids
-- it: then these searches find what begins with a text.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR invalid_parameter_value THEN
  RAISE NOTICE 'pg_trgm cannot be created: searches find what begins with a text. %', SQLERRM;
END $$;
