-- Which person of other software an account was imported from. `source` names that software, or one of its realms.
CREATE TABLE imported_person (
  source      text NOT NULL CHECK (source ~ '^[a-z0-9][a-z0-9._-]{0,99}$'),
  external_id text NOT NULL CHECK (length(external_id) BETWEEN 1 AND 255),
  user_id     uuid NOT NULL REFERENCES end_user (id) ON DELETE CASCADE,
  imported_at timestamptz NOT NULL,
  PRIMARY KEY (source, external_id)
);
CREATE INDEX imported_person_user_id_idx ON imported_person (user_id);
