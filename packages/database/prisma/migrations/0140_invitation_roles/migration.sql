-- The roles that a person gets who accepts an invitation.
ALTER TABLE invitation ADD COLUMN role_ids uuid[] NOT NULL DEFAULT '{}';
