-- Clients whose access tokens are always bound to a key of theirs (RFC 9449 §5.2).
ALTER TABLE client ADD COLUMN dpop_bound_access_tokens boolean NOT NULL DEFAULT false;
