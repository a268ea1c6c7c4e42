-- Certificates of clients: by which name they are recognized, the only authority they may come from (RFC 8705 §2.1.2,
-- §7.4), and whether tokens are bound to them (§3.4).
ALTER TABLE client
  ADD COLUMN tls_client_auth_subject_dn text,
  ADD COLUMN tls_client_auth_san_dns text,
  ADD COLUMN tls_client_auth_san_uri text,
  ADD COLUMN tls_client_auth_san_ip text,
  ADD COLUMN tls_client_auth_san_email text,
  ADD COLUMN tls_client_auth_anchor text,
  ADD COLUMN tls_client_certificate_bound_access_tokens boolean NOT NULL DEFAULT false;
