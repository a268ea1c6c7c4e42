-- What a client is called, and where its pages are, in other languages (OIDC Registration §2.1): by member and language tag.
ALTER TABLE client ADD COLUMN localized jsonb;
