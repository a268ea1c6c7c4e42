-- Clients that registered themselves without an initial access token: how many there are, and which is the oldest.
ALTER TABLE client ADD COLUMN registered_openly boolean NOT NULL DEFAULT false;
CREATE INDEX client_registered_openly ON client (created_at) WHERE registered_openly;
