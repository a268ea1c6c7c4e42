-- Which redirect URIs of a client an operator allows although another program could receive what is sent to them.
ALTER TABLE client ADD COLUMN redirect_uri_exceptions text[] NOT NULL DEFAULT '{}';
