-- An authorization that was exchanged for others takes them with it when it is revoked, and when a resource server or a
-- scope is taken from it. They take those that they were exchanged for. So no act can forget them. The statement that
-- exchanges locks the row until its own row is there. `countersign restored` ends all of them, and sets
-- `countersign.restoring` for that.
CREATE OR REPLACE FUNCTION end_exchanged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "authorization" SET revoked_at = coalesce(NEW.revoked_at, now())
   WHERE exchanged_from = NEW.id AND revoked_at IS NULL;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER authorization_ends_exchanged AFTER UPDATE OF revoked_at, resources ON "authorization"
  FOR EACH ROW
  WHEN (OLD.revoked_at IS NULL AND (NEW.revoked_at IS NOT NULL OR NEW.resources IS DISTINCT FROM OLD.resources)
        AND current_setting('countersign.restoring', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION end_exchanged();
