-- When an administrator enabled a webhook again: from then on it has as much time to take events as a new one.
ALTER TABLE webhook ADD COLUMN enabled_at timestamptz;
