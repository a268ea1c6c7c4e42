-- Where a client states which redirect URIs are one party's (OIDC Registration §5).
ALTER TABLE client ADD COLUMN sector_identifier_uri text;
