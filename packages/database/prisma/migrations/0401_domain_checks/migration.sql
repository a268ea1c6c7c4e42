-- The record of a verified domain is looked for again and again. The first time is soon, also for what the previous
-- version verifies during an upgrade.
ALTER TABLE organization_domain
  ADD COLUMN next_check_at timestamptz NOT NULL DEFAULT now(),
  -- Since when the record is not found, and since when another organization proves the domain.
  ADD COLUMN missing_since timestamptz,
  ADD COLUMN contested_at timestamptz;
