-- no transaction
-- Invitations are found by their link, and clients by their hook. An interrupted build leaves an invalid index behind:
-- the next run drops it first.
DROP INDEX CONCURRENTLY IF EXISTS organization_invitation_token_hash_key;
-- next statement
CREATE UNIQUE INDEX CONCURRENTLY organization_invitation_token_hash_key ON organization_invitation (token_hash);
-- next statement
DROP INDEX CONCURRENTLY IF EXISTS client_claims_hook_id_idx;
-- next statement
CREATE INDEX CONCURRENTLY client_claims_hook_id_idx ON client (claims_hook_id) WHERE claims_hook_id IS NOT NULL;
