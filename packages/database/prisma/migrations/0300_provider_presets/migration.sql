-- Providers with OAuth 2.0 alone: the name by which the service knows their endpoints and answers. Without ID tokens,
-- they say nothing of factors.
ALTER TABLE identity_provider
  ADD COLUMN preset text CHECK (preset IN ('github')),
  ADD CHECK (preset IS NULL OR cardinality(mfa) = 0);
