-- The hosts that a person was told the answer goes to. None for a consent from before they were kept: it counts for every host.
ALTER TABLE consent ADD COLUMN hosts text[] NOT NULL DEFAULT '{}';
