-- What the statistics show: counted by a job for each day (UTC), so that no reader counts.
CREATE TABLE daily_statistic (
  day        date NOT NULL,
  name       text NOT NULL,
  value      bigint NOT NULL CHECK (value >= 0),
  counted_at timestamptz NOT NULL,
  PRIMARY KEY (day, name)
);
