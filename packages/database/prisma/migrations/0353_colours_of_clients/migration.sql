-- The colour of buttons and links on the sign-in pages of a client, in light and in dark mode.
ALTER TABLE client
  ADD COLUMN accent_light text CHECK (accent_light ~ '^#[0-9a-f]{6}$'),
  ADD COLUMN accent_dark text CHECK (accent_dark ~ '^#[0-9a-f]{6}$');
