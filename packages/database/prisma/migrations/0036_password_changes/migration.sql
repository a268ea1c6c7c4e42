-- When the password of an account was last set: what somebody proved before that does not count any more. And since when the person must
-- choose another one. Versions before this leave both empty.
ALTER TABLE end_user ADD COLUMN password_changed_at timestamptz, ADD COLUMN password_change_required_at timestamptz;
