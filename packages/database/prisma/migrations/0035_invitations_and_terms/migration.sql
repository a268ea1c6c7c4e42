-- When a person stated a date of birth that meets the minimum age. The date itself is not needed for that.
ALTER TABLE end_user ADD COLUMN age_confirmed_at timestamptz;

-- An invitation that is open. It is deleted when it is accepted, withdrawn or expired. Of its link there is only the hash.
CREATE TABLE invitation (
  id                uuid PRIMARY KEY,
  address           text NOT NULL,
  address_canonical text NOT NULL,
  token_hash        bytea NOT NULL,
  created_at        timestamptz NOT NULL,
  expires_at        timestamptz NOT NULL
);
CREATE UNIQUE INDEX invitation_address_canonical_key ON invitation (address_canonical);
CREATE UNIQUE INDEX invitation_token_hash_key ON invitation (token_hash);
CREATE INDEX invitation_expires_at_idx ON invitation (expires_at);

-- A version of terms that people accept. `urls` has the address of the text by language tag. From `required_from` on, the newest version of
-- each name is asked for. An acceptance goes with the account.
CREATE TABLE terms_document (
  id            uuid PRIMARY KEY,
  name          text NOT NULL,
  version       text NOT NULL,
  urls          jsonb NOT NULL,
  required_from timestamptz NOT NULL,
  created_at    timestamptz NOT NULL
);
CREATE UNIQUE INDEX terms_document_name_version_key ON terms_document (name, version);
CREATE TABLE terms_acceptance (
  user_id     uuid NOT NULL REFERENCES end_user ON DELETE CASCADE,
  document_id uuid NOT NULL REFERENCES terms_document,
  accepted_at timestamptz NOT NULL,
  language    text NOT NULL,
  PRIMARY KEY (user_id, document_id)
);
CREATE INDEX terms_acceptance_document_id_idx ON terms_acceptance (document_id);
