-- What a person sees of the browsers that they are signed in at: the browser as it named itself, and the network that
-- it signed in from. Sessions from before this have neither.
ALTER TABLE browser_session ADD COLUMN user_agent text;
ALTER TABLE browser_session ADD COLUMN network text;

-- When a person last signed in, for lists of accounts that are no longer used. It outlives the session.
ALTER TABLE end_user ADD COLUMN last_sign_in_at timestamptz;
