-- The audit trail only grows: no row is changed, and none goes before it is four weeks old, whoever asks by mistake.
CREATE FUNCTION keep_audit_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.at < now() - interval '4 weeks' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the audit trail only grows' USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER audit_event_kept BEFORE UPDATE OR DELETE ON audit_event
  FOR EACH ROW EXECUTE FUNCTION keep_audit_event();
CREATE TRIGGER audit_event_not_emptied BEFORE TRUNCATE ON audit_event
  FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_event();

CREATE INDEX audit_event_client_id_idx ON audit_event (client_id);
