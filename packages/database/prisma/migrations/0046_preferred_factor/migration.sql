-- The kind of second factor that a person wants to be asked for first. NULL if they did not choose.
ALTER TABLE end_user ADD COLUMN preferred_factor text;
