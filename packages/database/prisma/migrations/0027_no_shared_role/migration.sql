-- The role countersign_userinfo is one for all databases of a server, so the resource server of one deployment could read another
-- deployment. Logins get rights of their own instead: `prepare` gives them, and then takes those of the role here. It takes them now
-- where no service has started yet (the first start makes signing keys): nobody reads through the role.
DO $$
BEGIN
  IF EXISTS (SELECT FROM signing_key) OR EXISTS (SELECT FROM client) THEN
    RETURN;
  END IF;
  REVOKE ALL ON userinfo_v1 FROM countersign_userinfo;
  REVOKE ALL ON SCHEMA public FROM countersign_userinfo;
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM countersign_userinfo', current_database());
END
$$;
