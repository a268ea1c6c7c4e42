-- When the account is erased, and the hash of the token by which the person may sign in again until then. The account
-- is disabled meanwhile.
ALTER TABLE end_user ADD COLUMN deletion_due_at timestamptz;
ALTER TABLE end_user ADD COLUMN deletion_token_hash bytea;

-- The key of a person. It goes with the person, and what was sealed under it in the audit trail cannot be read any more.
CREATE TABLE person_key (
  user_id    uuid PRIMARY KEY REFERENCES end_user ON DELETE CASCADE,
  key        bytea NOT NULL,
  created_at timestamptz NOT NULL
);
ALTER TABLE audit_event ADD COLUMN sealed_personal bytea;

-- Hashes of usernames of erased accounts: nobody else gets such a username before this time.
CREATE TABLE retired_username (
  username_hash bytea PRIMARY KEY,
  until         timestamptz NOT NULL
);
CREATE INDEX retired_username_until_idx ON retired_username (until);
