-- How the link of an invitation reaches the person: by mail, from an operator, or by the log of the first start.
ALTER TABLE invitation ADD COLUMN delivery text NOT NULL DEFAULT 'mailed'
  CHECK (delivery IN ('mailed', 'printed', 'logged'));
