-- no transaction
-- A token names one who may act. An interrupted build leaves an invalid index behind: the next run drops it first.
DROP INDEX CONCURRENTLY IF EXISTS exchange_policy_may_act_idx;
-- next statement
CREATE UNIQUE INDEX CONCURRENTLY exchange_policy_may_act_idx ON exchange_policy (source) WHERE may_act;
