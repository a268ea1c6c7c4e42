-- Logout tokens of providers that were used (OIDC Back-Channel Logout 1.0 §2.6). A row is written in the transaction
-- that ends the sessions, so a token is used exactly if its sessions ended.
CREATE TABLE used_provider_logout (
  token_hash bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX used_provider_logout_expires_at_idx ON used_provider_logout (expires_at);
