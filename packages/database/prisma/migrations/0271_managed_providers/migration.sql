-- The configuration file that a provider comes from; null for one that operators change by themselves.
ALTER TABLE identity_provider ADD COLUMN managed_by text CHECK (length(managed_by) BETWEEN 1 AND 100);
