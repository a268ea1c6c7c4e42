-- As keep_names_of_new, for each row that changed.
CREATE OR REPLACE FUNCTION keep_names_of_changed() RETURNS trigger LANGUAGE plpgsql
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
CREATE OR REPLACE TRIGGER end_user_changes_names
  AFTER UPDATE OF username, username_folded, username_address, email_canonical, email_verified_at ON end_user
  FOR EACH ROW
  WHEN ((OLD.username, OLD.username_folded, OLD.username_address, OLD.email_canonical, OLD.email_verified_at)
    IS DISTINCT FROM
        (NEW.username, NEW.username_folded, NEW.username_address, NEW.email_canonical, NEW.email_verified_at))
  EXECUTE FUNCTION keep_names_of_changed();
