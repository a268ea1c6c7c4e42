-- Pushed authorization requests (RFC 9126): whether a client must push its requests (§6), and how often its authority was
-- ended, by disabling it or by replacing its secret. A request that was pushed before that is refused (§7.4).
ALTER TABLE client
  ADD COLUMN require_pushed_authorization_requests boolean NOT NULL DEFAULT false,
  ADD COLUMN times_ended integer NOT NULL DEFAULT 0;
