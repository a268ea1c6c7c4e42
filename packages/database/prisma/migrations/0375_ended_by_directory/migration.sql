-- When the directory deleted the user. The row stays, without what the directory said: it keeps the membership ended.
ALTER TABLE scim_user ADD COLUMN deleted_at timestamptz;
