-- A change of who has the role ends what was issued to them for its resource server, at once.
ALTER TABLE role ADD COLUMN revoke_on_change boolean NOT NULL DEFAULT false;
