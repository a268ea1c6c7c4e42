-- SCIM: tokens of organizations, and what an organization's directory says of its people and groups.
CREATE TABLE scim_token (
  id              uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
  note            text NOT NULL CHECK (length(note) <= 200),
  token_hash      bytea NOT NULL UNIQUE,
  created_at      timestamptz NOT NULL,
  expires_at      timestamptz NOT NULL
);
CREATE INDEX scim_token_organization_id_idx ON scim_token (organization_id);
CREATE INDEX scim_token_expires_at_idx ON scim_token (expires_at);

-- A person as the directory of an organization describes them. Without a row, it described nothing yet.
CREATE TABLE scim_user (
  organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
  user_id         uuid NOT NULL REFERENCES end_user ON DELETE CASCADE,
  external_id     text,
  attributes      jsonb NOT NULL,
  -- Whether the directory created the account.
  created_account boolean NOT NULL,
  -- When the directory ended the membership, or disabled the account.
  ended_at        timestamptz,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  PRIMARY KEY (organization_id, user_id)
);
CREATE INDEX scim_user_user_id_idx ON scim_user (user_id);
CREATE INDEX scim_user_external_id_idx ON scim_user (organization_id, external_id);

CREATE TABLE scim_group (
  group_id        uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  external_id     text,
  updated_at      timestamptz NOT NULL,
  UNIQUE (organization_id, group_id),
  FOREIGN KEY (organization_id, group_id) REFERENCES user_group (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX scim_group_external_id_idx ON scim_group (organization_id, external_id);
