-- The configuration file that a row comes from; null for a row that operators change by themselves.
ALTER TABLE resource_server ADD COLUMN managed_by text CHECK (length(managed_by) BETWEEN 1 AND 100);
ALTER TABLE role ADD COLUMN managed_by text CHECK (length(managed_by) BETWEEN 1 AND 100);
ALTER TABLE user_group ADD COLUMN managed_by text CHECK (length(managed_by) BETWEEN 1 AND 100);
