-- Settings of the deployment that administrators change while it runs. A setting that was removed keeps its row, without
-- a value: its version only ever grows, so a reader notices each change.
CREATE TABLE setting (
  key        text PRIMARY KEY CHECK (length(key) BETWEEN 1 AND 100),
  value      jsonb CHECK (length(value::text) <= 400000),
  version    bigint NOT NULL CHECK (version > 0),
  managed_by text CHECK (length(managed_by) BETWEEN 1 AND 100),
  changed_at timestamptz NOT NULL
);
