-- The providers whose buttons the sign-in page of a client has, by alias; empty for all.
ALTER TABLE client ADD COLUMN identity_providers text[] NOT NULL DEFAULT '{}';
