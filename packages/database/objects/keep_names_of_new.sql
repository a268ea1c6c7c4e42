-- Triggers keep sign_in_name in the transaction of each act, so no act can forget it. Of two acts at the same
-- time that give one name, the second waits at the key and then fails. They have the rights of the owner: the service
-- reads this table and writes nothing there, and the previous version, which does not know it, keeps the set, too.
--
-- For all rows of a statement at once: an import adds hundreds.
CREATE OR REPLACE FUNCTION keep_names_of_new() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  lost bigint;
BEGIN
  WITH given AS MATERIALIZED (
    SELECT DISTINCT own.name, u.id FROM added u
     CROSS JOIN LATERAL (
       VALUES (u.username_folded), (u.username_address),
              (CASE WHEN u.email_verified_at IS NOT NULL THEN u.email_canonical END)) AS own (name)
     WHERE own.name IS NOT NULL),
  kept AS (
    INSERT INTO sign_in_name (name, user_id) SELECT name, id FROM given ORDER BY name
        ON CONFLICT (name) DO NOTHING RETURNING name)
  SELECT (SELECT count(*) FROM given) - (SELECT count(*) FROM kept) INTO lost;
  IF lost > 0 THEN PERFORM sign_in_name_is_taken(); END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER end_user_has_names AFTER INSERT ON end_user
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_names_of_new();
