-- Pairwise subjects (OIDC Core §8.1): the clients of a sector know a person under one identifier, which is random and so tells
-- nobody else anything. A client without a sector knows people under their public identifier.
ALTER TABLE client ADD COLUMN sector text;

CREATE TABLE pairwise_subject (
  user_id uuid NOT NULL REFERENCES end_user ON DELETE CASCADE,
  sector  text NOT NULL,
  sub     text NOT NULL UNIQUE,
  PRIMARY KEY (user_id, sector)
);
