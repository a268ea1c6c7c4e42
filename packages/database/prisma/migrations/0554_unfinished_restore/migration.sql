-- A restored database that `countersign restored` has not made safe yet: services are not ready on it. There is one row
-- from its beginning to its end, no matter how many runs that takes. `voided` has how much of each kind is void by now.
CREATE TABLE unfinished_restore (
  one      boolean     PRIMARY KEY DEFAULT true CHECK (one),
  began_at timestamptz NOT NULL,
  voided   jsonb       NOT NULL DEFAULT '{}'
);
