-- The folded username, and what it looks like, both made by the authorization server: this database knows no fold that is
-- the same everywhere. NULL where an older version made the account, or where another account has the same already: then
-- lower(username) finds the account, as before. `prepare` and `migrate` fill both in. 0026 makes them unique.
ALTER TABLE end_user ADD COLUMN username_folded text, ADD COLUMN username_look text;
