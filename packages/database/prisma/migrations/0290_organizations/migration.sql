-- Organizations of people inside one deployment: their members, their domains, and who invites whom.
CREATE TABLE organization (
  id          uuid PRIMARY KEY,
  slug        text NOT NULL UNIQUE CHECK (slug ~ '^[a-z][a-z0-9-]{0,39}$'),
  name        text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  disabled_at timestamptz,
  version     integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL
);

CREATE TABLE organization_member (
  organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
  user_id         uuid NOT NULL REFERENCES end_user ON DELETE CASCADE,
  created_at      timestamptz NOT NULL,
  PRIMARY KEY (organization_id, user_id)
);
CREATE INDEX organization_member_user_id_idx ON organization_member (user_id);

-- A domain belongs to the one organization that proved it by a TXT record. Others may claim it without an effect.
CREATE TABLE organization_domain (
  id              uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
  domain          text NOT NULL CHECK (length(domain) BETWEEN 1 AND 253),
  token           text NOT NULL,
  verified_at     timestamptz,
  created_at      timestamptz NOT NULL,
  UNIQUE (organization_id, domain)
);
CREATE UNIQUE INDEX organization_domain_verified_key ON organization_domain (domain) WHERE verified_at IS NOT NULL;

-- A group of an organization has members of that organization only. `name_key` begins with the id of the organization.
ALTER TABLE user_group ADD COLUMN organization_id uuid REFERENCES organization ON DELETE CASCADE;

-- Roles that may be given in organizations, besides the whole deployment.
ALTER TABLE role ADD COLUMN in_organizations boolean NOT NULL DEFAULT false;

-- Invitations into an organization. Only who has proved the address accepts one, so there is no token.
CREATE TABLE organization_invitation (
  id                uuid PRIMARY KEY,
  organization_id   uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
  address           text NOT NULL,
  address_canonical text NOT NULL,
  role_ids          uuid[] NOT NULL,
  created_at        timestamptz NOT NULL,
  expires_at        timestamptz NOT NULL,
  UNIQUE (organization_id, address_canonical)
);
CREATE INDEX organization_invitation_address_canonical_idx ON organization_invitation (address_canonical);
CREATE INDEX organization_invitation_expires_at_idx ON organization_invitation (expires_at);

-- The invitation to create an account that came with one into an organization, which the new account joins.
ALTER TABLE invitation ADD COLUMN organization_id uuid REFERENCES organization ON DELETE CASCADE;
