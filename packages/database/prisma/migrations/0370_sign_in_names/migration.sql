-- Names that sign in: usernames in folded form and proved addresses in canonical form. Each is of one account, whether it
-- is the username of one or the address of another. `prepare` and `migrate` add those of the accounts that are there;
-- what two accounts have already is of one of them, and nothing fails.

-- The canonical address that a username reads as, where that is not the folded username: the service makes it.
ALTER TABLE end_user ADD COLUMN username_address text;

CREATE TABLE sign_in_name (
  name    text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES end_user ON DELETE CASCADE
);
CREATE INDEX sign_in_name_user_id_idx ON sign_in_name (user_id);

-- Triggers keep the set in the transaction of the act, whichever it is, so no act can forget it. Of two acts at the same
-- time that give one name, the second waits at the key and then fails. They have the rights of the owner: the service
-- reads this table and writes nothing there, and the previous version, which does not know it, keeps the set, too.
CREATE FUNCTION sign_in_name_is_taken() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE unique_violation USING MESSAGE = 'another account signs in by this name', CONSTRAINT = 'sign_in_name_pkey',
    TABLE = 'sign_in_name';
END $$;

-- For all rows of a statement at once: an import adds hundreds.
CREATE FUNCTION keep_names_of_new() RETURNS trigger LANGUAGE plpgsql
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
CREATE TRIGGER end_user_has_names AFTER INSERT ON end_user
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_names_of_new();

CREATE FUNCTION keep_names_of_changed() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  proved text := CASE WHEN NEW.email_verified_at IS NOT NULL THEN NEW.email_canonical END;
  before text := CASE WHEN OLD.email_verified_at IS NOT NULL THEN OLD.email_canonical END;
  names  text[] := array_remove(ARRAY[NEW.username_folded, NEW.username_address, proved], NULL);
  added  text[] := CASE WHEN NEW.username <> OLD.username THEN ARRAY[NEW.username_folded, NEW.username_address] END
                || CASE WHEN proved IS DISTINCT FROM before THEN proved END;
BEGIN
  DELETE FROM sign_in_name WHERE user_id = NEW.id AND name <> ALL (names);
  INSERT INTO sign_in_name (name, user_id) SELECT n.name, NEW.id FROM unnest(names) AS n (name) ORDER BY n.name
      ON CONFLICT (name) DO NOTHING;
  -- An account of an earlier version may share a name with another one. It keeps what it has.
  IF EXISTS (SELECT FROM sign_in_name WHERE name = ANY (added) AND user_id <> NEW.id) THEN
    PERFORM sign_in_name_is_taken();
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER end_user_changes_names
  AFTER UPDATE OF username, username_folded, username_address, email_canonical, email_verified_at ON end_user
  FOR EACH ROW
  WHEN ((OLD.username, OLD.username_folded, OLD.username_address, OLD.email_canonical, OLD.email_verified_at)
    IS DISTINCT FROM
        (NEW.username, NEW.username_folded, NEW.username_address, NEW.email_canonical, NEW.email_verified_at))
  EXECUTE FUNCTION keep_names_of_changed();
