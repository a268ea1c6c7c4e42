-- no transaction
-- Finds the sessions of a sign-in at a provider, which says that it ended. Other sign-ins are not in the index. An
-- interrupted build leaves an invalid index behind: the next run drops it first.
DROP INDEX CONCURRENTLY IF EXISTS sign_in_federated_idx;
-- next statement
CREATE INDEX CONCURRENTLY sign_in_federated_idx ON sign_in USING gin (proofs jsonb_path_ops)
  WHERE proofs @> '[{"factor": "federated"}]';
