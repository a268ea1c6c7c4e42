-- The configuration file that a webhook comes from; null for one that operators change by themselves.
ALTER TABLE webhook ADD COLUMN managed_by text CHECK (length(managed_by) BETWEEN 1 AND 100);
