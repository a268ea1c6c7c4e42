-- Who has a role in an organization: a member, or a group of the organization. A role ends with the membership. These
-- are no rows of role_assignment: those count everywhere, for replicas of the previous version too.
CREATE TABLE organization_role (
  id              uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
  role_id         uuid NOT NULL REFERENCES role ON DELETE CASCADE,
  user_id         uuid,
  group_id        uuid,
  created_at      timestamptz NOT NULL,
  CHECK ((user_id IS NULL) <> (group_id IS NULL)),
  FOREIGN KEY (organization_id, user_id) REFERENCES organization_member ON DELETE CASCADE,
  FOREIGN KEY (organization_id, group_id) REFERENCES user_group (organization_id, id) ON DELETE CASCADE,
  UNIQUE (organization_id, role_id, user_id),
  UNIQUE (organization_id, role_id, group_id)
);
CREATE INDEX organization_role_user_id_organization_id_idx ON organization_role (user_id, organization_id);
CREATE INDEX organization_role_group_id_idx ON organization_role (group_id);
CREATE INDEX organization_role_role_id_idx ON organization_role (role_id);
