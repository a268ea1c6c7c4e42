-- Where a client keeps request objects, and the only algorithm they may have (OIDC Registration §2).
ALTER TABLE client
  ADD COLUMN request_uris               text[] NOT NULL DEFAULT '{}',
  ADD COLUMN request_object_signing_alg text;
