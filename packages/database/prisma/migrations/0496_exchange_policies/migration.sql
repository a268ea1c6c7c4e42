-- Which client may exchange tokens of people for tokens of another audience (RFC 8693).
CREATE TABLE exchange_policy (
  id                   uuid PRIMARY KEY,
  name                 text NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 100),
  client_id            text NOT NULL REFERENCES client ON DELETE CASCADE ON UPDATE NO ACTION,
  -- The audience of the token that is exchanged, and that of the token that is issued.
  source               text NOT NULL REFERENCES resource_server ON DELETE CASCADE ON UPDATE NO ACTION,
  target               text NOT NULL REFERENCES resource_server ON DELETE CASCADE ON UPDATE NO ACTION,
  subject_tokens       text[] NOT NULL
    CHECK (cardinality(subject_tokens) > 0 AND subject_tokens <@ ARRAY['received', 'own']),
  -- By each scope of the token that is exchanged: the scopes that it gives at the target.
  scopes               jsonb NOT NULL CHECK (jsonb_typeof(scopes) = 'object'),
  impersonation        boolean NOT NULL,
  max_lifetime_seconds integer NOT NULL CHECK (max_lifetime_seconds BETWEEN 30 AND 86400),
  -- The names of groups: the tokens of their people are not exchanged.
  excluded_groups      text[] NOT NULL,
  disabled_at          timestamptz,
  created_at           timestamptz NOT NULL,
  managed_by           text,
  UNIQUE (client_id, source, target)
);
CREATE INDEX exchange_policy_source_idx ON exchange_policy (source);
CREATE INDEX exchange_policy_target_idx ON exchange_policy (target);

-- An exchanged token belongs to an authorization of its own, which ends with the one that it comes from.
-- `exchanged_jtis` are the tokens that it comes from: if one of them was revoked, it is not valid.
ALTER TABLE "authorization"
  ADD COLUMN exchanged_from uuid REFERENCES "authorization" ON DELETE CASCADE ON UPDATE NO ACTION,
  ADD COLUMN exchanged_jtis text[];

-- apply objects/end_exchanged.sql
-- An authorization that was exchanged for others takes them with it when it is revoked, and when a resource server or a
-- scope is taken from it. They take those that they were exchanged for. So no act can forget them. The statement that
-- exchanges locks the row until its own row is there.
CREATE OR REPLACE FUNCTION end_exchanged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "authorization" SET revoked_at = coalesce(NEW.revoked_at, now())
   WHERE exchanged_from = NEW.id AND revoked_at IS NULL;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER authorization_ends_exchanged AFTER UPDATE OF revoked_at, resources ON "authorization"
  FOR EACH ROW
  WHEN (OLD.revoked_at IS NULL AND (NEW.revoked_at IS NOT NULL OR NEW.resources IS DISTINCT FROM OLD.resources))
  EXECUTE FUNCTION end_exchanged();
-- end of objects/end_exchanged.sql
