-- A client may be the account of a resource server here: then it may introspect the tokens meant for that (RFC 7662 §2.1).
ALTER TABLE client ADD COLUMN resource_server text REFERENCES resource_server ON DELETE SET NULL;
CREATE INDEX client_resource_server_idx ON client (resource_server);
