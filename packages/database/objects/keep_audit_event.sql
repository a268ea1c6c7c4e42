-- The audit trail only grows: no row is changed, and none is deleted before it is four weeks old.
CREATE OR REPLACE FUNCTION keep_audit_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.at < now() - interval '4 weeks' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the audit trail only grows' USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE OR REPLACE TRIGGER audit_event_kept BEFORE UPDATE OR DELETE ON audit_event
  FOR EACH ROW EXECUTE FUNCTION keep_audit_event();
CREATE OR REPLACE TRIGGER audit_event_not_emptied BEFORE TRUNCATE ON audit_event
  FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_event();
