-- The picture that a person sent, rewritten without metadata. The id is in the claim `picture`: it is random, and a new
-- one for each picture.
CREATE TABLE person_picture (
  user_id    uuid PRIMARY KEY REFERENCES end_user ON DELETE CASCADE,
  id         uuid NOT NULL UNIQUE,
  media_type text NOT NULL CHECK (media_type IN ('image/png', 'image/jpeg', 'image/webp')),
  image      bytea NOT NULL CHECK (octet_length(image) <= 270000),
  created_at timestamptz NOT NULL
);
