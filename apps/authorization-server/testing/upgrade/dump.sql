SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE FUNCTION public.keep_audit_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.at < now() - interval '4 weeks' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the audit trail only grows' USING ERRCODE = 'insufficient_privilege';
END
$$;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.audit_event (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    type text NOT NULL,
    actor text NOT NULL,
    user_id uuid,
    client_id text,
    address text,
    detail jsonb NOT NULL
);
ALTER TABLE public.audit_event ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_event_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public."authorization" (
    id uuid NOT NULL,
    client_id text NOT NULL,
    user_id uuid,
    session_id uuid,
    sid uuid,
    sub text NOT NULL,
    scopes text[] NOT NULL,
    resource text NOT NULL,
    nonce text,
    claims_request jsonb,
    authorization_details jsonb,
    cnf jsonb,
    acr text,
    amr text[] NOT NULL,
    auth_time timestamp with time zone,
    code_hash bytea,
    code_challenge text,
    redirect_uri text,
    code_expires_at timestamp with time zone,
    redeemed_at timestamp with time zone,
    revoked_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT authorization_sign_in_check CHECK (((user_id IS NULL) OR ((acr IS NOT NULL) AND (auth_time IS NOT NULL))))
)
WITH (fillfactor='60');
CREATE TABLE public.browser_session (
    id uuid NOT NULL,
    secret_hash bytea NOT NULL,
    active_user_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    idle_expires_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL
)
WITH (fillfactor='80');
CREATE TABLE public.client (
    id text NOT NULL,
    profile text NOT NULL,
    name text NOT NULL,
    application_type text NOT NULL,
    token_endpoint_auth_method text NOT NULL,
    secret_hash bytea,
    redirect_uris text[] NOT NULL,
    post_logout_redirect_uris text[] NOT NULL,
    grant_types text[] NOT NULL,
    response_types text[] NOT NULL,
    scopes text[] NOT NULL,
    id_token_signed_response_alg text NOT NULL,
    client_uri text,
    policy_uri text,
    tos_uri text,
    disabled_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    jwks jsonb,
    jwks_uri text,
    token_endpoint_auth_signing_alg text,
    default_max_age_seconds integer,
    require_auth_time boolean DEFAULT false NOT NULL,
    contacts text[] DEFAULT '{}'::text[] NOT NULL,
    initiate_login_uri text,
    logo_uri text,
    software_id text,
    software_version text,
    registration_access_token_hash bytea,
    resource_server text,
    request_uris text[] DEFAULT '{}'::text[] NOT NULL,
    request_object_signing_alg text,
    sector_identifier_uri text,
    sector text,
    id_token_encrypted_response_alg text,
    id_token_encrypted_response_enc text,
    backchannel_logout_uri text,
    backchannel_logout_session_required boolean DEFAULT false NOT NULL,
    frontchannel_logout_uri text,
    frontchannel_logout_session_required boolean DEFAULT false NOT NULL,
    default_acr_values text[] DEFAULT '{}'::text[] NOT NULL,
    userinfo_signed_response_alg text,
    userinfo_encrypted_response_alg text,
    userinfo_encrypted_response_enc text,
    initial_access_token_id uuid,
    last_used_at timestamp with time zone,
    localized jsonb,
    sealed_secret bytea,
    secret_key_encryption_key_id text,
    secret_expires_at timestamp with time zone,
    previous_secret_hash bytea,
    previous_secret_expires_at timestamp with time zone,
    request_object_encryption_alg text,
    request_object_encryption_enc text,
    CONSTRAINT client_jwks_check CHECK (((jwks IS NULL) OR (jwks_uri IS NULL))),
    CONSTRAINT client_previous_secret_check CHECK (((previous_secret_hash IS NULL) = (previous_secret_expires_at IS NULL))),
    CONSTRAINT client_sealed_secret_check CHECK ((((sealed_secret IS NULL) = (secret_key_encryption_key_id IS NULL)) AND ((sealed_secret IS NULL) OR (secret_hash IS NOT NULL))))
);
CREATE TABLE public.client_logo (
    client_id text NOT NULL,
    media_type text NOT NULL,
    image bytea NOT NULL
);
CREATE TABLE public.consent (
    user_id uuid NOT NULL,
    client_id text NOT NULL,
    resource text NOT NULL,
    granted_scopes text[] NOT NULL,
    declined_scopes text[] NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    granted_claims text[] DEFAULT '{}'::text[] NOT NULL,
    declined_claims text[] DEFAULT '{}'::text[] NOT NULL
);
CREATE TABLE public.countersign_migration (
    name text NOT NULL,
    sha256 text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.end_user (
    id uuid NOT NULL,
    username text NOT NULL,
    password_hash text,
    disabled_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    name text,
    given_name text,
    family_name text,
    middle_name text,
    nickname text,
    preferred_username text,
    profile text,
    picture text,
    website text,
    email text,
    email_verified boolean,
    gender text,
    birthdate text,
    zoneinfo text,
    locale text,
    phone_number text,
    phone_number_verified boolean,
    address jsonb,
    updated_at timestamp with time zone NOT NULL
);
CREATE UNLOGGED TABLE public.ephemeral_entry (
    key text NOT NULL,
    value text NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
CREATE UNLOGGED TABLE public.ephemeral_member (
    set_key text NOT NULL,
    member text NOT NULL,
    added_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
CREATE TABLE public.initial_access_token (
    id uuid NOT NULL,
    token_hash bytea NOT NULL,
    note text NOT NULL,
    uses_remaining integer,
    expires_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    max_clients integer,
    CONSTRAINT initial_access_token_max_clients_check CHECK ((max_clients > 0)),
    CONSTRAINT initial_access_token_uses_remaining_check CHECK ((uses_remaining >= 0))
);
CREATE TABLE public.logout_delivery (
    id uuid NOT NULL,
    client_id text NOT NULL,
    sid uuid NOT NULL,
    sub text,
    attempts integer NOT NULL,
    next_attempt_at timestamp with time zone NOT NULL,
    delivered_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL
);
CREATE TABLE public.pairwise_subject (
    user_id uuid NOT NULL,
    sector text NOT NULL,
    sub text NOT NULL
);
CREATE UNLOGGED TABLE public.rate_limit (
    key character varying(255) NOT NULL,
    points integer DEFAULT 0 NOT NULL,
    expire bigint
);
CREATE TABLE public.refresh_token (
    token_hash bytea NOT NULL,
    authorization_id uuid NOT NULL,
    successor_hash bytea,
    sealed_successor bytea,
    spent_at timestamp with time zone,
    idle_expires_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    predecessor_hash bytea
)
WITH (fillfactor='80');
CREATE TABLE public.resource_server (
    identifier text NOT NULL,
    name text NOT NULL,
    scopes text[] NOT NULL,
    access_token_signing_alg text NOT NULL,
    access_token_ttl_seconds integer NOT NULL
);
CREATE TABLE public.revoked_access_token (
    jti text NOT NULL,
    authorization_id uuid,
    expires_at timestamp with time zone NOT NULL
);
CREATE TABLE public.session_client (
    sid uuid NOT NULL,
    session_id uuid NOT NULL,
    client_id text NOT NULL
);
CREATE TABLE public.sign_in (
    session_id uuid NOT NULL,
    user_id uuid NOT NULL,
    authenticated_at timestamp with time zone NOT NULL,
    amr text[] NOT NULL,
    acr text NOT NULL
);
CREATE TABLE public.signing_key (
    kid text NOT NULL,
    alg text NOT NULL,
    public_jwk jsonb NOT NULL,
    sealed_private_jwk bytea NOT NULL,
    key_encryption_key_id text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    signs_from timestamp with time zone NOT NULL,
    signs_until timestamp with time zone,
    published_until timestamp with time zone
);
CREATE VIEW public.userinfo_v1 WITH (security_barrier='true') AS
 SELECT a.id AS authorization_id,
    a.client_id,
    a.sub,
    a.scopes,
    a.resource,
    a.expires_at,
    ARRAY( SELECT r.jti
           FROM public.revoked_access_token r
          WHERE (r.authorization_id = a.id)) AS revoked_jtis,
    u.name,
    u.given_name,
    u.family_name,
    u.middle_name,
    u.nickname,
    u.preferred_username,
    u.profile,
    u.picture,
    u.website,
    u.gender,
    u.birthdate,
    u.zoneinfo,
    u.locale,
    u.updated_at,
    u.email,
    u.email_verified,
    u.phone_number,
    u.phone_number_verified,
    u.address,
    (a.claims_request -> 'userinfo'::text) AS requested_claims,
    ((c.userinfo_signed_response_alg IS NOT NULL) OR (c.userinfo_encrypted_response_alg IS NOT NULL)) AS wants_jwt
   FROM ((public."authorization" a
     JOIN public.end_user u ON ((u.id = a.user_id)))
     JOIN public.client c ON ((c.id = a.client_id)))
  WHERE ((a.revoked_at IS NULL) AND (a.expires_at > now()) AND (u.disabled_at IS NULL) AND (c.disabled_at IS NULL));
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (1, '2030-01-01 12:00:00+00', 'client_added', 'operator', NULL, 'sample-client', NULL, '{"name": "Sample client"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (2, '2030-01-01 12:00:00+00', 'client_added', 'operator', NULL, 'demo-spa', NULL, '{"name": "Demo browser app"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (3, '2030-01-01 12:00:00+00', 'user_added', 'operator', '37e13570-dc65-4793-90bd-7c8c355e282f', NULL, NULL, '{"username": "alice"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (4, '2030-01-01 12:00:00+00', 'user_added', 'operator', '38e151c0-fad4-46d1-bd71-c2840cd0ce84', NULL, NULL, '{"username": "bob"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (5, '2030-01-01 12:00:00+00', 'user_added', 'operator', 'dc3070a3-842b-400b-ba70-f56bf828b921', NULL, NULL, '{"username": "carol"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (6, '2030-01-01 12:00:00+00', 'user_added', 'operator', 'b0cacaf9-0c66-46d3-9766-c5a55b760698', NULL, NULL, '{"username": "Zoë"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (7, '2030-01-01 12:00:00+00', 'user_added', 'operator', '96c1445b-cb1f-43c9-ae1e-a2b4e8069705', NULL, NULL, '{"username": "dave"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (8, '2030-01-01 12:00:00+00', 'user_added', 'operator', '6b9a42ff-8aa1-46b2-8a22-9bb817ebbc62', NULL, NULL, '{"username": "Straße"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (9, '2030-01-01 12:00:00+00', 'user_added', 'operator', '08900f3a-411a-4586-af00-664a83a67129', NULL, NULL, '{"username": "STRASSE"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (10, '2030-01-01 12:00:00+00', 'resource_server_added', 'operator', NULL, NULL, NULL, '{"name": "Orders", "scopes": ["orders:read", "orders:write"], "identifier": "https://orders.example", "accessTokenSigningAlg": "ES256", "accessTokenTtlSeconds": 300}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (11, '2030-01-01 12:00:00+00', 'client_added', 'operator', NULL, 'ac0bf130-ac01-44a3-9b7d-968363219b7e', NULL, '{"name": "Web"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (12, '2030-01-01 12:00:00+00', 'client_added', 'operator', NULL, '1d2ba59c-6d38-4cdc-8864-809a9fd416ba', NULL, '{"name": "Spa"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (13, '2030-01-01 12:00:00+00', 'client_added', 'operator', NULL, '9ddb4c66-b731-48bd-aaa1-5323f43cc637', NULL, '{"name": "Pairwise"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (14, '2030-01-01 12:00:00+00', 'client_added', 'operator', NULL, '15180235-4cea-4fe8-a669-e468b8b06778', NULL, '{"name": "Service"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (15, '2030-01-01 12:00:00+00', 'client_added', 'operator', NULL, '843cb2aa-c82f-4a68-9f7c-3b8351e40e5c', NULL, '{"name": "Secret JWT"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (16, '2030-01-01 12:00:00+00', 'client_added', 'operator', NULL, '333551f0-a1da-4451-bb15-3e5594ee0ed2', NULL, '{"name": "Key JWT"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (17, '2030-01-01 12:00:00+00', 'client_added', 'operator', NULL, '9b569801-28a4-4761-984f-d737852aeeac', NULL, '{"name": "Closed"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (18, '2030-01-01 12:00:00+00', 'client_disabled', 'operator', NULL, '9b569801-28a4-4761-984f-d737852aeeac', NULL, '{}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (19, '2030-01-01 12:00:00+00', 'client_secret_rotated', 'operator', NULL, '15180235-4cea-4fe8-a669-e468b8b06778', NULL, '{}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (20, '2030-01-01 12:00:00+00', 'initial_access_token_added', 'operator', NULL, NULL, NULL, '{"id": "fb91c96f-379a-4275-83a9-2634b92edc33", "note": "for partners", "uses": "unlimited", "expiresAt": "2030-01-08T12:00:00.000Z", "maxClients": 3}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (21, '2030-01-01 12:00:00+00', 'initial_access_token_added', 'operator', NULL, NULL, NULL, '{"id": "2b3c1ff9-f1f4-4e03-adc8-f06d6c01ea8d", "note": "never used", "uses": 5, "expiresAt": "2030-01-08T12:00:00.000Z", "maxClients": "unlimited"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (22, '2030-01-01 12:00:00+00', 'signing_key_added', 'schedule', NULL, NULL, NULL, '{"alg": "RS256", "kid": "IZosBMoQKLrHldYlJTxYdZLUBfvd9-LDc6bS-VANKFI"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (23, '2030-01-01 12:00:00+00', 'signing_key_added', 'schedule', NULL, NULL, NULL, '{"alg": "ES256", "kid": "wBU4qNn6fhMI3oK1BnRms-Wg_bUvTDbipCHk2IazT_c"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (24, '2030-01-01 12:00:00+00', 'signing_key_added', 'schedule', NULL, NULL, NULL, '{"alg": "EdDSA", "kid": "6_UImpTYa83Q0ABk2fNHDkGkXoVAI_IcQnKwHJi6-hg"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (25, '2030-01-01 12:00:00+00', 'signing_key_added', 'schedule', NULL, NULL, NULL, '{"alg": "RSA-OAEP", "kid": "S4_ABiLt4GLXYEnrhyyClHprkfoIOVh7Kkp9ESE6wps"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (26, '2030-01-01 12:00:00+00', 'signing_key_added', 'schedule', NULL, NULL, NULL, '{"alg": "RSA-OAEP-256", "kid": "ZwOrWEoirTp-uBGzwwRF2IMW3nnhI192vIqel5kgpo4"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (27, '2030-01-01 12:00:00+00', 'signing_key_added', 'schedule', NULL, NULL, NULL, '{"alg": "ECDH-ES", "kid": "w5pXbJxnp-L4sDyG-cKgZHQ_JswGO6kXpXTFSrYkHUw"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (28, '2030-01-01 12:00:00+00', 'sign_in', 'user', 'dc3070a3-842b-400b-ba70-f56bf828b921', NULL, '10.0.0.1', '{}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (29, '2030-01-01 12:00:00+00', 'consent', 'user', 'dc3070a3-842b-400b-ba70-f56bf828b921', 'ac0bf130-ac01-44a3-9b7d-968363219b7e', '10.0.0.1', '{"resource": "https://api.example", "grantedClaims": [], "grantedScopes": ["profile"], "declinedClaims": [], "declinedScopes": []}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (30, '2030-01-01 12:00:00+00', 'consent', 'user', 'dc3070a3-842b-400b-ba70-f56bf828b921', 'ac0bf130-ac01-44a3-9b7d-968363219b7e', '10.0.0.1', '{"resource": "https://api.example", "grantedClaims": [], "grantedScopes": ["openid", "profile", "offline_access"], "declinedClaims": [], "declinedScopes": []}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (31, '2030-01-01 12:00:00+00', 'sign_in', 'user', '96c1445b-cb1f-43c9-ae1e-a2b4e8069705', NULL, '10.0.0.2', '{}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (32, '2030-01-01 12:00:00+00', 'consent', 'user', '96c1445b-cb1f-43c9-ae1e-a2b4e8069705', 'ac0bf130-ac01-44a3-9b7d-968363219b7e', '10.0.0.2', '{"resource": "https://api.example", "grantedClaims": [], "grantedScopes": ["openid"], "declinedClaims": [], "declinedScopes": []}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (33, '2030-01-01 12:00:00+00', 'user_disabled', 'operator', '96c1445b-cb1f-43c9-ae1e-a2b4e8069705', NULL, NULL, '{}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (34, '2030-01-01 20:00:00+00', 'signing_key_rotated', 'operator', NULL, NULL, NULL, '{"alg": "RS256", "kid": "JPEzHo7e-VKwykHxAuDogBjXYS1T9KtVc8z39_IOd3U"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (35, '2030-01-01 20:00:00+00', 'signing_key_rotated', 'operator', NULL, NULL, NULL, '{"alg": "ES256", "kid": "Fs9FwkwsJ-hXpz79pj9C781QYdL2QITBLfKu0qX3dkI"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (36, '2030-01-01 20:00:00+00', 'signing_key_rotated', 'operator', NULL, NULL, NULL, '{"alg": "EdDSA", "kid": "i1BGcJBt5KgMN3KUrk7s3cvmyI5mxX1hjOTwV3vXUh8"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (37, '2030-01-01 20:00:00+00', 'signing_key_rotated', 'operator', NULL, NULL, NULL, '{"alg": "RSA-OAEP", "kid": "msQi0pyV7ILJ-1E4oWhZkW10p6tCc6zclRX6p8dz6jw"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (38, '2030-01-01 20:00:00+00', 'signing_key_rotated', 'operator', NULL, NULL, NULL, '{"alg": "RSA-OAEP-256", "kid": "iYl21eEYchUfuq-OlcJTD-QjRw1nkx4fYSYg8YZMQ7c"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (39, '2030-01-01 20:00:00+00', 'signing_key_rotated', 'operator', NULL, NULL, NULL, '{"alg": "ECDH-ES", "kid": "g1WJN0GThda9q6TY2z9sGjENRRK3KSGRVrX1pO_8M7M"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (40, '2030-01-02 12:00:00+00', 'sign_in', 'user', 'dc3070a3-842b-400b-ba70-f56bf828b921', NULL, '10.0.0.3', '{}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (41, '2030-01-02 12:00:00+00', 'consent', 'user', 'dc3070a3-842b-400b-ba70-f56bf828b921', 'ac0bf130-ac01-44a3-9b7d-968363219b7e', '10.0.0.3', '{"resource": "https://api.example", "grantedClaims": ["phone_number"], "grantedScopes": ["openid", "profile", "offline_access"], "declinedClaims": [], "declinedScopes": ["email"]}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (42, '2030-01-02 12:00:00+00', 'sign_in', 'user', 'b0cacaf9-0c66-46d3-9766-c5a55b760698', NULL, '10.0.0.4', '{}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (43, '2030-01-02 12:00:00+00', 'consent', 'user', 'b0cacaf9-0c66-46d3-9766-c5a55b760698', '1d2ba59c-6d38-4cdc-8864-809a9fd416ba', '10.0.0.4', '{"resource": "https://api.example", "grantedClaims": [], "grantedScopes": ["openid", "offline_access"], "declinedClaims": [], "declinedScopes": []}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (44, '2030-01-02 12:00:00+00', 'consent', 'user', 'b0cacaf9-0c66-46d3-9766-c5a55b760698', '9ddb4c66-b731-48bd-aaa1-5323f43cc637', '10.0.0.4', '{"resource": "https://api.example", "grantedClaims": [], "grantedScopes": ["openid"], "declinedClaims": [], "declinedScopes": []}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (45, '2030-01-02 12:00:00+00', 'consent', 'user', 'b0cacaf9-0c66-46d3-9766-c5a55b760698', 'ac0bf130-ac01-44a3-9b7d-968363219b7e', '10.0.0.4', '{"resource": "https://api.example", "grantedClaims": [], "grantedScopes": ["openid"], "declinedClaims": [], "declinedScopes": []}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (46, '2030-01-02 12:00:00+00', 'sign_out', 'user', 'b0cacaf9-0c66-46d3-9766-c5a55b760698', NULL, '10.0.0.4', '{}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (47, '2030-01-02 12:00:00+00', 'client_registered', 'client', NULL, '8dbc411f-958f-4959-b051-335704fa7d4e', '127.0.0.1', '{"name": "Partner", "initialAccessTokenId": "fb91c96f-379a-4275-83a9-2634b92edc33"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (48, '2030-01-02 12:00:00+00', 'client_updated', 'client', NULL, '8dbc411f-958f-4959-b051-335704fa7d4e', '127.0.0.1', '{}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (49, '2030-01-02 18:00:00+00', 'token_revoked', 'client', NULL, '15180235-4cea-4fe8-a669-e468b8b06778', '127.0.0.1', '{"jti": "ff460ea0-b0d8-462f-a5d4-ba8de2029aa1", "authorizationId": "2de390e1-52bf-4ccc-87d0-8f91c1f1c475"}');
INSERT INTO public."authorization" VALUES ('6b4d3a67-05a9-4ee3-846b-71a036a94d60', 'ac0bf130-ac01-44a3-9b7d-968363219b7e', 'dc3070a3-842b-400b-ba70-f56bf828b921', NULL, '134985e5-88d4-4837-b4a1-5adf1b75dadd', 'dc3070a3-842b-400b-ba70-f56bf828b921', '{openid,profile,offline_access}', 'https://api.example', 'n1', NULL, NULL, NULL, 'urn:countersign:acr:password', '{pwd}', '2030-01-01 12:00:00+00', '\x107277330f2a584cc026487b6092b4584583dc3c0389da389723b1a7b678c6b5', 'osGoqUfryXOdTeAf5PgMy_A0hWwyG845_E83K9w0PTs', 'https://web.example/cb', '2030-01-01 12:01:00+00', '2030-01-01 12:00:00+00', NULL, '2030-01-01 12:00:00+00', '2030-01-31 12:00:00+00');
INSERT INTO public."authorization" VALUES ('0bf6c87a-39a5-4df9-9450-c4a95b9e2af0', 'ac0bf130-ac01-44a3-9b7d-968363219b7e', 'dc3070a3-842b-400b-ba70-f56bf828b921', NULL, '134985e5-88d4-4837-b4a1-5adf1b75dadd', 'dc3070a3-842b-400b-ba70-f56bf828b921', '{profile}', 'https://api.example', 'n1', NULL, NULL, NULL, 'urn:countersign:acr:password', '{pwd}', '2030-01-01 12:00:00+00', '\xb59820c4b98aac643c2618f90dffa6cc48112fbc9d458628c75b27d3d29c1a05', 'osGoqUfryXOdTeAf5PgMy_A0hWwyG845_E83K9w0PTs', 'https://web.example/cb', '2030-01-01 12:01:00+00', '2030-01-01 12:00:00+00', NULL, '2030-01-01 12:00:00+00', '2030-01-31 12:00:00+00');
INSERT INTO public."authorization" VALUES ('522678fa-7813-4758-b4c9-455c08ac0da3', '1d2ba59c-6d38-4cdc-8864-809a9fd416ba', 'b0cacaf9-0c66-46d3-9766-c5a55b760698', NULL, 'bf9db371-efca-4f73-bf20-7a54263fe547', 'b0cacaf9-0c66-46d3-9766-c5a55b760698', '{openid,offline_access}', 'https://api.example', 'n1', NULL, NULL, NULL, 'urn:countersign:acr:password', '{pwd}', '2030-01-02 12:00:00+00', '\xbc307602e71098670dc458b0b3e0391d6a8962656dde7e5cf8652de729c37a4f', 'osGoqUfryXOdTeAf5PgMy_A0hWwyG845_E83K9w0PTs', 'https://spa.example/cb', '2030-01-02 12:01:00+00', '2030-01-02 12:00:00+00', NULL, '2030-01-02 12:00:00+00', '2030-02-01 12:00:00+00');
INSERT INTO public."authorization" VALUES ('2424e683-9e34-404c-bd0d-59b294f42d5e', 'ac0bf130-ac01-44a3-9b7d-968363219b7e', 'dc3070a3-842b-400b-ba70-f56bf828b921', NULL, 'e6e51e17-a9e7-466b-a525-27815eb0d95c', 'dc3070a3-842b-400b-ba70-f56bf828b921', '{openid,profile,offline_access}', 'https://api.example', 'n1', '{"userinfo": ["phone_number"]}', NULL, NULL, 'urn:countersign:acr:password', '{pwd}', '2030-01-02 12:00:00+00', '\x1624d822bd4abfcabbf523e56726d0db5ceacce75c702c61652066bb237b2a75', 'osGoqUfryXOdTeAf5PgMy_A0hWwyG845_E83K9w0PTs', 'https://web.example/cb', '2030-01-02 12:01:00+00', '2030-01-02 12:00:00+00', NULL, '2030-01-02 12:00:00+00', '2030-02-01 12:00:00+00');
INSERT INTO public."authorization" VALUES ('597390f7-bb33-46ce-8480-298186b99199', 'ac0bf130-ac01-44a3-9b7d-968363219b7e', 'dc3070a3-842b-400b-ba70-f56bf828b921', '7ae84ffb-c6ca-4d1e-a7ed-557bda27e813', 'e6e51e17-a9e7-466b-a525-27815eb0d95c', 'dc3070a3-842b-400b-ba70-f56bf828b921', '{profile}', 'https://api.example', 'n1', NULL, NULL, NULL, 'urn:countersign:acr:password', '{pwd}', '2030-01-02 12:00:00+00', '\x8e499b9c252479bb29004b66a796d47016301c5447e9161eefa7e131281793d0', 'osGoqUfryXOdTeAf5PgMy_A0hWwyG845_E83K9w0PTs', 'https://web.example/cb', '2030-01-02 12:01:00+00', '2030-01-02 12:00:00+00', NULL, '2030-01-02 12:00:00+00', '2030-02-01 12:00:00+00');
INSERT INTO public."authorization" VALUES ('23d0affd-b518-4ba3-9ad1-3cb3e0abee2a', 'ac0bf130-ac01-44a3-9b7d-968363219b7e', 'dc3070a3-842b-400b-ba70-f56bf828b921', NULL, 'e6e51e17-a9e7-466b-a525-27815eb0d95c', 'dc3070a3-842b-400b-ba70-f56bf828b921', '{profile}', 'https://api.example', 'n1', NULL, NULL, NULL, 'urn:countersign:acr:password', '{pwd}', '2030-01-02 12:00:00+00', '\x6ac4f6fa841ea44c0e7c399c39c66ad6074f081a648a84289cc39dcd6108a42e', 'osGoqUfryXOdTeAf5PgMy_A0hWwyG845_E83K9w0PTs', 'https://web.example/cb', '2030-01-02 12:01:00+00', '2030-01-02 12:00:00+00', NULL, '2030-01-02 12:00:00+00', '2030-02-01 12:00:00+00');
INSERT INTO public."authorization" VALUES ('eb23318c-f6c2-49e8-b982-173de42165ef', '9ddb4c66-b731-48bd-aaa1-5323f43cc637', 'b0cacaf9-0c66-46d3-9766-c5a55b760698', NULL, 'bfed058b-5ba5-4615-9417-7996527bac01', '4723b9b4-aaf2-4dd5-a70e-d394d2f1b50b', '{openid}', 'https://api.example', 'n1', NULL, NULL, NULL, 'urn:countersign:acr:password', '{pwd}', '2030-01-02 12:00:00+00', '\x1bdee98285ed091e51d16d0d616ace70d3fb0fde2b87a0768d759ce03b236ea9', 'osGoqUfryXOdTeAf5PgMy_A0hWwyG845_E83K9w0PTs', 'https://pairwise.example/cb', '2030-01-02 12:01:00+00', '2030-01-02 12:00:00+00', '2030-01-02 12:00:00+00', '2030-01-02 12:00:00+00', '2030-01-02 12:06:00+00');
INSERT INTO public."authorization" VALUES ('c97aa92d-9d97-43cc-ab1d-b28f0f732d0b', 'ac0bf130-ac01-44a3-9b7d-968363219b7e', 'b0cacaf9-0c66-46d3-9766-c5a55b760698', NULL, '1fc308a9-fe5b-4631-a534-f9c113e03348', 'b0cacaf9-0c66-46d3-9766-c5a55b760698', '{openid}', 'https://api.example', 'n1', NULL, NULL, NULL, 'urn:countersign:acr:password', '{pwd}', '2030-01-02 12:00:00+00', '\x92b1519e6843775ba9652c63f300552bc2f5e35e0d54cc50dfbc17f08941c4e9', 'osGoqUfryXOdTeAf5PgMy_A0hWwyG845_E83K9w0PTs', 'https://web.example/cb', '2030-01-02 12:01:00+00', '2030-01-02 12:00:00+00', '2030-01-02 12:00:00+00', '2030-01-02 12:00:00+00', '2030-01-02 12:06:00+00');
INSERT INTO public."authorization" VALUES ('7e92e7d2-1337-410a-aa5c-9639aac0acfe', 'ac0bf130-ac01-44a3-9b7d-968363219b7e', 'dc3070a3-842b-400b-ba70-f56bf828b921', NULL, 'e6e51e17-a9e7-466b-a525-27815eb0d95c', 'dc3070a3-842b-400b-ba70-f56bf828b921', '{openid,profile,offline_access}', 'https://api.example', 'n1', NULL, NULL, NULL, 'urn:countersign:acr:password', '{pwd}', '2030-01-02 12:00:00+00', '\x26ffd398b2df54076d83fdc19a975308a3b96b30116bc783704475ea66bc87c1', 'osGoqUfryXOdTeAf5PgMy_A0hWwyG845_E83K9w0PTs', 'https://web.example/cb', '2030-01-02 18:01:00+00', '2030-01-02 18:00:00+00', NULL, '2030-01-02 18:00:00+00', '2030-02-01 18:00:00+00');
INSERT INTO public."authorization" VALUES ('076b1710-d906-43a5-80e3-d34d4fc860ff', 'ac0bf130-ac01-44a3-9b7d-968363219b7e', 'dc3070a3-842b-400b-ba70-f56bf828b921', NULL, 'e6e51e17-a9e7-466b-a525-27815eb0d95c', 'dc3070a3-842b-400b-ba70-f56bf828b921', '{openid,profile,offline_access}', 'https://api.example', 'n1', NULL, NULL, NULL, 'urn:countersign:acr:password', '{pwd}', '2030-01-02 12:00:00+00', '\xd072e884685d9f456e5be4b015a7499ac1a3b52881b65a00d7dee608d4ae03ce', 'osGoqUfryXOdTeAf5PgMy_A0hWwyG845_E83K9w0PTs', 'https://web.example/cb', '2030-01-02 18:01:00+00', NULL, NULL, '2030-01-02 18:00:00+00', '2030-01-02 18:06:00+00');
INSERT INTO public."authorization" VALUES ('16a1708b-0242-42d8-b0b7-4cb1dbcf0d6b', '843cb2aa-c82f-4a68-9f7c-3b8351e40e5c', NULL, NULL, NULL, '843cb2aa-c82f-4a68-9f7c-3b8351e40e5c', '{}', '', NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2030-01-02 18:00:00+00', 'infinity');
INSERT INTO public."authorization" VALUES ('2de390e1-52bf-4ccc-87d0-8f91c1f1c475', '15180235-4cea-4fe8-a669-e468b8b06778', NULL, NULL, NULL, '15180235-4cea-4fe8-a669-e468b8b06778', '{}', '', NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2030-01-02 18:00:00+00', 'infinity');
INSERT INTO public.browser_session VALUES ('7ae84ffb-c6ca-4d1e-a7ed-557bda27e813', '\xb89b90641a0bdb1f32a277360c3be8b83d3a9e5b0f0c31acfc2f103705a6411f', 'dc3070a3-842b-400b-ba70-f56bf828b921', '2030-01-02 12:00:00+00', '2030-01-03 06:00:00+00', '2030-02-01 12:00:00+00');
INSERT INTO public.client VALUES ('sample-client', 'oidc', 'Sample client', 'web', 'client_secret_basic', '\xcb04d5029cd48365a9e5b3e80d3eadf4e383b7c5423e11a8a05b9665b9ead048', '{https://sample.example/callback}', '{https://sample.example/signed-out}', '{authorization_code,refresh_token,implicit}', '{code,"id_token token"}', '{openid,profile,email,address,phone,offline_access}', 'RS256', 'https://sample.example/', NULL, NULL, NULL, '2030-01-01 12:00:00+00', NULL, NULL, NULL, NULL, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.client VALUES ('demo-spa', 'oauth21', 'Demo browser app', 'web', 'none', NULL, '{https://sample.example/spa-callback}', '{https://sample.example/}', '{authorization_code}', '{code}', '{openid,profile,email}', 'RS256', 'https://sample.example/', NULL, NULL, NULL, '2030-01-01 12:00:00+00', NULL, NULL, NULL, NULL, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.client VALUES ('ac0bf130-ac01-44a3-9b7d-968363219b7e', 'oauth21', 'Web', 'web', 'client_secret_basic', '\xc8ea7b19d57a0c7450b27cd899953ab77d12a4fa84c5a992e1c31cceb36f6633', '{https://web.example/cb}', '{}', '{authorization_code,refresh_token}', '{code}', '{openid,profile,email,phone,offline_access}', 'RS256', NULL, NULL, NULL, NULL, '2030-01-01 12:00:00+00', NULL, NULL, NULL, NULL, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, 'https://web.example/logged-out', false, NULL, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.client VALUES ('1d2ba59c-6d38-4cdc-8864-809a9fd416ba', 'oauth21', 'Spa', 'web', 'none', NULL, '{https://spa.example/cb}', '{}', '{authorization_code,refresh_token}', '{code}', '{openid,profile,email,phone,offline_access}', 'RS256', NULL, NULL, NULL, NULL, '2030-01-01 12:00:00+00', NULL, NULL, NULL, NULL, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.client VALUES ('9ddb4c66-b731-48bd-aaa1-5323f43cc637', 'oauth21', 'Pairwise', 'web', 'client_secret_post', '\xf30020e1be0ec5dceb98ebb954cad2bec6ad287b054bc58c9bc6393e9ca9a88b', '{https://pairwise.example/cb}', '{}', '{authorization_code}', '{code}', '{openid,profile,email,address,phone}', 'RS256', NULL, NULL, NULL, NULL, '2030-01-01 12:00:00+00', NULL, NULL, NULL, NULL, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL, 'pairwise.example', NULL, NULL, NULL, false, NULL, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.client VALUES ('843cb2aa-c82f-4a68-9f7c-3b8351e40e5c', 'oauth21', 'Secret JWT', 'web', 'client_secret_jwt', '\x60a9bc73f429ff98f376a3b638c8d09dd24b48fe5203a6488d43bf4bd1e808e9', '{}', '{}', '{client_credentials}', '{}', '{orders:read}', 'RS256', NULL, NULL, NULL, NULL, '2030-01-01 12:00:00+00', NULL, NULL, NULL, NULL, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, '\x25a997d22d542b5c42016dd45edd5bc0f1ca76c497684e3a1cd25836429e8df68ae38e9e3f75bbc3a4c5a8fb5fec75606b1e49bc361a29f06fe900c46868c1f72a42c2c564eb4a270aec16d38cf2a7bd0d46f27a2fc1a70089fc9757c41026e9c44a204f518183f676445faa73c4c64802ac', 'k1', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.client VALUES ('333551f0-a1da-4451-bb15-3e5594ee0ed2', 'oauth21', 'Key JWT', 'web', 'private_key_jwt', NULL, '{}', '{}', '{client_credentials}', '{}', '{orders:read}', 'RS256', NULL, NULL, NULL, NULL, '2030-01-01 12:00:00+00', '{"keys": [{"x": "C557YDs-xgWq7xzCVnHLKT5lc1iKF7h2shfxjIptN08", "y": "i-uMBJHpY_s0UTYeOHoxPXgDwN_YaOJlBlg3ygdVV2M", "crv": "P-256", "kid": "own", "kty": "EC"}]}', NULL, NULL, NULL, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.client VALUES ('9b569801-28a4-4761-984f-d737852aeeac', 'oauth21', 'Closed', 'web', 'client_secret_basic', '\xb7576fb8d27779b3c94b94b04825650be658d576f710f35cfffa111c183b7392', '{https://closed.example/cb}', '{}', '{authorization_code}', '{code}', '{openid,profile,email,address,phone}', 'RS256', NULL, NULL, NULL, '2030-01-01 12:00:00+00', '2030-01-01 12:00:00+00', NULL, NULL, NULL, NULL, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.client VALUES ('15180235-4cea-4fe8-a669-e468b8b06778', 'oauth21', 'Service', 'web', 'client_secret_basic', '\x6900ad76802b3f1e72f0674140ebc41e71fd6dd0368a98f197e74cd2239af870', '{}', '{}', '{client_credentials}', '{}', '{orders:read}', 'RS256', NULL, NULL, NULL, NULL, '2030-01-01 12:00:00+00', NULL, NULL, NULL, NULL, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.client VALUES ('8dbc411f-958f-4959-b051-335704fa7d4e', 'oidc', 'Good partner', 'web', 'client_secret_basic', '\x48fa3bd8863a30dce69020cd1a4c02a43a1f6944849534a026413bc90e228e88', '{https://partner.example/cb}', '{}', '{authorization_code}', '{code}', '{openid,profile,email,address,phone}', 'RS256', NULL, NULL, NULL, NULL, '2030-01-02 12:00:00+00', NULL, NULL, NULL, NULL, false, '{}', NULL, NULL, NULL, NULL, '\x7eb7e04e924ac6b5ef3764c6b47953b76be1d985cced424945eb36cc9a46d4e9', NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '{}', NULL, NULL, NULL, 'fb91c96f-379a-4275-83a9-2634b92edc33', NULL, NULL, NULL, NULL, '2030-04-02 12:00:00+00', NULL, NULL, NULL, NULL);
INSERT INTO public.client_logo VALUES ('sample-client', 'image/png', '\x89504e470d0a1a0a0000000d4948445200000080000000800806000000c33e61cb0000095d4944415478daed9dd97353f715c7ef3f7066ee6b66fce0973ee989579ef4dabc7b06d9c15c42daba4b5a355dcc92b482b8469b2ddb9265495740e988a518cc10372969dca819b5603285240c5b305861713b133a1524858406389d236cd78beeefcab274eef63b339f1916eb37e79cefc7bad7482314a58505a9703ba4c21aa4c22148858bf3a044c8c29e42f3bb6b579c54900cfb21194e40325c866418254da13cbf53bf5d435721190ecad0d964a05dabd6073f12516124128291480546222861a532bf7bd5aaf03519bc6d44d0f8821f8ea8301c29c2700425b68232515b1dbe1f862315b96cdb42d9b4e6461186229a5cb043186af2250186224118aa1e2c710ec1e6849f880661288a1207928806d71bbe0689ea4112e7a2351abe5f2ecf35acedc61006a32a0c462b301845892ba02cd5b50850944b731dc5fac21f886a301045892bd1ccc25761205a918b722d94adf1a500e2b110c46328713521a3f05588c72a7241ae87325efd2c00b158106231947882602d01ca72319ea1bc3cfc68cc0fd1184a3c857fa90009b910cf91f8bf00917819a27194788848bcbc107e3b44aa7f20f11eed0a84e39a5c844709c735122004e1ea6f24de23440214e5223c4b5181bdf122ec8da3c4935405b04533beb48ebd53efe3e4f5192cddbaed4a68369a9166b5cbde15e81f402bf18dea58b87809bd563433cd6ef5fe2d152070fc14deffea6bf46ad1ecb4036b05f8cd005a4160fc14ca7a5eb40bab72b044005f4af7f4777ead6702da893502f40d2037854f2ec9d457de137c7209adc8825d005f5297691b14ed865f8037079193de778ba68bb875ff01f6bc751a5ffcdd315740b3d04c6645bbe1ce835d80c96b374c9e0a2fb32f810b9a4d54b41b7e01f60c2227a5cfee187fe7571e20773fdcd08c4645bbe1eec75602f49c3aed7a016846298041bd78f098eb05a019ed25c0ee41e4c45400e67eb8311580b91f0576279093525920c06fc791bb1f6e68464301ca77d8fb512094404e4c0560ee871b530198fb9102785e805f279013a10007c691bb9f7af125f661e0c85bd85f3c5ba5d15ee971420198e7920298b071ac60d833bd884332b4ed4d3b58805f259013a100fbc791bb1f113d13efd6f56ff817fff9396e4c17ea3a9366140ac03ca314609de12f7d3668eb4f3b508037869013b100c791bb9f5af806f637f47e85c285cba667d38c420198679502d460f4cc85c65fd21dd8ef30015e1f424e4ab30201f61d47ee7e6a217ac1c6acfadf9f169e4d331a0a307b877d5629400dd65393576e384c805d43c8895080fc71e4ee6725d4c37aaa1a6283e79b3db61548016ab0ee67006709308c9c980b306c39b7feddf83d40ef1f3e109e6d2e00efac0aec1c464e4ab3778d05d04f20773fb5e8fff374e33f05c40e08cfa6198d05b8cb3eab14a0066d7b328dfd3bc0f92ba667db4f801dc3c889a900ccfd18d133fea735857ff11f9f63dbee8ce9b9a60230cfc92fc04d810039fb08b01609287c5ff4405d67d28c8602dcb44280edc3c889a900eb3cff85d0181ebd5dc68edfbfdd947e370e1fc6c9cb378d5f0d9c9ac6b650a6eef34c0560cec355022c84fff76f1e5469960404854cfdf5bf378d3dc7de6bb857fb09d03b829c0805c89e68f8dc0d438565e12fb0fd83b3c83da3089a512800733fae1080c2ffcb97f75685bf40df87e7a5008602fc720439110a9039b1e6f33624c4e12f4a70ee3c72cf5a0b9a512800733f8e16a0def0ed2481fd04f8c50872622a409de76c185c5bf8cb24609e7929a60230f7e348013a8ebcd350f80bd0cde20b6f64a40055017e9e444e4a3704028c4d983e9ec26f34f8d51264917b7e9ad150801b77d9fb719400cd0a7f9904af673d2ec0cf92c8895080f484e1e33a0e3737fc551230cd4f330a0560cec31102b42afca5127cabef8014c08e02f44d5f6869f80bd04de586f8a135cfe3eb3be870015e4b222742014627967d2d57f88b127c312f419db3f41c997afe3e800faf62dbae5c5d8fa119850230e7a1c06b29e4c45c80e75fc71dfe320962874ce7a0d097bd243c770f7d6f1e347d9cb900bc7928f0d314722216e064f56bface5a13fe2a096af4dfb653c78b77efd57e79f8d1d78b3318417f2f1480390f7e01668c05e8d8f7b6e5e12f95e0dbf953cb7adf183f5a0dd9f48da1274bc602a40402cc58214030859c880438ff65c516e12fa5a3f0c76adf3d87a7d6f6fec07357b16d87be6a7e530198f3b095009f3e79683b0188a9993b0dbd43982e15be3d076d2ec04f52c8899304f8e89b2ff0e1b327ebfb2470ba2f489e5c9c9f7e2d1480390f298001579efc079fe0b3a67d1074ef44c9a602fc78143929cdccd95e80f2d347adf948f8735731a0bf2310600eb9f39002ace05fcffedbdaff1c42f053843502bc3a8a9cd85580665cefd75b550198f39002b4e07aef2c017e348a9c94aedb4b80565def1b12e0fa1c72e7e169015a7dbd77880069e4c40e02d8e17a6f2c006f1e0afc308d9c582d805daef7860230e7e12901ec74bdb78f003f48232722012820af5cef0d0560cec356023cc6a79eb9dedb4780efa79193c98f67854ba0ef542f5cef6b7ec2d8c7b3c89d07bb00bdc7fe6aba087a26a0cb01dd1334caeda75fa1d38a76c32f40cf1872e2db554059069f30b6ab80dc79b00b4014ce5c9369af7ca5f0cc35b4220b05be3786dcf87616f0fea3c732f5c557081f577762451696084004c64ecbe4e78b7661550e0a7c770cad22903e8df71f7af7998066a71d589981a50210be1d054fde13d0cc34bbd5fb57e03b19b403beed87b0f7e8df70f2a332963e9d7325341bcd48b3da65ef2440d12ecd48d8292af04aa608af6450e249aa0284e4223c4b8804d0e4223c8ba6c0b64c3b6ccba0c493b42b54b02d53866d599478894c59592878399b8097b328f11489a502f8e5423c875f595ab0355b86ad59947882b2b2b2606b362817e31982ab05d0b22a68d90a685994b81aca58556a1568d9905c90eb092946055b722a6cc955604b0e25ae84b2551551c1969c2617e55a34a59e82ee5c11ba7328711545a5de82ee9c0addb98a5c9a6ba02c55652d05dd393f6ccea1c40574e7fc4a23059b739a5ca0e3d194f5146cce0561b38e1227920b2acd2878490fc24b3a4a1c4573c25f22812697ea1834a515055dba1fbaf40a74e928b125948d5f69654197ae42975e94cbb61d9489aa701574ea1a74ea15e8d45162299481a65851d0a9abd0a987a40896054fbb5715ab0b02791502f92004f26508e451d252caf3bbb63e780319fc10c827a40c4d0f9d76ea579c54b029df0e9bf21a6cca876053be380f4a842cec2934bfbbf65666f43f0fe6f891c180d4540000000049454e44ae426082');
INSERT INTO public.consent VALUES ('96c1445b-cb1f-43c9-ae1e-a2b4e8069705', 'ac0bf130-ac01-44a3-9b7d-968363219b7e', 'https://api.example', '{openid}', '{}', '2030-01-01 12:00:00+00', '{}', '{}');
INSERT INTO public.consent VALUES ('dc3070a3-842b-400b-ba70-f56bf828b921', 'ac0bf130-ac01-44a3-9b7d-968363219b7e', 'https://api.example', '{openid,profile,offline_access}', '{email}', '2030-01-02 12:00:00+00', '{phone_number}', '{}');
INSERT INTO public.consent VALUES ('b0cacaf9-0c66-46d3-9766-c5a55b760698', '1d2ba59c-6d38-4cdc-8864-809a9fd416ba', 'https://api.example', '{openid,offline_access}', '{}', '2030-01-02 12:00:00+00', '{}', '{}');
INSERT INTO public.consent VALUES ('b0cacaf9-0c66-46d3-9766-c5a55b760698', '9ddb4c66-b731-48bd-aaa1-5323f43cc637', 'https://api.example', '{openid}', '{}', '2030-01-02 12:00:00+00', '{}', '{}');
INSERT INTO public.consent VALUES ('b0cacaf9-0c66-46d3-9766-c5a55b760698', 'ac0bf130-ac01-44a3-9b7d-968363219b7e', 'https://api.example', '{openid}', '{}', '2030-01-02 12:00:00+00', '{}', '{}');
INSERT INTO public.countersign_migration VALUES ('0001_first', '9d31ccc3a45dabeb85d01ee4d6387cc6cc26b0395e6f85b50c9e8a711810de23', '2026-11-22 23:42:15.148876+00');
INSERT INTO public.countersign_migration VALUES ('0002_registration', '5699cde0e03d61105856b70a364234b3641e96cd33a4f7a9c5d1f02d44b07dea', '2026-11-22 23:42:15.254277+00');
INSERT INTO public.countersign_migration VALUES ('0003_introspection', '7dfeea90538e0f9c9b9f39dc81c467f583cf5b2effec7f2788b41e967509e3ab', '2026-11-22 23:42:15.25853+00');
INSERT INTO public.countersign_migration VALUES ('0004_request_objects', '53c38d4e5d74dbd0cc79fc15f5bdb8bf9f3ed555ff92fc05f4e6970dd6172432', '2026-11-22 23:42:15.261312+00');
INSERT INTO public.countersign_migration VALUES ('0005_sector_identifier', '77da7f3027931f16a48025e00945edf7f6574df91cc7812992b23cea31c4658a', '2026-11-22 23:42:15.263827+00');
INSERT INTO public.countersign_migration VALUES ('0006_audit_trail', '0f0a2bd0f7a7971ceb5460fcff4ab53decc6923095880d77285af40bc015e7eb', '2026-11-22 23:42:15.26479+00');
INSERT INTO public.countersign_migration VALUES ('0007_pairwise_subjects', '5eb2246bbc30d81a2e0c88e73df1f96ad77db7392cc1186d69621844d6c671ee', '2026-11-22 23:42:15.267275+00');
INSERT INTO public.countersign_migration VALUES ('0008_encryption', 'f1a13d899f102918ad226c6e465d740ddd7ee79597022224b9f9703eca925ad1', '2026-11-22 23:42:15.270649+00');
INSERT INTO public.countersign_migration VALUES ('0009_logout', 'd22b5e78478a136a90edef3c63fd0ef7933164a6db0670c7c39a6881d8f3e127', '2026-11-22 23:42:15.272424+00');
INSERT INTO public.countersign_migration VALUES ('0009_standing_authorization', '9ac3eb0d482eaf81a96d845d5bac74e8b7b83c7c7aef70e889fe72100964566a', '2026-11-22 23:42:15.274117+00');
INSERT INTO public.countersign_migration VALUES ('0010_claims_request', '56442a9e331674e93c822a094ab6ee9c4f8d9000648b2ca8505e621ea9230f12', '2026-11-22 23:42:15.275914+00');
INSERT INTO public.countersign_migration VALUES ('0011_userinfo_jwt', 'bdb7e86a0707a0c6b60f3eee5e8101eaac6f4be9ce223c5da3ee950fd9e9b277', '2026-11-22 23:42:15.280134+00');
INSERT INTO public.countersign_migration VALUES ('0012_living_clients', '0c947ab4500f71a1a8e77bf13172159dfe95e674c6c10d9d43461325885f47ce', '2026-11-22 23:42:15.283108+00');
INSERT INTO public.countersign_migration VALUES ('0013_localized_metadata', 'f590bf7f43108bedcc6daacc5d13a0d822d1dc6a6e0ba0b259018fe471366a51', '2026-11-22 23:42:15.287282+00');
INSERT INTO public.countersign_migration VALUES ('0014_sealed_client_secrets', '0c009d172f7a003b0cace4e048cc2c404fe91ae920aa1b6971271dc25db14c30', '2026-11-22 23:42:15.288038+00');
INSERT INTO public.countersign_migration VALUES ('0015_secret_expiry', '768190d900e7b8fca41a3a0cece36518ae1942e9d8926d2221bae3dc810e85fe', '2026-11-22 23:42:15.291309+00');
INSERT INTO public.countersign_migration VALUES ('0016_request_object_encryption', '42d0a880d6757845d168f4eef8c044741a435725ac3a0971a2811b6797ff3046', '2026-11-22 23:42:15.29674+00');
INSERT INTO public.countersign_migration VALUES ('0017_logout_without_subject', '047db4e34e4f75672f5affffc6088677004ee963df7f7eef9a9526ec88b81f59', '2026-11-22 23:42:15.29847+00');
INSERT INTO public.countersign_migration VALUES ('0018_refresh_token_indexes', 'd63cd7bebc197b0006820aaf4c905921ef8a66dc2fc14139db3724cfd9320bb3', '2026-11-22 23:42:15.300083+00');
INSERT INTO public.countersign_migration VALUES ('0019_room_for_updates', 'c5ffa7f3fe9876d1119c5ae65146af52ad218a5b937ba2061155ad8dd787b020', '2026-11-22 23:42:15.303233+00');
INSERT INTO public.countersign_migration VALUES ('0020_predecessors', 'd18bc0764d6ff56ee4b77871e567c5764a87ba3f2b8db935cd35c5d543a6e8fc', '2026-11-22 23:42:15.304178+00');
INSERT INTO public.end_user VALUES ('37e13570-dc65-4793-90bd-7c8c355e282f', 'alice', '$argon2id$v=19$m=19456,t=2,p=1$XEo3gHbv0kqQe16AIK6G0w$PalOxfgDDD0p9nDpnj8yqVIgsqFZ9YFEHbMMuUc/ha8', NULL, '2030-01-01 12:00:00+00', 'Alice Beatrice Carter', 'Alice', 'Carter', 'Beatrice', 'Ali', 'alice', 'https://people.example.com/alice', 'https://people.example.com/alice/portrait.jpg', 'https://alice.example.com', 'alice@example.com', true, 'female', '1987-10-16', 'Europe/London', 'en-GB', '+44 20 7946 0958', true, '{"region": "Greater London", "country": "United Kingdom", "locality": "London", "formatted": "12 Garden Row\nFlat 3\nLondon\nSE1 6HJ\nUnited Kingdom", "postal_code": "SE1 6HJ", "street_address": "12 Garden Row\nFlat 3"}', '2030-01-01 12:00:00+00');
INSERT INTO public.end_user VALUES ('38e151c0-fad4-46d1-bd71-c2840cd0ce84', 'bob', '$argon2id$v=19$m=19456,t=2,p=1$ovA4qxmIfRC/r147s+Vr3g$r0ZIKJMo0glRmrDsBB6gw5Ibje9mjtX4+Gv8QmtfV+o', NULL, '2030-01-01 12:00:00+00', 'Bob Miller', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'bob@example.com', false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2030-01-01 12:00:00+00');
INSERT INTO public.end_user VALUES ('dc3070a3-842b-400b-ba70-f56bf828b921', 'carol', '$argon2id$v=19$m=19456,t=2,p=1$xBkzYep9eGrshZ3fQKJlSw$RM1efFvP6ug/kAQ7WpXzyAnzsHq4XXQUH15Bzfha3vY', NULL, '2030-01-01 12:00:00+00', 'carol Example', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'carol@example.org', NULL, NULL, NULL, NULL, NULL, '+44 20 7946 0958', NULL, NULL, '2030-01-01 12:00:00+00');
INSERT INTO public.end_user VALUES ('b0cacaf9-0c66-46d3-9766-c5a55b760698', 'Zoë', '$argon2id$v=19$m=19456,t=2,p=1$1ByZ82zHpU6i7yFVAtL69A$kev8Zqf8Kc/YBKyv/mrSo8ZrHnK4DdCUSA/uWMShzoU', NULL, '2030-01-01 12:00:00+00', 'Zoë Example', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'ZoC3AB@example.org', NULL, NULL, NULL, NULL, NULL, '+44 20 7946 0958', NULL, NULL, '2030-01-01 12:00:00+00');
INSERT INTO public.end_user VALUES ('6b9a42ff-8aa1-46b2-8a22-9bb817ebbc62', 'Straße', '$argon2id$v=19$m=19456,t=2,p=1$AHmiyfGzNQiyn3yj3kv9yw$Kz68H/V08H7CW2E5DMpR0hJBVkHodWwt5kDSvwYootI', NULL, '2030-01-01 12:00:00+00', 'Straße Example', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'StraC39Fe@example.org', NULL, NULL, NULL, NULL, NULL, '+44 20 7946 0958', NULL, NULL, '2030-01-01 12:00:00+00');
INSERT INTO public.end_user VALUES ('08900f3a-411a-4586-af00-664a83a67129', 'STRASSE', '$argon2id$v=19$m=19456,t=2,p=1$vdfpdNegBZhclLbWGj0pIw$gBhpT4+DKnVZOOQ1qCKSt8MP9Ky3hyyp6as2zhuQIRU', NULL, '2030-01-01 12:00:00+00', 'STRASSE Example', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'STRASSE@example.org', NULL, NULL, NULL, NULL, NULL, '+44 20 7946 0958', NULL, NULL, '2030-01-01 12:00:00+00');
INSERT INTO public.end_user VALUES ('96c1445b-cb1f-43c9-ae1e-a2b4e8069705', 'dave', '$argon2id$v=19$m=19456,t=2,p=1$pb9vWYwYUAAWW9Rr1uG+/Q$jCknTxKZaJGnQmEBvw+kWgVZe/1Pp8AXbaY0941H+jM', '2030-01-01 12:00:00+00', '2030-01-01 12:00:00+00', 'dave Example', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'dave@example.org', NULL, NULL, NULL, NULL, NULL, '+44 20 7946 0958', NULL, NULL, '2030-01-01 12:00:00+00');
INSERT INTO public.ephemeral_entry VALUES ('countersign:{644d89f1ac9a.0}:born', '1795390953722', 'infinity');
INSERT INTO public.ephemeral_entry VALUES ('countersign:{644d89f1ac9a.0}:entry:parked:delqd3G0fOk7PCJv1de3gCAs46-vxVZvR3KXSkVsF6M', '{"kind":"redirect","parameters":[["client_id","ac0bf130-ac01-44a3-9b7d-968363219b7e"],["response_type","code"],["redirect_uri","https://web.example/cb"],["scope","openid profile offline_access"],["state","st1"],["nonce","n1"],["code_challenge","osGoqUfryXOdTeAf5PgMy_A0hWwyG845_E83K9w0PTs"],["code_challenge_method","S256"]],"answers":{}}', '2026-11-22 23:52:43.575235+00');
INSERT INTO public.ephemeral_entry VALUES ('countersign:{644d89f1ac9a.0}:entry:assertion:JOqN3cPCBgEIzvCoBxmz4HB0Zc9g-8FeM-b6zJNnMto', '', '2026-11-22 23:44:13.626665+00');
INSERT INTO public.ephemeral_member VALUES ('countersign:{644d89f1ac9a.0}:set:key:u-fT0uMo4fa_2pIKJoshbR4iv0G9AozfYWK_zSuCYXg#53', 'parked:uGYVCzk5-xD5EQxy9RFIb-hWJkCB7U7kmyhLfKkRkxI', '2026-11-22 23:42:43.570301+00', '2026-11-22 23:52:43.570301+00');
INSERT INTO public.ephemeral_member VALUES ('countersign:{644d89f1ac9a.0}:set:browser:8K1fa9M2JIKzZQddZQu1lcx8CbnfS6QHHdHXUD5i5uI', 'parked:uGYVCzk5-xD5EQxy9RFIb-hWJkCB7U7kmyhLfKkRkxI', '2026-11-22 23:42:43.578538+00', '2026-11-22 23:52:43.578538+00');
INSERT INTO public.initial_access_token VALUES ('2b3c1ff9-f1f4-4e03-adc8-f06d6c01ea8d', '\xe848996045aa468a6e6e353eec4fda7200ccc03ff48024a186460a2eed576ad2', 'never used', 5, '2030-01-08 12:00:00+00', '2030-01-01 12:00:00+00', NULL);
INSERT INTO public.initial_access_token VALUES ('fb91c96f-379a-4275-83a9-2634b92edc33', '\xf04358720eca6b13539b57793aa6d0129682d253f66ee1cc5893bde3024b660f', 'for partners', NULL, '2030-01-08 12:00:00+00', '2030-01-01 12:00:00+00', 3);
INSERT INTO public.logout_delivery VALUES ('6b02633a-8711-4de4-b9ae-f8970fdfc01f', 'ac0bf130-ac01-44a3-9b7d-968363219b7e', '1fc308a9-fe5b-4631-a534-f9c113e03348', 'b0cacaf9-0c66-46d3-9766-c5a55b760698', 1, '2030-01-02 12:00:10+00', NULL, '2030-01-02 12:00:00+00');
INSERT INTO public.pairwise_subject VALUES ('b0cacaf9-0c66-46d3-9766-c5a55b760698', 'pairwise.example', '4723b9b4-aaf2-4dd5-a70e-d394d2f1b50b');
INSERT INTO public.rate_limit VALUES ('countersign:{644d89f1ac9a.0}:limit:sign-in-source:om-tVBEAkTQq1va2PYa-V5wbIUiAyDxUsdkUr9d7kfk', 0, 1893500100000);
INSERT INTO public.rate_limit VALUES ('countersign:{644d89f1ac9a.0}:limit:sign-in-account:UPr-YP-_TEO_4T2w--0grPyg2hUF-aJ1wNIH98V7sZM', 0, 1893500100000);
INSERT INTO public.rate_limit VALUES ('countersign:{644d89f1ac9a.0}:limit:parking:DhiHl6gHz9jTTMbkJQxNErECD4GouMk9S7zExU74Cl0', 2, 1893499260000);
INSERT INTO public.rate_limit VALUES ('countersign:{644d89f1ac9a.0}:limit:parking:zTMotz1SfboGZpvnNFjSiffSOQWxYyZ15mzR_yUTxJg', 1, 1893499260000);
INSERT INTO public.rate_limit VALUES ('countersign:{644d89f1ac9a.0}:limit:sign-in-account-anywhere:JpOR3xsdYhmK3CADVt0s5qpx8dGJ3Q617V57DaYdw-k', 0, 1893500100000);
INSERT INTO public.rate_limit VALUES ('countersign:{644d89f1ac9a.0}:limit:sign-in-account:56XeaacQVPk0dEefycV4uWnbs7pmpHWFQqYNI-UOvtQ', 0, 1893500100000);
INSERT INTO public.rate_limit VALUES ('countersign:{644d89f1ac9a.0}:limit:sign-in-source:J0iS5enQq7JCaPnP34ZgKjXYtsBxV6rqef40kih_3Wc', 0, 1893500100000);
INSERT INTO public.rate_limit VALUES ('countersign:{644d89f1ac9a.0}:limit:parking:-wuxeQRh2uiclrxsCUR8a_4FfHuikwaPkOe7ujKlPU0', 1, 1893585660000);
INSERT INTO public.rate_limit VALUES ('countersign:{644d89f1ac9a.0}:limit:sign-in-account:P8bjkA4MkwcBQuxomp-rPrebdseMedqq1Ap7YF-7Mp8', 0, 1893586500000);
INSERT INTO public.rate_limit VALUES ('countersign:{644d89f1ac9a.0}:limit:sign-in-source:oRKNpmUArA_oWMMNq0sWVmW4qr2OV84qmgUctssG7G4', 0, 1893586500000);
INSERT INTO public.rate_limit VALUES ('countersign:{644d89f1ac9a.0}:limit:sign-in-account-anywhere:bduXuSlo806NBssgny1ZxwKA1Vsse3V6iGTeFnnHD8I', 0, 1893586500000);
INSERT INTO public.rate_limit VALUES ('countersign:{644d89f1ac9a.0}:limit:sign-in-account:BEGvKxZBJ0FDMwZGHb6UYdFAsBnKb2yZp1hZifJycSs', 0, 1893586500000);
INSERT INTO public.rate_limit VALUES ('countersign:{644d89f1ac9a.0}:limit:sign-in-account-anywhere:ExlXAep4-wSdzYp5pdz75x6afPb_V_QWNIX-gJUtw2Y', 0, 1893586500000);
INSERT INTO public.rate_limit VALUES ('countersign:{644d89f1ac9a.0}:limit:sign-in-network:tOm26JrOnH_jHj8RPG0u86bDXa0YDYgPCv1rKAhUUA4', 0, 1893586500000);
INSERT INTO public.rate_limit VALUES ('countersign:{644d89f1ac9a.0}:limit:sign-in-source:M8tQWL79Dxv6FGRcJexpywgbenPM_wbxlCBgcZ5KBWI', 0, 1893586500000);
INSERT INTO public.rate_limit VALUES ('countersign:{644d89f1ac9a.0}:limit:parking:yYzhmLkqFJDAUYQweOlgfqbIXgwDBW_Qava4diNSrjo', 3, 1893585660000);
INSERT INTO public.rate_limit VALUES ('countersign:{644d89f1ac9a.0}:limit:registration:FcrfsgVcMyG0p8X8tcWROKfCCzQwW-DYGxTtFEhNu88', 2, 1893585660000);
INSERT INTO public.rate_limit VALUES ('countersign:{644d89f1ac9a.0}:limit:parking:7gBTeC350FRAydmkScClhkVybqtwAL2qEmXw8aoQHeI', 1, 1893607260000);
INSERT INTO public.refresh_token VALUES ('\x4fd170bdd4ef0285f5e754da8b3fb873862bb2a31556d5fe1fb99ca5bc48c318', '0bf6c87a-39a5-4df9-9450-c4a95b9e2af0', NULL, NULL, NULL, '2030-01-08 12:00:00+00', '2030-01-01 12:00:00+00', NULL);
INSERT INTO public.refresh_token VALUES ('\x8efb4c3a1accfdb32c6ceb38a0276ea7250797210698d355e47532c5c203e3e0', '6b4d3a67-05a9-4ee3-846b-71a036a94d60', '\x460b0245a2628e5c292907c3263d8e49a2b6ebc5e87852c68e2c200458cf1cb1', '\x68bed2ce41abcff0e67e10fc3c0b2b45ba902033eff82b296d30b158ad4bb66b024873c84bb0d1da0591a8f8f60ba65f5eb1dc28521924dff63867b69f96e8107bbf7749066227', '2030-01-01 12:00:00+00', '2030-01-08 12:00:00+00', '2030-01-01 12:00:00+00', NULL);
INSERT INTO public.refresh_token VALUES ('\x460b0245a2628e5c292907c3263d8e49a2b6ebc5e87852c68e2c200458cf1cb1', '6b4d3a67-05a9-4ee3-846b-71a036a94d60', NULL, NULL, NULL, '2030-01-08 12:00:00+00', '2030-01-01 12:00:00+00', '\x8efb4c3a1accfdb32c6ceb38a0276ea7250797210698d355e47532c5c203e3e0');
INSERT INTO public.refresh_token VALUES ('\x741956f70a65e025368ac9a2ebc6adb2dd36991bfe2d7da690ecc231569a7c62', '2424e683-9e34-404c-bd0d-59b294f42d5e', NULL, NULL, NULL, '2030-01-09 12:00:00+00', '2030-01-02 12:00:00+00', NULL);
INSERT INTO public.refresh_token VALUES ('\xd5a8d2727d84f83b2e31a7489231029cd8fe4192aa65dde4f555e204c0a57a5a', '597390f7-bb33-46ce-8480-298186b99199', NULL, NULL, NULL, '2030-01-09 12:00:00+00', '2030-01-02 12:00:00+00', NULL);
INSERT INTO public.refresh_token VALUES ('\x60af9eb19d05431cfd5d50714f4e969dfb90517a2713098bd6f775424fcc8167', '23d0affd-b518-4ba3-9ad1-3cb3e0abee2a', NULL, NULL, NULL, '2030-01-09 12:00:00+00', '2030-01-02 12:00:00+00', NULL);
INSERT INTO public.refresh_token VALUES ('\x3c627d9d2439f1166aac0314717fc07c6e6391504b23cd1790991c8465056a7a', '522678fa-7813-4758-b4c9-455c08ac0da3', NULL, NULL, NULL, '2030-01-09 12:00:00+00', '2030-01-02 12:00:00+00', NULL);
INSERT INTO public.refresh_token VALUES ('\xc1f010974e1aa724409866b61ccb64b316aeb7a34be155c78eb96a0ee704d51c', '7e92e7d2-1337-410a-aa5c-9639aac0acfe', '\x65bbe5cf5f602d3edd43dd47aaba1ab8cd0176a420c25b040088a1772fdc9d5c', '\x5db130f8ce719b547dca32513070ce8a72290751acbec026d12df98d80c90959c05d0ce137adc1b0e1f7f5c7183355966e265b2c22ccf537141ccd33fdac09c9d7e555febc1f2c', '2030-01-02 18:00:00+00', '2030-01-09 18:00:00+00', '2030-01-02 18:00:00+00', NULL);
INSERT INTO public.refresh_token VALUES ('\x65bbe5cf5f602d3edd43dd47aaba1ab8cd0176a420c25b040088a1772fdc9d5c', '7e92e7d2-1337-410a-aa5c-9639aac0acfe', NULL, NULL, NULL, '2030-01-09 18:00:00+00', '2030-01-02 18:00:00+00', '\xc1f010974e1aa724409866b61ccb64b316aeb7a34be155c78eb96a0ee704d51c');
INSERT INTO public.resource_server VALUES ('https://orders.example', 'Orders', '{orders:read,orders:write}', 'ES256', 300);
INSERT INTO public.resource_server VALUES ('https://api.example', 'userinfo', '{openid,profile,email,address,phone,offline_access}', 'ES256', 300);
INSERT INTO public.revoked_access_token VALUES ('ff460ea0-b0d8-462f-a5d4-ba8de2029aa1', '2de390e1-52bf-4ccc-87d0-8f91c1f1c475', '2030-01-02 18:05:00+00');
INSERT INTO public.session_client VALUES ('e6e51e17-a9e7-466b-a525-27815eb0d95c', '7ae84ffb-c6ca-4d1e-a7ed-557bda27e813', 'ac0bf130-ac01-44a3-9b7d-968363219b7e');
INSERT INTO public.sign_in VALUES ('7ae84ffb-c6ca-4d1e-a7ed-557bda27e813', 'dc3070a3-842b-400b-ba70-f56bf828b921', '2030-01-02 12:00:00+00', '{pwd}', 'urn:countersign:acr:password');
INSERT INTO public.signing_key VALUES ('IZosBMoQKLrHldYlJTxYdZLUBfvd9-LDc6bS-VANKFI', 'RS256', '{"e": "AQAB", "n": "kD-wkkOKFu6BmkWYS57eYVjRkcNlFerx_g9Q3MMSdijOB5HhyyieoxIud6gKvN0u919Egskz3l5GrvXuBtncEXQnOTV6wgS1Sgx803pVmbcVFFYlRf7I36sKh3-sd6vQ3lBpcKC7fCqoHT5CsUJiAYIwIYyagOeu3XwugaX7ZQ-ga9UBRAPHFGt3gF_oMnMoiloNkkaQjHHPNI02sQaxAqVj6g8RiVdjiK2VrnaakQMBCyq9YX7mAbvExhYLjJqXLImGLzgwbIc1GNvGSYg62xnkXzj0RNzFMjC8yDJzzto6C9JBKu2zQcUo11RY6MOPHPPvHS9T0RfoHW9ufknZ2w", "alg": "RS256", "kid": "IZosBMoQKLrHldYlJTxYdZLUBfvd9-LDc6bS-VANKFI", "kty": "RSA", "use": "sig"}', '\x3433b10530e1c000d05df8f8ecabb4f761931eb48652a17e80d61418aa668d0619ebcd19eb86b6e5673d073adc3174d8f76257f2487f1b172eb6fe7c55614543b43ed99a38d2c306b3d722a525d4e9152746b9174c9692932d73338d31f919aae3916ea64e3c9324928349e9ded0d1bafa6faf447eb81ff3eb5aeafd5abb30bf6c87b652285d3244b5d618ff1af58bd28d96be20b3b971b20da13b9c83422f03141039eec18633c46cd99d50eab5e1d27b48eb35d555adb494852ccc6fd67a80d8f6883470c65e39f39a3d774790075866cc24644fa641ccc14e7be158b6577fe9364de06139d73c39d9ed35c5830e3dd8602c5e2e5722ea219ebab1301139fd564eeb755e854859075851a920e769d51e51745d1e6a354aa4e1f6ce8a5b9abcce41ca3451d70f83faddd9b3832ab3a36d0c94c4ce3088f83468711b54fe6440c23384ac9e4efaf9c1f7f4374e9f2bf8e6b028781d3c4b57a369e870fd67841bf838b919bb72b9e0826b6f9905b06592349b9350e2cd752a5b594ddff6e14f91d92ed52060e17074ea3fd3e417b832ae8f1a6812127b473ad8ba246e89785da9c7c52de34f834635b3d8760113df07c732f68470d30536175af405c491f288a1517f4c832c608a23fb6e6debe7a3afb87154bd41dd79ef6d8e97216989a42827a75250afab3bd6b88de1561ed48ca81613097c7bc9e20ff93cdc59fffe20c12acf6ecd6be32528de2a5bdaba2d756a166560912076c3b38dc07734b6f351e9a0a789e3857606b54ddf007cd6ab011b941d2ebaa98eb05a7ac1d24fdca1c0f365cf39679ba703239aff83cbe87680153355b88d7e30e0c24a416f7494b070a24642ffcbcd594e5a822911d214d9805f0233e068d0ac406129173bfe063cd77c8190f28e1c723e3a9ec6c693d9cb8eefb097d648ef0386a23408c8f7810374469aeb2288021af95b38ab513eb0ee1a29731f1cc3becb7e098b73bccfe4d09ace71495346ec776a889bfdf9e2963b439d290b4fdbc6531167b4dc70021e71403353934238ba71bbc13b9dcad35ca071a7d0bafa8967f6bbc49fcb0d275890f59cec0131cfe8015d14f3048ecbc80e3b98aa213c22a40ca9cae643a9c125e8be1c3f8f7ba17cb1f2cf12631ccf482ae0f1e2a1f8040cdb8e88f1c6450f99a7aa7e02a4cc9f33d4e2143668914b21ab7f58a0efee0a595433a7971e5e91510ac810df4638ce12c1edb6d3e54f4927fdc4d537a0cfe7e4676553593536f75c6ed17736b9848d76738f64fd7335ad27e950964f16e0fead03a6eb16e5d9dfab78e61618766988d551ef1c195485730453cd47f997ea55392deab797d75f294d76d8f8844b83e9905bb2793656bd68cfa5b719742c8f1e78886f6b5247144faab384b31dd5d533b5ced3da7c92f4542e52608e4d52316d1d3646b4cb63ca6dfcddaf0a315376e8a12f2fcccdf1f9d7aa91a599e95219f93f63f2931d0703fc753cc0ab4c8bba9c51d042a3c0ae4dd2ffe024f0064276281c570a6ec0e4a676952b26f92f49068bd9ecd3b08779125834b4fcdcd881735a487fada57d2862ff98b0f09d8fee858c6bc0d0a1b6a67ec58657e7fd864889a4bc5ec604a0f0a1c645703d9cf63473e7f637445bed0a025022df517a32486429973efdcc4182fd0b65b02f3e1a103f2500a283b8e1fb7b0cc02702b5ec7ee89ea9418b10cd6ce719c5cf2607211a2a7a443aacefa87b9935cb033d6946392e074b48086ebe3975c6f7057ff25034f1dc3ba24e50be83c18f63ddd5923be42b99a96aa8cad9263d433c299d6e198b5564a1b2b7ec6ccbbed56f5390ae1ba12b8397d2e85705e057c691bf5bc0c940dbb51bd158ef59aac7a052f45d2348995fe3840684687b3a4f1dc901aff4af59574b1d8da9ab9ccb2d90204d35a8ca49d1300df45111a620210c050e82181b5b7f04d217d29daaa67ef6d0b96394a4bf9462fbba89c8b12872068182afefd9e3091439b3cc22ef1e03418f9cd06316268ed8e01c08a2a88acfc28d427995246614fce06fda6f6738af7620ec8d9ef84547378e8d33e5881639d868f8771af8629e5b4da0135fe000a9290ad297a193ba37d51022e9d5b584fe62a8d2946a88e6cbeabe39826ad9e2f49567099eeafd3e11ba044918fb31519571222227a94ba9ee1c14f82cab8d9216d13b375b5942d802e4c003bdd32d5b972983f314c32b8b9625beb42c00617efd7c5e2bcfe5dd4d9bc1c16f78239f0b9ebb2a0b9e4701e85e5f77fc8c94dfde194f99071a08c6f7a471856e831331f7b500791ecfdc1c616d7ddb9b810190dcfa3516b451212f7a61fd5cfaacdc3ab72f7672bcf1ae2b0ec84b0b930bc4a18c118ab90aa7b275d71ae9cb03ddcbf47118eb0658eda75eef68410951846c2fe34ed34f84630df0b38444e5309d27d10b', 'k1', '2030-01-01 12:00:00+00', '2030-01-01 12:00:00+00', '2030-01-01 20:10:00+00', '2030-02-01 20:10:00+00');
INSERT INTO public.signing_key VALUES ('JPEzHo7e-VKwykHxAuDogBjXYS1T9KtVc8z39_IOd3U', 'RS256', '{"e": "AQAB", "n": "sNE8YGieFgSAAY7VGMbu0zd8WZwzGcJRmo7dCXBpyYT-k_6V1NmJZCDFx73AmyaabzYwP_wghVteu7mxF3RAQMyMbImL-mAU7FqvWG05YUGX5A6753j1BRQyeFVLbL0LAjR6zuutRSU0HL0fwa2mcvYnreKKB1_m2W9tRUKJKNc3WCHEQndzJQ06QeaPQZ1IZ2tJ0skmTIeRvwLABZeT6cyzTFqvWOGJVteNQ8tZLSEI9I21x8TiL2XXtTj4YkigKOtKlcv_h2jgH6Xa_D9LOOUZqlQbrEHzzesQzAqhrC6X7-CKxRkrX8omAADlkoBJQZYxJ2DTtgDJu_vjr2DYvw", "alg": "RS256", "kid": "JPEzHo7e-VKwykHxAuDogBjXYS1T9KtVc8z39_IOd3U", "kty": "RSA", "use": "sig"}', '\x28cee25ffd689ae02b95d9fe2b2a695972e4a8f0e058ad3d92f119b38f6149d83bdd58c573961424c87a656e9ce9884db63df4fa52d4fe176f2188cfd8a0718fd4d03146d6d5e4a5edacc1cfdde23b8d3bec2726278c00303831c39456f3bccb937fca4c35996029b220297b0037f69b1e25b8a6bd19371ccd4c2bf69e2817a204cc90865d22e8efdf837ff12566d940898469a5616bab51318d90d5ba374c4030f4b5dbc0a12b9baff002f73bbb57149288620723a4f848533e3bdbba240509e29e03b3cd19627eab7b178d95be01e9b5b37499d8e68d94fc804bf7500c5cf348d03e660d12f1c667a32b5f1820470225f623a33d55f77a65503986d08b6fb51e2f87c5d9a2f584bfc3973da0e80dfb0808e15bf1b89ec203706ce184844d0c271922564e3a6df0c8426354d72e12a661ce5e6ed6ab72118f7f6ccd4ca22065fb1ac02cda26992f42b90d4eae9726e0a66198c5abbe30028df598091bc593c66602e27242d7a30a1ef4a011c4b6ffb0ebc40657ee5a57faf6ec7a90cc3b30ca46444c6ef0626189ff6c32859b2613fe0353a52ac26bb77ac893758b9109d328c5a6d02ca5c047403afc19ef8955f2770defca9caffe62b452cfe964f178d7c02d837dd90faf6a373ddb4aa541a9afa61b57df7224f11f7edc165c0c91a19b0688aaefc056221fb3bd4cb479cb3a0ba340bfa1f09f45873c2fec84a3c13d09632fc43da9d65ed638a42d8085b774274fcc86b59384d6458a24babcd20de3ed8760b607f2be7a287586de68955a075dab12f74b7845335edc60c6c3631d0fb308c126bcb18f94892ce7d917e7a60487d271e3d908aac96718418b34c5f070835a6afe283d7b0e2a68901f43e5c9a1980b037eb0e4de2e76d9f25da3dbb0a792302d5701585dcad50f90596807ae2c1fab72bc89c02deb1ea1ffcedc71f0e9690b5a05104e416b2a36f13afa7632bd9b80244f230250d198150d4147df6c2a35151c98fc7503a51144d558ea07ae646b12782cd092dbddba9571c4e7c543e0fa3b69b7ef201f644d8d0fa92e8552ceebd57959f136a78b6f57d9fc9d27dc2b1086dfe056fa4d8513fb08cf46c8da7c194cd58adc50814bac7cccebe58a9da4f88b20ebd175df1745af87b1566638e95de6d3bb7037a646d98e587a55492101341afb9264a990025adf7a8fda6313dd4bbb0b7764f3b72e6eac8a9d17fe7d0ef53aea99f7cfe04a449eb60bdfb1a348d8e8193e149270f93dad04b83e9e7deaaa1b56d65eece39ebc7d35c2c1ec353d1e50924db6d655576651ff31f080d27119650596e337288f7c9244b0470658b59ff600ac802b64843e99285d26c64b47af78709e031e25a2f2b44fc480f27f283b3d67f1d357f33fae2d266919698df775e7714b9c9770adfdbd106cfdaecd25243ee1751ef4aafa72541ccdd10a90433b4bf41dccb7ad5745562106a87564206a2b53a2410c2ebdd51da19ed0abefbe1d387caa418fc64a959616b0ba5ff0481210c73a1fe22874c9a8d16eb14f2d538f946e85b28c99c893dc53f67643480bb07b5681bd938a1e94f54de0391aa710377933ce9ff44d2002804876338c9e7ed01e5adbd563ead81ab7c14fac463379a823f30d68f5040e543da96bb38bf7abe56c3bfcfcc32853c9170217cb8b322d5d056ed225373298d873ed101501e70be464876b3c2320484d9d0eecb4cf5881f30b4abc5d52c64e25bce899530d4f4731d45f1aad984c8c225c33778ab46c42e55b38150e43d2260577c89bfbd4319ce84dc862baa9d6bd597eb36ff8a928d2dc5334fd9c4807fbeab615a6eb257c70756251f2c0fb51a76b851a1547f69ff00e9797b59848b041eb2f2fd76147132fa2378e0816bb91e00050a13d4a4da9e5ff94d33f53c6ddab81e8941b0cbea847df08c212eccf2004d22d55eb876d2fb47e9e7a269617c14cade32e4f0c235aa6fbc28d0d97e160afc1e219e0af6481aa8d745b5cd3e3a4a3339925af97e4891df29e1ac41f5bbc720b55776e10098078332ee769aeaa21156871c1f44cbd1ad92a9a39947558be07b10209f60c03364e041d3cbde3fe9ec7cb9cb396a10d16eeb04ac088b06f8e5f006304a3f0b1d682913a31de9f4e596a5fc1a620d4d8135e43746142d973a6ee5a96fb5da9af2b3c413fba3cb12d160efa5b7e860117325070061f979f90ea8482a359e21260872f2840359f19bc7433552abfc188c6cc34a49c9274d993ae911730b1ad9c0e68e55d28b783b66d4ec94b890237b88f48824d942a3ad3ddc56a1bc76ec281eab41dc87d02dd3194c515f74ff446e41790bba104e91526790e2e13880f630cc9fb86d658a0a1e88a26b101c9ca016c6e7be5eef337d55949690e0f862cb76ebbf2b26abf52a1be611fb2a43c32104746cfbdf463a018a467898f4665ac', 'k1', '2030-01-01 20:00:00+00', '2030-01-01 20:10:00+00', NULL, NULL);
INSERT INTO public.signing_key VALUES ('wBU4qNn6fhMI3oK1BnRms-Wg_bUvTDbipCHk2IazT_c', 'ES256', '{"x": "2_Z1RZ2D5xFiPeg2qx3g91nhvmp_vG76JlvFt_XfeX0", "y": "EO3iDxHOpjvcywJB7KCVEVCSsa5mgAzTo5wzPVo-7dI", "alg": "ES256", "crv": "P-256", "kid": "wBU4qNn6fhMI3oK1BnRms-Wg_bUvTDbipCHk2IazT_c", "kty": "EC", "use": "sig"}', '\x589f6ea9fd9682538136e5574ab8ed7493dd4d9117378ea4f7b8948b48412a695fc492383b156a93b03eeb63e26feee80a085b5a234bb989787dd678cb542a6352b87f5a2ae8172ceabdd8a26ad8181e5616de666651be960fa1afb572241d871c76267985678e9f229e0bcafb87d98c15b80789fb56fdd44a23cfef4f4d52def9376f135bffae4b1773789c6d15040e5dee0f9574202157929ca42bebd9d5cac0b5bd5daf2c12431f08312124400e90164635db4d8ae3f984f37bef5351fb6d9f04898bbced6f3cd0ef607567e296f1ece728cb957aa5330c8572528dda547ec8089bc12e6c582f992dba6a1b6ca73e14c1a87673faa61db797fc18afb124a3c3793e1f099663b920c122e794a5f97d10c7e21523a4579d2758', 'k1', '2030-01-01 12:00:00+00', '2030-01-01 12:00:00+00', '2030-01-01 20:10:00+00', '2030-02-01 20:10:00+00');
INSERT INTO public.signing_key VALUES ('Fs9FwkwsJ-hXpz79pj9C781QYdL2QITBLfKu0qX3dkI', 'ES256', '{"x": "v1eMwRDCu0jbYIo51bmuCa8TZkcF9wMazZOGfrPT4cE", "y": "bX-tY7xrDwIO1Y0A7eTC7lz2X1uaJ6I8WIQA4FR1G_4", "alg": "ES256", "crv": "P-256", "kid": "Fs9FwkwsJ-hXpz79pj9C781QYdL2QITBLfKu0qX3dkI", "kty": "EC", "use": "sig"}', '\x089cfea18e789dc0b31ba04f02f5faf0cbb017795cec5e8a08bb8601c7ef0c1856b6fbb51c985a21e263d34332df280a7976a5e53c2b47a57ac8e01a1ddf0facd6eca6813a363e4564052b168e76a5a8015fb6b57f669be9a9b79314e1405ec47b555e2b7f6b634a9b34510728e2bf73d01677c81b3f7b40748b899da2fc792fcb48c9e5becea174741dd9f1ede9c03677fc6dd8bcb69cf1c1502d21434de4768bfa550e8425fca40a7eeaa2a873c81be972c47468567d769a8fc1571571e646f61879549c0e46351ff9d883cf378ba0706dbdc3a728cf446c35da8d56066a56afbf25503f5af96cbb58be3669791d1c0027a335f5646c90f42c139813ac7edb6c9cbac8658177ec3e1ffb387f76a0ca6b3ace0169117aefb3e0', 'k1', '2030-01-01 20:00:00+00', '2030-01-01 20:10:00+00', NULL, NULL);
INSERT INTO public.signing_key VALUES ('6_UImpTYa83Q0ABk2fNHDkGkXoVAI_IcQnKwHJi6-hg', 'EdDSA', '{"x": "dwc-3KLTZDHqB0VxJq68VN8uceIDhdgrl-2e06V9WFk", "alg": "EdDSA", "crv": "Ed25519", "kid": "6_UImpTYa83Q0ABk2fNHDkGkXoVAI_IcQnKwHJi6-hg", "kty": "OKP", "use": "sig"}', '\xc86ff8c7cf93a8250e955b32e058f0fdd85b8fdaa5d78b56efd1669f2769e328e3f51c8e77b4b399d18af60e35728a4cdb33cdde905097e340017670ea3a603ff235d68477b4312d53cf739a66cbc7e908e704297b69cb83395912dab21a969e2d50a6ef538187045f33d19961e8c52da176c884a47fa81cd8f174f2a02c6d2bc9deb16d7834b8d301a995a622513a69df43a7b030f7c6cfc9bb8e0c386ddbf1ebc58c436f23b871888e8c056f6b70d928b495cc520af7e4a4aa10dc10db443350180594b3f27335a7573fc87186234b252b966d3d0419ae9ab502fbb4052b07517216e0367dc380befc4d', 'k1', '2030-01-01 12:00:00+00', '2030-01-01 12:00:00+00', '2030-01-01 20:10:00+00', '2030-02-01 20:10:00+00');
INSERT INTO public.signing_key VALUES ('i1BGcJBt5KgMN3KUrk7s3cvmyI5mxX1hjOTwV3vXUh8', 'EdDSA', '{"x": "EkMnhYAKEy02n4QBVuSWla9eGoZ94p0pOFj9e1xappU", "alg": "EdDSA", "crv": "Ed25519", "kid": "i1BGcJBt5KgMN3KUrk7s3cvmyI5mxX1hjOTwV3vXUh8", "kty": "OKP", "use": "sig"}', '\xc36277786eb43dc8423d5ef09c520e5b9115c82e13a34ece92957faf15667c6db46a23276cd9fef7ce4fb6fcbbf8f7032ed8dea25d036a022fa3ac62119c445b85924d75af2260c15bca3b79db95e9f7c0bebc86929200a7a9336b390713d1a1c323223ad248d276d9c71ffed8def6730c85e31230e97dd9fdb0fe6a98747aa495e749b18f9c25383b80cb888d2d4983f0d92bdf400dedaad6b1b3af4c6efc06704fb8577a641fbf420e08125ba3a6be91db6be27979d7d837069a9e0a31c2d7f83289117a2cdad5198e8dc23a10579d7cf1ba47fb88c13b5db415f2eee312603cbe3a0235af7aa68a86a7', 'k1', '2030-01-01 20:00:00+00', '2030-01-01 20:10:00+00', NULL, NULL);
INSERT INTO public.signing_key VALUES ('S4_ABiLt4GLXYEnrhyyClHprkfoIOVh7Kkp9ESE6wps', 'RSA-OAEP', '{"e": "AQAB", "n": "sRvFzIA-AJtpLWuRYTP8r5T5EuyBjtvkOxjZfzrI6x5UudwfnqBez_F1ennypcnfsODsccMNWIMBs5brZtYqpovNfNmCC9RxMu2wUyQJhds7sA3GJQcL15Bi0xSwwRMJSDcJgN0Ac0XmGrhoUgixra7IitvgPKeJMXzKP1IuXGZ064-KydyVwcBcsGkYY8NQrVlotvJszcsilabm3eEnlWxJsFxxy13DWYmSK6a4xRwIv-9d0eXKJORWnyg-d9xavSSYeL9R1Fyf2zUlhLlHk1lJqKnr79B4erLY8SZkD6kaDb0bkbwk25Y7N2-JQcYb6pS8SPxAe0pD88up43xjvQ", "alg": "RSA-OAEP", "kid": "S4_ABiLt4GLXYEnrhyyClHprkfoIOVh7Kkp9ESE6wps", "kty": "RSA", "use": "enc"}', '\x912198eb658a52ce4846241dbc20d44fd0d6b1f4930bb8593d0157c1478acd714976b31f18709e9d652d655a555f8142d31c0c501bb1010eb2a576706664d4bf05054b5244f9ad264322c753ff2feae42b90d48840a6fd21d4259368fbc42cca3f99bc17230b86acb36ef85e87ded78c04195990a4059425f8addf896c35ed616550457edd1bd606f48dd4af640dad733e17617bee42990066bdb898287a5ce634b544c78501e83febe02b566ca734ebbdee6baf11d627efe19f5c1e83328ccf3d4b9fd64094acbc133ae4d2ef09455cc342682344e8b0d4f35fb8a00c2063621e4d1f0321aef2042d2a97f42b1b4f9c1657a0d340081b16acf96ea3ad58f0dc939b037dc1686c9cdfc869afe176aa5f973167989b86f4b22ebc4d1791279ce6ec300b8ad0c8f98767132271e52a3ef5cfc7f1a533f9580b63ed63ecf504ad23fc063dddd55cb1b4c16b74c284f0ccb0a51a2f9581a4aa0202b4a18652a9f3d688e243bb866af34f5ba9234e2d5ee5e1fd8c547858164cf61a8b3e63e1898c4a7c2017c14f38afe556a45a0b959595ef087d59c16a68b3e6258ba701b5b411f00a0848e795013c7b16d2f030d7d1370efed2df08941fb80b4ca03ae657192cf811f4ea318d488a0f769e4760d7bd6a40d04c554d7167b233db79ef03ffbdcfb2b0deba30281ebcea96f841935df852d0a03f9f32ca2eef8de515e473bec6399f4975f710b958374d503360ccb78f3bdeab6ebc24a806f09961890aac1569a3c6508e787a8473a3fd1220ba00b85261995806a13b8a114efb600b93f353a2aba3cc3bfb212c5cc2d57ef584a05f42b4284ba1524e9a2178f39e402f2e110a5e3f545bfc182443fa16458367c55ac36338489cff8b42681421b10aec25308a467ea25a28108bbb8e1794a34bac456c36d7c0fd36ab9848af6ba92240ce433763f2bf6b130e85f02b758ce10abd9024804871e3ca18a8ecd8584e41d85bc9c1861c92f2f51e579dba3dc70646f278a291a502f016b7a25a876dc8c7eccc7d2635a4fec53450b02fb37837e3c69f4059c27f3daa662f14dc49d1f79ccb77372130bfd0a37d6b408ab6cd73e6a1192fe524f34be071d2611f38228a6d667b5662f275b319c97630f3fcb44d8de01cfcf79a9022d501011a7cc34c8c86d37f87cdaf913f57ddcaf5941be5cce6da82007578a627ca4f41943c92bacae0f8351022d75fcc4a53730ea85b09553411865388bf3eb503a90b7a5670c7a27af52436becf7330f20cde3010bc8dd48788a3d9b52862a02a95e1f5d3aceb3741f4c6a26788230a2ad666b9c43483f9565bbf1a899b07358a722ed7189f8aa2794a36d8ca257ae807499b57fe242fcf15c7de9387dc73237cdd40ea622c6a6ec69bb758848a09f4c822e376660dd8ff7c7d486ba9072ae755992a1b610857d2b7757227182d03d925f42c56ab1b5d922819b25166eea108e2c57ae4cf745c8ace7fb220943b01ba1b98c37c32c0893e5c06b61e6c395a73bb63eb6ca1ada1a7884b473eac21bc88a853c8b523d3b975d14b446223266697cf1b77705123166621c5f6f5c9714363f4d0754f8b3ea25b0e36444187bbf1be92df128151a7be19807f60cd82d82a770785d10f0ced277c64358c0ed357ea88bf75f8cbe9737c329bac8756716f0df68cc6e36ffae2c3c370f6b2d28facd64a56ccb769d27840cd3a758350e7141d05625d800f1aa0a84781beac462a283f1037264d2ce4dadce4b67144a7af78dea702fef50f1ec150d7847fd88e510bc073a2f24b1bec064b9b4b3a842d6da3ea353107040ed78908e4b2641f4be2a2a0e98f1110f23b06261319f1411aa0d444cb87789789eee6a5abadfaa699931d67820e4c2e1036bd540688726dff51b7a433edc24598cd4907b35ae32228abbd06b6a99e0d08456381b0cf15f1f16cc6f153a5cc1c568e7696191e58b45d55172045889ef79d2d4501e3b3a993c42e77f27d7dca223dbf7c31ffbcddfdb66cdb9916d51110f59ede5b1f655f636efe9b2676e744270150c9568330160a0d5c386a9bdb74b7759964a6fdab9f87f85b5fbc29953c92d59d3646a843db56f096a88f861b7a924e3b0bf195ca461fe68f725dc76f0f65a2af6965497262edf811d33633b930eeda23dd81182d2048e4654d54e84f7a195ce76710143c365f461bea6ada1157f41eaff3bc62172b632aaad04aeb0e64dc8b25b4252f611340570faa66f0c64f06d769b2fa80ae9156553c1ec52198259ba96d421349b4e4882705b8e82c62a67aa203c6d5e3240e745f8289d4bdc24bdedc2443e15f7463eba8ba59acf697ca88baffc4df21fa48fc30ce4ef28dcdf49a08614d8c7bc324f8f56465342679f6f26218c3d17f3a81bcb9a311abbfedc64d5836bac3b2606e62078aa79194071b009da5b26db5ca1b02', 'k1', '2030-01-01 12:00:00+00', '2030-01-01 12:00:00+00', '2030-01-01 20:10:00+00', '2030-02-01 20:10:00+00');
INSERT INTO public.signing_key VALUES ('ZwOrWEoirTp-uBGzwwRF2IMW3nnhI192vIqel5kgpo4', 'RSA-OAEP-256', '{"e": "AQAB", "n": "57zq2g1Tn2lvPqxwQpagMeUIifoRu9NnNAbJUSCnURkYasbYhZ47OzPyUwKcu08BYjSF4EpO4yaxDd3GxpBrXXKKWrgB4lEWYvNBZDcCv33FzHrFJTSPFB1onsjoLtWUNiev9tfyL1dA-JauWcdiuKZ_3Uoy12GrnnhKF65Vdh-JD9PX6tUQVgrnaF1aAeeett1aSDLlrM4LP3sb9_f4yPrurtQhVEtdqSVGP8arynyAQD1CPK-gODX_mJfYufREyv4QQdLFcpGEUhj0k9bH6eE4iST7d9tbhnb-NEC8DkaLBA3ak-NZhX1JnZCPSa_o-t8bnYWPiTnGC2w64vJQrQ", "alg": "RSA-OAEP-256", "kid": "ZwOrWEoirTp-uBGzwwRF2IMW3nnhI192vIqel5kgpo4", "kty": "RSA", "use": "enc"}', '\xf2ab135f0e0f8cca14596843511dc58f76b41ee62bf7b1c8092cd210228124265f0d4f9105c398a1c1390a2b8db95f1e9777ea036d6d3c0ac146338f5fa9a6625981dcd00affb80cb3fc4f18b282942ab9633dbe8339dc94cc98d1bd2d60ea623cb18e06ed6df63dd2d8d5f0747dc67602597d9ef5ac73ca9374cf97b94f8029b2b0c422f5adb7ce613f9444fdb175cddca6105d61009a2a9ec646a9ae4103257df66c95ed98b68f170bdd603edcf59860c9ad2f0a44c7fd61999278da24b73074aff743a7fad438e3461d1bec813d517b5643ec32e96e46f91b37398dd7c3c52c23c33344c3303ce00c69000be9a655e7574434f6366d1fc4abcd4f574fee888a0db245b1739ea2d124f4981be8473c000a9fcc42450b11db61df71aa2834ddf8b1114b96b3c108cb9b407f5cb317a036a17ef17a990a75e7bce2e68d4fb99e0bc111f210e83ef011146ff372a08999a4e7dcd1d977c401523cb536071017d145c812c065fc52901bdb10af600f1dfa2af1fdc884f0e16d0c5b3b566bbb6d0197db4a4ed60a548416011934c638e55a03d923c8880a23ae94a0366d43d4e1f71e9a968acf124fc0e73b3352b72d5445ce58689df6ea4b9dcc5de9ff16832090a96e71a8751cc6b508f5c1f3e2c9a3ad4908e81caf0e736faf753272d4807779fe1af8df926703b40aa9952b73a27bd95ed414fbd3304cd50304ad9b059a40c88e19fc47e4d05684da865c7f9c6f49d84848c60470877c281f4af1cd9ccb2b4070ae19bb40f11677f9dd6cd77b01c9df20e467e12c6c5c6fb6d5535d396690983f5c37c78707573bedef65c38847c3f053abae80bcbba6737ae87350176455fda3f62b16ce65cf15b196ef2dac976f7168881748aceaf53fdd7aad9b65372c30da669882b2cb0e6743a01c083fe82e8ac264c1a11bc5f0da37c1f041f6a772052f3406574d02ec5dd8211bb44affd48ccc28c316c9f42ee243db6d264f07b76271e0ecfdf9f2b831b3d26e7ef685c8f82d043d32854820ecb7591112e1bd1819df377cb8a94db99d18e0b9f24ca52e71d12db453e97e998819bd8fb378e558c76d7c4ebc811294e035fdbb211257453ed982803dd5e221e9706f1f02ec771cbd50b0b90dcad6af5db24d8417778bcdde06e1f52c26449ac9659e1e81fa8b48f661e3058ba8acb4cef0b3215a1447002de8c67fb28c1df0adff0318a4f4556792324d4979220ea3c4b64ef41ee9abbf0f9cb886a29a7109092cf6d7ddb1b026b6f764e3fa354e9959a0e00befaf4ffe69a781e106baef0b3f6d840c221c058f50450cdc59b9ee2ba5866ab37988b8c9010c315c1f727c75566ebbec2ebcf6ec22a630621246e8c9642c38b87ed474b8e230d6c95d768215088cf23bf1330c5f1687b64ba83882d48ab892398b7cc7a9b4eb3c44d07d5d332d1c57fd09b9ae9ac8c55108ac5f698cf9a3deffcdc4b3aaeb2e65469f3b6934b325801b6cc2c25ecb384ed928209a42baababcf3c4a2929b8d1eec17abb558f629ec78cd7ae197f7ba0ac97fa4ff2a953c0c548b23947d0cb181c719d47a3337907ffa1f2293b685d04ce4bd3c996e3784ad7443419740718c3ea2110390ad36e691a95440ce4d519e6aa8aeb945e7dcad029ba8aaaea7c0fb0dc3804fc1e2cda55851f12cf2ee739b782758cb02946b6893548a4bdfbb2e4efe52c6473e166e2dfa2bf43732a0518f0b71a1040d890d6a2826ba8cd981d1cc30b5e51d02b645241c5c5f6abaf34979cdb560cd0a690ed809e0769a74406e1c3feebab0e8b70074b7e7c1e8fdd1167e47aa7f6a9a58843b6cce9caea8b2f6b1c199362f3790e2058094eeb0f449184340591c64141daf3f3cc89cd53ac7c74ffdd020198a4c5415d0ef4109c31e681c5bdbeb543260cde4c34b1d5c9c66d2bbc63af52d478847ede3aafbb430c63180f384e80837e1f123e55343e8926f31bb4895607b7b2685d9878db86ca95ead57965205e7431ddb556de546ed977b11bdd385189b00db05dd3504f45c87939d4df989d0120701ee6934d71fa0d451630a66af4547cc6920179ca7116fb9de1d3420b98bf65bdff635c02515982eaaf02bbdfcd59cd476b88ce2270047b7bb3b642fa1625b721840a78512cf11f19fa2733825d912e8afadfeb1effe277f385d061459e403fc9dab04fb347ee9be027a9462f2b37c4912461a1b55e2de13d0c76755281149f13af72749a1d8c75cdf0753d3be3a0db2f0c8a55b8c09ba046bb7aed9654bcfe328fcca6f5e54d1f92e19b9db9cd0956a8cf1c898fe79963c7082b124aeb895aaeb72eec0866c05f9f1231970335f6a1de87c8b0ff0058a44dc8f31a47ad3e4a9a5d59a40f0f6bde09966ebfdb297a50acc4b8adfad4dd4aa52f1159606d53b8a73a2a73ebe0f82a27782e566ed036dfb713a74f20d55a9126c42b', 'k1', '2030-01-01 12:00:00+00', '2030-01-01 12:00:00+00', '2030-01-01 20:10:00+00', '2030-02-01 20:10:00+00');
INSERT INTO public.signing_key VALUES ('w5pXbJxnp-L4sDyG-cKgZHQ_JswGO6kXpXTFSrYkHUw', 'ECDH-ES', '{"x": "KXiBOXdYaNjdNpnINxFfIVeLRLHUkm1vV7AVqxlVs24", "y": "qGHdEOpjF2sN5VbnP4WMj1_vrALrsJYDtGiwUQ7aSVU", "alg": "ECDH-ES", "crv": "P-256", "kid": "w5pXbJxnp-L4sDyG-cKgZHQ_JswGO6kXpXTFSrYkHUw", "kty": "EC", "use": "enc"}', '\xbdf1ff857389f8c519f32128b6ed6e744f20776735dfb1c6f6bfeaa365fe39ea5b509cf9da2efc377187e81c0abf027d36415483adb04988d7f27e029174eb4ce95e6986d4783500ac7e05e33683e3186b0b5bede5374d1a9f94830232ac5eeab7d9f35a0cbb5216776fcb849026e43b4a29d5784eb2c992949855f620285e80338c3434379408fefa9cf65d66665a73819fbc722175239308483cbb14a71ccb6adf23ccbb459a48f5cbccd2b3f972b31ef2c537e9b64eecf5fd11cc993fc03981f6a937c4601d33e6a747f681fef3882be556f01da20fa7825af353eab1df3fc4a85b55e2b6f887f40db8e4a4563e5bb148090ac9e0556b735f0d11dab422e43fad654612a38564233edc5119d2d6867425acb420de387b25ffa68d', 'k1', '2030-01-01 12:00:00+00', '2030-01-01 12:00:00+00', '2030-01-01 20:10:00+00', '2030-02-01 20:10:00+00');
INSERT INTO public.signing_key VALUES ('msQi0pyV7ILJ-1E4oWhZkW10p6tCc6zclRX6p8dz6jw', 'RSA-OAEP', '{"e": "AQAB", "n": "5z4NKiolkZKZEx0JB75oR8qwRy3bkUetq9fao5GitiSO0RXKFnJkFtbh-vzQfRJpYO8McngXfIh87KkXzEcBnm3Xf-QHE67RGWrOoGDV6zU9hgci5ZTOEUybcQpud2Vwik7s-QQTzuE8nn0huFCccv3wMnPCKplxDLFtCH1xvsZz564SrNbUNNujSm-vbxAhGY0ce9ODtjNlLEuwi8R9-JY2_xyxx7QX428_h1FI-Uv6M4VgVlifc2mzr5IQnauEkqIb9LAGy-pOT2QCNqJmcp2botDpGOWhgpKMEwOR6_KVBh-EqyGTlq9SihIwW8nUAHj90suDI7s1ZF_3d5lu4w", "alg": "RSA-OAEP", "kid": "msQi0pyV7ILJ-1E4oWhZkW10p6tCc6zclRX6p8dz6jw", "kty": "RSA", "use": "enc"}', '\xcd0a27663186a4491cb00a9558a79fd372f6e5ff630c85976694e55454017faabef30ec2679c4b00b3597448e9a51b56bd4559aa1640dca28c131921b9883a61326051b4ef877cbb258131321c0c9b94a38273f2f9c423b258bd741991a9ddf15ee47845129dab9c71e7c81b9dac34c2cfa35f4b4dd3bebbc03fb91ba531d4f0de64568d14c216298a158a60ab251b932044bda9ab6fdaf71d3cc92395a8946bf9f3dac256288cf50c4611035f47cd63ce64b26e1804d1f04a407696b119fcc46f79b41cc3a46c6ab5d2232b3fa5fc92497295045be1c42557674726827e953dae67d0e8810e9f2126046046cfc6e6149451fb5fa70f8dde7cd7618053b1803834ab2228981357d067f71e8891b0806a91841983ea44f2e44a37f6789324d9cbe89591f2a6aefdd9460ceaf0a8571721fb28fd0cf229e1a62326cb426493fde01f08a4a12ec537ffecd77b8233d415a3d2f187f86e2653642c4dc9c42cfa6bfc7e6f4b820bff3946f90492cbebf33fe28b399e642980be52f5e898743c8403e25ea6b07708fdfa7b7c57de670bf1df2ec78ccb15a2ef781e4f0ca9715e8cace7094d0913917f4dbd3e7fb8922fb60e5be5406d7cf90d3e0a5d4f4cb209b39de54b04444a5480ce1a1d02b3d2d4135ab4d9e30ead6f9ccf3f33b4e89efc405fbd778b8637ce33e191e67b5f17d7ec6063044d434374cb1e92b50c73156c94733f0baa301e6bf47ffc0e8c75fbbdae89abc9a57f27ca3760aa7b7c0af5a1e5fabfb5e175e826069ded8e198b2bec039c1780ce24c1251c6f905a525cef57624a022c1fedea0253f3845432691ef82ed7151ef532c5804e7d07ada64531eb68eb137039e3a93f04e3c5dc80170bd928662cb9c137c78e4092bfb523b1059509924bbd073a7b1436ec11577589a7c930016d81de82e622eb64989233304f00926fbfd1fb5d721f8626ce34da6326b5abc1725d6ce3ea18a2e932a76f67ee76d5a4c06ca21d6ed1a7f9c70429513607d8e0d5b562fabdbff4f1b514b2ba89c588f76d0591f25c6486f7b74569270b7fdf5183df640ba551b78754b406e1b0610d4f03aae4c399ea8319df6aeacc14bddb39984c07daded4be493a295a03a2cb0a5853b77be5422a8ee5ccf72d467fb0017daa9b4522caeddc34e0acd6be527787b74fc6ee97cf0c30cb1f972d277aa4082f6d446ba0c45444807ace3fa3873b89ce66006b8a6e1a16aa67befa597775c8857c0034c05ae912375e7ef58685975055f18ccead43be18ef516b2a374e04eabb90e0115b2d259649e5bbdd4335ce5185bd42fa3875866c56a779ab475320807ad51edc3e1b949b75e53a57b4d1e1a9f1c476d0fec17921c3b5852b744504842ace1e74a33cb5733fd19fdc0f948a22c6b83c7b9ae45c6a76f086c563ee112d7d78f368b45d76b535f2f7fc73696da1e3829d9ed69614306d4b4f9577637b357143f6e8659ce51cb778a87964f5ce3a0e0fd7f4ee1c490f70b5a4d21e7de74f7ea22402c406fe40130f37d82a855a4b72b1b6b5a097c38558cdc9bda1ab41fe013f2cd7176c14d46f3928f9e4b62a0c8989e136ef989511f4ab5081a8d67df49620efce8e58658acfb9b53d995ed32eaf07bc95ad8b5030e3be0e198efe150aa4063c7900ee21c9bc27b97d592f93ba55ac6d25907350bd78b1eac058b7d3b90342e0a9a845f9221c465fccab87dbb9a1ba4caa0e0eb399cc794f8689c0d9c58c3b5884c7a66a41cf11d96b166d296794b1c7a2e22928c15c34b2227f6cbead7c9857eb7c60f4742212af5613073129ccaae12eee49d60341b3287ef05331553f175e76fa9076e05f59115da0253a55d8a48bf8fc19cf5cb4515d7bc3941231b0c19bf8943152c75b57225b9d9fe9360e527da61d6421f00162b58dc30640ead5b853b6b65d895d81a206f9bb5bb31b84545b92cfc40cb4abcf69ac50998f11ebddd6dc6a30e991937ae854878231ae672281a54b7f24add88f0541e3d04d68bd061052e8c67703d067c47f5475342836398efd296a093086ec952346080b90fced61467bb412a6e260dd38dd1066144578f3d6921a26685a3c824ec06a4320812278f2728ddb7171735941d044597cc95baa97fcaa1e41b3a5b885baed67813cec7c5dad53f00cc4a2fd29c02a98a1c8dd91a0a74ab55dcd15ddb664b0c48e71e2fea9a2ff7bbe9c6159b90c492734cbc90f83c6e850883766855de40e132decafcda26f38968a4b7569934b374b5e76c19a50a13aa5ed2f627e04c1a18be899f51d10b50cccb8ccd41ec0efb8222ff36aa4c9e6b514d5c943301d9026deb5f23ac5f7c205ce1f59594d8faf521f2c4d39694053f40c73ca1b9af5db6e860092567bc1b62c5ad877ff6276162f459f885340397470b2d7630a87effc147bfc9414a4732269bd2a7e51a47b60ae', 'k1', '2030-01-01 20:00:00+00', '2030-01-01 20:10:00+00', NULL, NULL);
INSERT INTO public.signing_key VALUES ('iYl21eEYchUfuq-OlcJTD-QjRw1nkx4fYSYg8YZMQ7c', 'RSA-OAEP-256', '{"e": "AQAB", "n": "3orcnw9FvwRs9U6YD057swI-ZJuDX0QT5wZsu3S3xwBlXI_NZXjol9BK-ksL12DBxdDo_Kwp7UFVQWjDagtIVWZvbBLZCK74_iP9bISDOSB8_XIQez9njq6t7kFnm8-PQbD-I4HAGh07GXdFwA-S6LS5wpElhasdpkLAkrjrL48_xW0g6MtMCGFKvoysblau7rMSgVQw_dlRWftqnZtkzVxS-yxvOQ-C1U6zZsz73UEwkhYb_k9e_0GeAJv3Ap8LlbuxqCjt8EuWeGFFKFQDZm3SuNOuT1Z_ZAGOL4p3Onrvlqecl54-_T8TI3_CkSvl0iIRAhNjEe4y6O3eos38ww", "alg": "RSA-OAEP-256", "kid": "iYl21eEYchUfuq-OlcJTD-QjRw1nkx4fYSYg8YZMQ7c", "kty": "RSA", "use": "enc"}', '\x8302689d1fddf35da1f59d93186b6d14b5f450d01651485c4bf20cc8c53b89834e502a2a079f1f7e907c4e2079e23c0841813f7e7e6ec6afce19edc2eb6640f37f2d810b85f7d3bd140c4d29318d3e6cc24a51acaf400ddea53c29c502729f7d0c9c4b0a9dbebfaf46364906e5c3f1124c6bec6452242952550eb74f460d004a13a8ad7dc2013f898a626fa27423b1eaab6e194989dafa987b4a3f9d46d20603e81741762034c2bdc85cdd306669a7d6c2ba400c70a92269bd06aecf4c6da3b2bc6e00ebd4da72395b01fe68851b96800ff71791dd195f44eb5c4bf2e553464b87908f44f10054fc3b84259e7a996a22eb73c3ab9988acd6439e114f24207210e0c68e534aef85a81f2da4a149a16349ce61ecfac2476d86001d50868a045516055485aadc4d593df9df15f1f5064a57deaba87f031cf667c2fd370ff0e721829408e13784470a9a5d6367ce1066f1c5cb82f40304a54e9aac9aa260642607bb8b63960d6f9c31e91bc4c1adee44a04af1cb3bd552807aecf7a2ea94a70fb98fac6d6248f0484c4cd198b74c89d9aeca88b40c07954f4e6392f3653d904fd299f4986bb701a22b58327d41a44eae357a2112722925ad175c45f3b280e4cf017d5af1dd8977ea5bdbfd3a778af9f524d763f50d745cae3382a4c9ba297e3b661a62147d882a07f78903ddb167e368f30d0b0cc4476d7813b2eacfc816d478668ac89eabb1eb7c9c37203e7f7adad800de37ccba5f2a97c3ed8adbf39c48387ff3501739e90d428be6098df5a1f247e8b6bd33440b63bb840cd7952797efce81e3f285f93162ecabbfe0b2f8b34ed7f2b2400b4866d6aa130647c610de9fc535860ac9119bd20e1fd84abb51d5750b419a3a2f653dd1d4688f74c55aa440dd164423cabf4a954c37d82ae30f2ea83d7049518771b499c2fe45eebf7444cc81b8da0ab0a8a55ebf130f73ee963719bc5eefd1990763b20914de5ee28f74555ffbbe5fbab2a010dd9243325fde54add1983d7edf4686961d1a50d19cd9b2fc655d4991752f6b4b9c511f322de3711e02972d9a41290a2f486f4c1ec2f5b6be459a646b393e4bf407e83ed7c5f09c5dabc07cd84935f55e84bd502a96364c1bf03fe119c1e11d83201ae47cfc6cc699d8b29a5ab5dcfed6eabb46562ebbf4d5b4796fde162db272898050ca2899d5fdb706c7cb96061cd0049075625c6e2bf91376c8174b642c4454d2b89330497c588033801024215ef27a7d367f593bda1c093fefcf4b5a075b921fb6066b573dc5ee7cc3d71df9471d5e64b66f49aee47a80d5e532cb95db521e0fb8ce7591bae4fce126be78b8f2fd4935ac85c30fc0b54574c5dcd081db2d8a9cc2d48b73bd80d7a5f44fb5b14c8691211d54bfb1d8f56c18cb059570ac751d3d4047d387ddbb1c1bafbbad0371eea4c73e795dfe410b316fdef6d063fedfbda448db7833b056f6fff165686a0272698896a7c9b9129e719b92c5a125f84f8f6bcb8e5a3b95bec9469c0bfae0c83898ce05aa45e5d0416498c1d1d4dc38afd08d29b7d6ef6070352aa84ae543f687141ee7a7b284cd5a7d32ad15a6d9182d4be07b1927547a99c12402c2f126e74f40974e455fe10d8633a0bc7b1c5090909f10aae76f709ddff122188c63cdbe3a4280488f64caabad97868e382cbd380a34066e586cc69fbf7d10321114fa4e6c9359ceae4cb6017748077dd537e639515b0ec38e902aed10f9e8de381417974386c20e98bcbfa3b58fa663e239e88805dff2bae617c5726cfec96f08c01aa4ba2991be13207e35dcaf15f618b8e93ef12eb6d0668df5bdbec1f4bc95a46cffe57bca6b7d4411a446ef021d456a25cf6bd8fda2c0e059586e4bdcce541db568a1db469ef8c583034114e4060f6fe12e2e2d01382463f5d1ca2ed6fcb505c5ce2ca2b1e9feb6013e499fd03e66b8fecad5aec01e1cda778de3992ffe8046e98db71f57d283e8aba6998a0129ca9b1a041a5023cffb26e26c8f829cf29a431b6e692e8637673035e7758f1aef46af479148f42daf3848102ee7941f39bb9b3d2ca6657bbf89336c54d24e8d40f3c1cf19a833c0ac4d846607bbb504a2b9058caf2745937aeab39909c6914f3d5a177f78fe46cc7501e7457acb04776496f33edafa3c30950f8f2777900f4c1834833012f04f840f068887e48d1c695bad4e07a5cac682ad9a078070eab35663700920b684f7e69be96d9f8238ad8f5d476529b1331600e5314355836633e42c9a4c22b51887f0e46a798ce0ee80a5aaa4fd7293e5bc4b120ae4c6fcf921fa9eca572448b03c4bfa96a4e77339a48da967457b748ef24e24f45aab69bdd7a8984346a4f51c9b27b8f5b159b7c2211e982afa2e2ad8d11a58a5acc274586f3fd3cae4be18bc6450860408feeefce9b44d37fd7982235119313ba09904ef64', 'k1', '2030-01-01 20:00:00+00', '2030-01-01 20:10:00+00', NULL, NULL);
INSERT INTO public.signing_key VALUES ('g1WJN0GThda9q6TY2z9sGjENRRK3KSGRVrX1pO_8M7M', 'ECDH-ES', '{"x": "nXJ5IWB0HnDdSODikH1zW7s4Rd0u8eAd1LCMS98PPEM", "y": "GWxeLjYz3VdS6MHUPnrkzJbduj2n9mFLsM6H39WZWys", "alg": "ECDH-ES", "crv": "P-256", "kid": "g1WJN0GThda9q6TY2z9sGjENRRK3KSGRVrX1pO_8M7M", "kty": "EC", "use": "enc"}', '\xb9df781058ed5a2c3de243f20d95a36294aa6695a768d9c580f0ceec435a6e623c42cf419a89600e47095681ea39dbdb20984ddf11bafb5759a4123994ef75eeccfeaf5a03354a5ec4996868a13493430c0e962cc10a7308ada9b15bc7fb65ef8c9c019c8a474dfedc51ce7709fb37da72f7e349ffac6da5f665a88e2cc757ff42a1b97664dfba277f5c74f55a675fbe03d37141d709ba797a8f931571ce94fee516e927022bc9f0eab773b847fcc1e5fe218ce11ad2ef1f435cf5d18eacd6f9d699e73e3056fa8914ec9ee7bf180ef5752cbd54c43d7d1de2033141db84523d6fa9067889bcd904221cbccaca6c1e6a9263169c89a4c58fd6bac178cf23cce279ba43ae6623386ea5ae5fb30f326e8a9eb68259fae854abe71e3c90', 'k1', '2030-01-01 20:00:00+00', '2030-01-01 20:10:00+00', NULL, NULL);
SELECT pg_catalog.setval('public.audit_event_id_seq', 49, true);
ALTER TABLE ONLY public.audit_event
    ADD CONSTRAINT audit_event_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public."authorization"
    ADD CONSTRAINT authorization_code_hash_key UNIQUE (code_hash);
ALTER TABLE ONLY public."authorization"
    ADD CONSTRAINT authorization_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.browser_session
    ADD CONSTRAINT browser_session_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.browser_session
    ADD CONSTRAINT browser_session_secret_hash_key UNIQUE (secret_hash);
ALTER TABLE ONLY public.client_logo
    ADD CONSTRAINT client_logo_pkey PRIMARY KEY (client_id);
ALTER TABLE ONLY public.client
    ADD CONSTRAINT client_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.client
    ADD CONSTRAINT client_registration_access_token_hash_key UNIQUE (registration_access_token_hash);
ALTER TABLE ONLY public.consent
    ADD CONSTRAINT consent_pkey PRIMARY KEY (user_id, client_id, resource);
ALTER TABLE ONLY public.countersign_migration
    ADD CONSTRAINT countersign_migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.end_user
    ADD CONSTRAINT end_user_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.ephemeral_entry
    ADD CONSTRAINT ephemeral_entry_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.ephemeral_member
    ADD CONSTRAINT ephemeral_member_pkey PRIMARY KEY (set_key, member);
ALTER TABLE ONLY public.initial_access_token
    ADD CONSTRAINT initial_access_token_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.initial_access_token
    ADD CONSTRAINT initial_access_token_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY public.logout_delivery
    ADD CONSTRAINT logout_delivery_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.pairwise_subject
    ADD CONSTRAINT pairwise_subject_pkey PRIMARY KEY (user_id, sector);
ALTER TABLE ONLY public.pairwise_subject
    ADD CONSTRAINT pairwise_subject_sub_key UNIQUE (sub);
ALTER TABLE ONLY public.rate_limit
    ADD CONSTRAINT rate_limit_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.refresh_token
    ADD CONSTRAINT refresh_token_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.resource_server
    ADD CONSTRAINT resource_server_pkey PRIMARY KEY (identifier);
ALTER TABLE ONLY public.revoked_access_token
    ADD CONSTRAINT revoked_access_token_pkey PRIMARY KEY (jti);
ALTER TABLE ONLY public.session_client
    ADD CONSTRAINT session_client_pkey PRIMARY KEY (sid);
ALTER TABLE ONLY public.session_client
    ADD CONSTRAINT session_client_session_id_client_id_key UNIQUE (session_id, client_id);
ALTER TABLE ONLY public.sign_in
    ADD CONSTRAINT sign_in_pkey PRIMARY KEY (session_id, user_id);
ALTER TABLE ONLY public.signing_key
    ADD CONSTRAINT signing_key_pkey PRIMARY KEY (kid);
CREATE INDEX audit_event_at_idx ON public.audit_event USING btree (at);
CREATE INDEX audit_event_client_id_idx ON public.audit_event USING btree (client_id);
CREATE INDEX audit_event_user_id_idx ON public.audit_event USING btree (user_id);
CREATE INDEX authorization_client_id_idx ON public."authorization" USING btree (client_id);
CREATE INDEX authorization_expires_at_idx ON public."authorization" USING btree (expires_at);
CREATE INDEX authorization_session_id_idx ON public."authorization" USING btree (session_id);
CREATE UNIQUE INDEX authorization_standing_key ON public."authorization" USING btree (client_id) WHERE (user_id IS NULL);
CREATE INDEX authorization_user_id_idx ON public."authorization" USING btree (user_id);
CREATE INDEX browser_session_active_user_id_idx ON public.browser_session USING btree (active_user_id);
CREATE INDEX browser_session_expires_at_idx ON public.browser_session USING btree (expires_at);
CREATE INDEX client_initial_access_token_id_idx ON public.client USING btree (initial_access_token_id);
CREATE INDEX client_resource_server_idx ON public.client USING btree (resource_server);
CREATE INDEX consent_client_id_idx ON public.consent USING btree (client_id);
CREATE INDEX consent_resource_idx ON public.consent USING btree (resource);
CREATE UNIQUE INDEX end_user_username_key ON public.end_user USING btree (lower(username));
CREATE INDEX ephemeral_entry_expires_at_idx ON public.ephemeral_entry USING btree (expires_at);
CREATE INDEX ephemeral_member_expires_at_idx ON public.ephemeral_member USING btree (expires_at);
CREATE INDEX logout_delivery_client_id_idx ON public.logout_delivery USING btree (client_id);
CREATE INDEX logout_delivery_next_attempt_at_idx ON public.logout_delivery USING btree (next_attempt_at);
CREATE INDEX refresh_token_authorization_id_idx ON public.refresh_token USING btree (authorization_id);
CREATE INDEX refresh_token_idle_expires_at_idx ON public.refresh_token USING btree (idle_expires_at);
CREATE INDEX revoked_access_token_authorization_id_idx ON public.revoked_access_token USING btree (authorization_id);
CREATE INDEX revoked_access_token_expires_at_idx ON public.revoked_access_token USING btree (expires_at);
CREATE INDEX session_client_client_id_idx ON public.session_client USING btree (client_id);
CREATE INDEX sign_in_user_id_idx ON public.sign_in USING btree (user_id);
CREATE TRIGGER audit_event_kept BEFORE DELETE OR UPDATE ON public.audit_event FOR EACH ROW EXECUTE FUNCTION public.keep_audit_event();
CREATE TRIGGER audit_event_not_emptied BEFORE TRUNCATE ON public.audit_event FOR EACH STATEMENT EXECUTE FUNCTION public.keep_audit_event();
ALTER TABLE ONLY public."authorization"
    ADD CONSTRAINT authorization_client_id_fkey FOREIGN KEY (client_id) REFERENCES public.client(id) ON DELETE CASCADE;
ALTER TABLE ONLY public."authorization"
    ADD CONSTRAINT authorization_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.browser_session(id) ON DELETE SET NULL;
ALTER TABLE ONLY public."authorization"
    ADD CONSTRAINT authorization_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.end_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.browser_session
    ADD CONSTRAINT browser_session_active_user_id_fkey FOREIGN KEY (active_user_id) REFERENCES public.end_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.client
    ADD CONSTRAINT client_initial_access_token_id_fkey FOREIGN KEY (initial_access_token_id) REFERENCES public.initial_access_token(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.client_logo
    ADD CONSTRAINT client_logo_client_id_fkey FOREIGN KEY (client_id) REFERENCES public.client(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.client
    ADD CONSTRAINT client_resource_server_fkey FOREIGN KEY (resource_server) REFERENCES public.resource_server(identifier) ON DELETE SET NULL;
ALTER TABLE ONLY public.consent
    ADD CONSTRAINT consent_client_id_fkey FOREIGN KEY (client_id) REFERENCES public.client(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.consent
    ADD CONSTRAINT consent_resource_fkey FOREIGN KEY (resource) REFERENCES public.resource_server(identifier) ON DELETE CASCADE;
ALTER TABLE ONLY public.consent
    ADD CONSTRAINT consent_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.end_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.logout_delivery
    ADD CONSTRAINT logout_delivery_client_id_fkey FOREIGN KEY (client_id) REFERENCES public.client(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.pairwise_subject
    ADD CONSTRAINT pairwise_subject_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.end_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.refresh_token
    ADD CONSTRAINT refresh_token_authorization_id_fkey FOREIGN KEY (authorization_id) REFERENCES public."authorization"(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.revoked_access_token
    ADD CONSTRAINT revoked_access_token_authorization_id_fkey FOREIGN KEY (authorization_id) REFERENCES public."authorization"(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.session_client
    ADD CONSTRAINT session_client_client_id_fkey FOREIGN KEY (client_id) REFERENCES public.client(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.session_client
    ADD CONSTRAINT session_client_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.browser_session(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sign_in
    ADD CONSTRAINT sign_in_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.browser_session(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sign_in
    ADD CONSTRAINT sign_in_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.end_user(id) ON DELETE CASCADE;
REVOKE USAGE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO countersign_userinfo;
GRANT SELECT ON TABLE public.userinfo_v1 TO countersign_userinfo;
