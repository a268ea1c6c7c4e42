-- Addresses that are sent events of the audit trail, and the outbox of these events.
CREATE TABLE webhook (
  id                             uuid PRIMARY KEY,
  name                           text NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 100),
  url                            text NOT NULL CHECK (length(url) <= 2000),
  -- The types of events that are sent; every type if there is none.
  event_types                    text[] NOT NULL,
  personal_data                  boolean NOT NULL,
  signature                      text NOT NULL CHECK (signature IN ('v1', 'v1a')),
  -- What receivers of v1a verify with.
  public_key                     text,
  sealed_secret                  bytea NOT NULL,
  key_encryption_key_id          text NOT NULL,
  -- The secret before, which signs too until then.
  sealed_previous_secret         bytea,
  previous_key_encryption_key_id text,
  previous_until                 timestamptz,
  last_success_at                timestamptz,
  disabled_at                    timestamptz,
  -- Why the service disabled it; null if a person did.
  failure                        text,
  created_at                     timestamptz NOT NULL,
  CHECK ((sealed_previous_secret IS NULL) = (previous_until IS NULL)),
  CHECK ((sealed_previous_secret IS NULL) = (previous_key_encryption_key_id IS NULL))
);

-- No foreign keys: an act that writes its audit row neither waits for the deletion of a webhook nor fails because of it.
-- The event itself stays in the audit trail, so that what names an erased person is nowhere else.
CREATE TABLE webhook_delivery (
  id              uuid PRIMARY KEY,
  webhook_id      uuid NOT NULL,
  event_id        bigint NOT NULL,
  type            text NOT NULL,
  attempts        integer NOT NULL,
  -- Null when it was delivered or given up.
  next_attempt_at timestamptz,
  delivered_at    timestamptz,
  last_status     integer,
  failure         text,
  created_at      timestamptz NOT NULL,
  UNIQUE (webhook_id, event_id)
);
CREATE INDEX webhook_delivery_next_attempt_at_idx ON webhook_delivery (next_attempt_at);
CREATE INDEX webhook_delivery_created_at_idx ON webhook_delivery (created_at);

-- In the transaction of the act, so that there is no event without its deliveries. With the rights of the owner: until
-- logins have theirs, which is after the migrations, the previous version goes on recording events.
CREATE FUNCTION queue_webhook_deliveries() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- The usual case costs half as much with this line.
  IF NOT EXISTS (SELECT FROM webhook) THEN RETURN NULL; END IF;
  INSERT INTO webhook_delivery (id, webhook_id, event_id, type, attempts, next_attempt_at, created_at)
  SELECT gen_random_uuid(), w.id, NEW.id, NEW.type, 0, NEW.at, NEW.at
    FROM webhook w
   WHERE w.disabled_at IS NULL
     AND (cardinality(w.event_types) = 0 OR NEW.type = ANY (w.event_types)
       OR NEW.type = 'webhook_tested' AND w.id::text = NEW.detail ->> 'webhook');
  RETURN NULL;
END $$;
CREATE TRIGGER audit_event_queued AFTER INSERT ON audit_event
  FOR EACH ROW EXECUTE FUNCTION queue_webhook_deliveries();
