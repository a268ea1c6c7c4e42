-- The parts of jobs that failed the last time they were tried: an account that could not be erased, a kind of row that
-- could not be purged. A part waits until its next attempt, and the parts after it do not wait for it.
CREATE TABLE job_failure (
  job             text NOT NULL,
  part            text NOT NULL,
  -- The attempts that failed, one after the other.
  failures        integer NOT NULL CHECK (failures > 0),
  -- The code or the name of the last error. The log has its message.
  reason          text NOT NULL CHECK (length(reason) BETWEEN 1 AND 100),
  first_failed_at timestamptz NOT NULL,
  failed_at       timestamptz NOT NULL,
  next_attempt_at timestamptz NOT NULL,
  PRIMARY KEY (job, part)
);
CREATE INDEX job_failure_next_attempt_at_idx ON job_failure (next_attempt_at);
