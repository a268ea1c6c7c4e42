-- The folded username, and what it looks like, both made by the authorization server: this database knows no fold that is
-- the same everywhere. NULL where an older version made the account, or where another account has the same already: then
-- lower(username) finds the account, as before. `prepare` and `migrate` fill both in.
ALTER TABLE end_user ADD COLUMN username_folded text, ADD COLUMN username_look text;
CREATE UNIQUE INDEX end_user_username_folded_key ON end_user (username_folded);
CREATE UNIQUE INDEX end_user_username_look_key ON end_user (username_look);
