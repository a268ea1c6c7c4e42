-- Statistics are counted by hour, and from the last event on that was counted: daily_statistic has their sums.
CREATE TABLE hourly_statistic (
  hour  timestamptz NOT NULL,
  name  text NOT NULL,
  value bigint NOT NULL CHECK (value >= 0),
  PRIMARY KEY (hour, name)
);

-- Who signed in on a day (UTC), so that nobody counts twice. The rows of a day go when it is counted.
CREATE TABLE active_person (
  day     date NOT NULL,
  user_id uuid NOT NULL,
  PRIMARY KEY (day, user_id)
);

-- How far the count is: every hour before `hour` is counted for good, or failed and is in job_failure. Of later hours,
-- the events up to this id are counted.
CREATE TABLE statistic_progress (
  only_one   boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  hour       timestamptz NOT NULL,
  event_id   bigint NOT NULL,
  counted_at timestamptz NOT NULL
);
