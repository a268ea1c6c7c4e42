-- Whether the ID tokens of a client have the claims of the granted scopes, or only those that its requests name, as until now.
ALTER TABLE client
  ADD COLUMN id_token_claims text NOT NULL DEFAULT 'requested'
    CONSTRAINT client_id_token_claims CHECK (id_token_claims IN ('requested', 'scopes'));
