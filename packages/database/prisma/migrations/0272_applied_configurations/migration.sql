-- The configuration that was applied last under each name, with references instead of secrets, and whether what stands
-- differs from it. A job compares the two.
CREATE TABLE applied_configuration (
  managed_by    text PRIMARY KEY CHECK (length(managed_by) BETWEEN 1 AND 100),
  configuration jsonb NOT NULL,
  applied_at    timestamptz NOT NULL,
  checked_at    timestamptz,
  -- A hash of what differs, so that each difference is told once; null if nothing does.
  drift_hash    text,
  drift_changes integer NOT NULL DEFAULT 0
);
