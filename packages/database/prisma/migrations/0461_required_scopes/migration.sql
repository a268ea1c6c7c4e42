-- Scopes of a client that a person can only decline with the whole request.
ALTER TABLE client ADD COLUMN required_scopes text[] NOT NULL DEFAULT '{}';
