-- Whether people are asked what a client may have, or the operator agreed for them, as for an application of their own.
ALTER TABLE client
  ADD COLUMN consent_policy text NOT NULL DEFAULT 'explicit'
    CONSTRAINT client_consent_policy CHECK (consent_policy IN ('explicit', 'implicit'));
