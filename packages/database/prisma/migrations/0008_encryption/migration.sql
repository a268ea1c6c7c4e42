-- How answers to a client are encrypted (OIDC Registration §2): the key management and the content encryption, or neither.
ALTER TABLE client
  ADD COLUMN id_token_encrypted_response_alg text,
  ADD COLUMN id_token_encrypted_response_enc text;
