-- The typ of the access tokens of a resource server: RFC 9068 §2.1, or JWT for libraries that refuse at+jwt.
ALTER TABLE resource_server ADD COLUMN access_token_typ text NOT NULL DEFAULT 'at+jwt'
  CONSTRAINT resource_server_access_token_typ CHECK (access_token_typ IN ('at+jwt', 'JWT'));
