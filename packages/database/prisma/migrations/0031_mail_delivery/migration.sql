-- The outbox of mails. An act writes a row in its transaction, and a job delivers it. A row that is delivered, failed or
-- expired has no parameters and no next attempt.
CREATE TABLE mail_delivery (
  id                     uuid PRIMARY KEY,
  -- The person whom the mail concerns; null for an address without an account.
  user_id                uuid REFERENCES end_user (id) ON DELETE CASCADE,
  kind                   text NOT NULL,
  language               text NOT NULL,
  address                text NOT NULL,
  sealed_parameters      bytea,
  key_encryption_key_id  text,
  message_id             text NOT NULL,
  attempts               integer NOT NULL,
  next_attempt_at        timestamptz,
  expires_at             timestamptz NOT NULL,
  delivered_at           timestamptz,
  -- Why the last attempt failed.
  failure                text,
  created_at             timestamptz NOT NULL,
  CHECK ((sealed_parameters IS NULL) = (next_attempt_at IS NULL)),
  CHECK ((sealed_parameters IS NULL) = (key_encryption_key_id IS NULL))
);

CREATE INDEX mail_delivery_user_id_idx ON mail_delivery (user_id);
CREATE INDEX mail_delivery_next_attempt_at_idx ON mail_delivery (next_attempt_at);
CREATE INDEX mail_delivery_expires_at_idx ON mail_delivery (expires_at);
