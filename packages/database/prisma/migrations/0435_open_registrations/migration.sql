-- Clients that registered themselves without an initial access token.
ALTER TABLE client ADD COLUMN registered_openly boolean NOT NULL DEFAULT false;
