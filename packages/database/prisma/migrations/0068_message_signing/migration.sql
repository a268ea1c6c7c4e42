-- Signed requests (RFC 9101 §10.5), authorization responses in JWTs (JARM §3) with the response modes that a client may
-- use, and introspection responses in JWTs (RFC 9701 §6).
ALTER TABLE client
  ADD COLUMN require_signed_request_object boolean NOT NULL DEFAULT false,
  ADD COLUMN response_modes text[] NOT NULL DEFAULT '{}',
  ADD COLUMN authorization_signed_response_alg text,
  ADD COLUMN authorization_encrypted_response_alg text,
  ADD COLUMN authorization_encrypted_response_enc text,
  ADD COLUMN introspection_signed_response_alg text,
  ADD COLUMN introspection_encrypted_response_alg text,
  ADD COLUMN introspection_encrypted_response_enc text;
