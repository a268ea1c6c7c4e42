-- A statement that changes rows calls this with the time until which its answer is awaited. A statement that was given
-- up while the server stood still fails here when the server gets to it, and changes nothing (decision 139).
CREATE OR REPLACE FUNCTION came_in_time(until timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF clock_timestamp() < until THEN
    RETURN true;
  END IF;
  -- Class 57, operator intervention, in which PostgreSQL reports its own time limits. The subclass is ours.
  RAISE EXCEPTION 'the statement came after its deadline' USING ERRCODE = '57D01';
END
$$;
