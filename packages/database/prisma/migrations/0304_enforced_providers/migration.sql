-- Whether people of the domains of a provider sign in there, and not with a password here.
ALTER TABLE identity_provider
  ADD COLUMN enforced boolean NOT NULL DEFAULT false,
  ADD CHECK (NOT enforced OR cardinality(domains) > 0);
