-- A provider of an organization speaks for the domains that the organization proved, and for no other. Its own list is
-- empty, so a service that does not know organizations here lets it prove nothing.
ALTER TABLE identity_provider
  ADD COLUMN organization_id uuid REFERENCES organization ON DELETE CASCADE,
  DROP CONSTRAINT identity_provider_check,
  DROP CONSTRAINT identity_provider_check4,
  ADD CONSTRAINT identity_provider_domains_check
    CHECK (organization_id IS NOT NULL OR cardinality(domains) > 0 OR NOT (auto_link OR enforced)),
  ADD CONSTRAINT identity_provider_organization_check CHECK (organization_id IS NULL OR cardinality(domains) = 0);
