-- Imports of people by the administration API. The lines wait in sealed pieces until they are imported: they have
-- password hashes and secrets of authenticator apps.
CREATE TABLE import_job (
  id                uuid PRIMARY KEY,
  source            text NOT NULL,
  trust_verified    boolean NOT NULL,
  allow_weak_hashes boolean NOT NULL,
  state             text NOT NULL
                    CHECK (state IN ('receiving', 'checking', 'checked', 'running', 'done', 'cancelled', 'failed')),
  -- Who started it last, as in audit_event.
  actor             text NOT NULL,
  actor_id          text,
  -- Received, and the number of the last piece that was checked or imported.
  lines             integer NOT NULL DEFAULT 0,
  bytes             integer NOT NULL DEFAULT 0,
  "position"        integer NOT NULL DEFAULT 0,
  seen              integer NOT NULL DEFAULT 0,
  added             integer NOT NULL DEFAULT 0,
  changed           integer NOT NULL DEFAULT 0,
  unchanged         integer NOT NULL DEFAULT 0,
  refused           integer NOT NULL DEFAULT 0,
  -- Attempts at the next piece that failed.
  failures          integer NOT NULL DEFAULT 0,
  created_at        timestamptz NOT NULL,
  updated_at        timestamptz NOT NULL,
  finished_at       timestamptz
);
CREATE INDEX import_job_created_at_idx ON import_job (created_at, id);

CREATE TABLE import_piece (
  job_id                uuid NOT NULL REFERENCES import_job (id) ON DELETE CASCADE,
  -- From 1.
  number                integer NOT NULL,
  first_line            integer NOT NULL,
  sealed_lines          bytea NOT NULL,
  key_encryption_key_id text NOT NULL,
  PRIMARY KEY (job_id, number)
);

CREATE TABLE import_refusal (
  job_id  uuid NOT NULL REFERENCES import_job (id) ON DELETE CASCADE,
  line    integer NOT NULL,
  problem text NOT NULL,
  detail  text NOT NULL,
  PRIMARY KEY (job_id, line)
);
