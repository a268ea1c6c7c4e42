-- Scopes of a resource server that a person gets only by a role. They are left out of the tokens of others.
ALTER TABLE resource_server ADD COLUMN role_scopes text[] NOT NULL DEFAULT '{}';

-- A role belongs to a resource server and gives scopes there.
CREATE TABLE role (
  id         uuid PRIMARY KEY,
  resource   text NOT NULL REFERENCES resource_server ON DELETE CASCADE,
  name       text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  scopes     text[] NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (resource, name)
);

-- A group of people, named without regard to case. Groups have no groups.
CREATE TABLE user_group (
  id         uuid PRIMARY KEY,
  name       text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  name_key   text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL
);

CREATE TABLE group_member (
  group_id   uuid NOT NULL REFERENCES user_group ON DELETE CASCADE,
  user_id    uuid NOT NULL REFERENCES end_user ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (group_id, user_id)
);
CREATE INDEX group_member_user_id_idx ON group_member (user_id);

-- Who has a role: one person, or one group and so its members.
CREATE TABLE role_assignment (
  id         uuid PRIMARY KEY,
  role_id    uuid NOT NULL REFERENCES role ON DELETE CASCADE,
  user_id    uuid REFERENCES end_user ON DELETE CASCADE,
  group_id   uuid REFERENCES user_group ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  CHECK ((user_id IS NULL) <> (group_id IS NULL)),
  UNIQUE (role_id, user_id),
  UNIQUE (role_id, group_id)
);
CREATE INDEX role_assignment_user_id_idx ON role_assignment (user_id);
CREATE INDEX role_assignment_group_id_idx ON role_assignment (group_id);
