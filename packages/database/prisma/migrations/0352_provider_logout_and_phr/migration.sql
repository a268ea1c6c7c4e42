-- Values of acr or amr of a provider that mean a phishing-resistant sign-in, and whether our sign-out ends the session
-- there (OIDC RP-Initiated Logout 1.0).
ALTER TABLE identity_provider
  ADD COLUMN phr text[] NOT NULL DEFAULT '{}',
  ADD COLUMN rp_initiated_logout boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT identity_provider_phr_check CHECK (preset IS NULL OR cardinality(phr) = 0),
  ADD CONSTRAINT identity_provider_rp_initiated_logout_check CHECK (preset IS NULL OR NOT rp_initiated_logout);

-- The session at a provider that a browser session began with. The hint is the ID token, sealed for the provider.
CREATE TABLE provider_session (
  session_id uuid PRIMARY KEY REFERENCES browser_session ON DELETE CASCADE,
  provider_id uuid NOT NULL REFERENCES identity_provider ON DELETE CASCADE,
  sealed_hint bytea NOT NULL,
  key_encryption_key_id text NOT NULL
);
CREATE INDEX provider_session_provider_id_idx ON provider_session (provider_id);
