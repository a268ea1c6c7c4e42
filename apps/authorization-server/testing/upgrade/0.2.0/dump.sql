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
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
CREATE FUNCTION public.came_in_time(until timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF clock_timestamp() < until THEN
    RETURN true;
  END IF;
  -- Class 57, operator intervention, in which PostgreSQL reports its own time limits. The subclass is ours.
  RAISE EXCEPTION 'the statement came after its deadline' USING ERRCODE = '57D01';
END
$$;
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
CREATE FUNCTION public.keep_names_of_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
  proved text := CASE WHEN NEW.email_verified_at IS NOT NULL THEN NEW.email_canonical END;
  before text := CASE WHEN OLD.email_verified_at IS NOT NULL THEN OLD.email_canonical END;
  names  text[] := array_remove(ARRAY[NEW.username_folded, NEW.username_address, proved], NULL);
  added  text[] := CASE WHEN NEW.username <> OLD.username THEN ARRAY[NEW.username_folded, NEW.username_address] END
                || CASE WHEN proved IS DISTINCT FROM before THEN proved END;
BEGIN
  DELETE FROM sign_in_name WHERE user_id = NEW.id AND name <> ALL (names);
  INSERT INTO sign_in_name (name, user_id) SELECT n.name, NEW.id FROM unnest(names) AS n (name) ORDER BY n.name
      ON CONFLICT (name) DO NOTHING;
  -- An account of an earlier version may share a name with another one. It keeps what it has.
  IF EXISTS (SELECT FROM sign_in_name WHERE name = ANY (added) AND user_id <> NEW.id) THEN
    PERFORM sign_in_name_is_taken();
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION public.keep_names_of_new() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
  lost bigint;
BEGIN
  WITH given AS MATERIALIZED (
    SELECT DISTINCT own.name, u.id FROM added u
     CROSS JOIN LATERAL (
       VALUES (u.username_folded), (u.username_address),
              (CASE WHEN u.email_verified_at IS NOT NULL THEN u.email_canonical END)) AS own (name)
     WHERE own.name IS NOT NULL),
  kept AS (
    INSERT INTO sign_in_name (name, user_id) SELECT name, id FROM given ORDER BY name
        ON CONFLICT (name) DO NOTHING RETURNING name)
  SELECT (SELECT count(*) FROM given) - (SELECT count(*) FROM kept) INTO lost;
  IF lost > 0 THEN PERFORM sign_in_name_is_taken(); END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION public.queue_webhook_deliveries() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  IF EXISTS (SELECT FROM audit_stream) THEN
    INSERT INTO audit_stream_entry (event_id) VALUES (NEW.id);
  END IF;
  -- The usual case costs half as much with this line.
  IF NOT EXISTS (SELECT FROM webhook) THEN RETURN NULL; END IF;
  INSERT INTO webhook_delivery (id, webhook_id, event_id, type, attempts, next_attempt_at, created_at)
  SELECT gen_random_uuid(), w.id, NEW.id, NEW.type, 0, NEW.at, NEW.at
    FROM webhook w
   WHERE w.disabled_at IS NULL
     AND (cardinality(w.event_types) = 0 OR NEW.type = ANY (w.event_types)
       OR NEW.type = 'webhook_tested' AND w.id::text = NEW.detail ->> 'webhook');
  RETURN NULL;
END $$;
CREATE FUNCTION public.sign_in_name_is_taken() RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE unique_violation USING MESSAGE = 'another account signs in by this name', CONSTRAINT = 'sign_in_name_pkey',
    TABLE = 'sign_in_name';
END $$;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.active_person (
    day date NOT NULL,
    user_id uuid NOT NULL
);
CREATE TABLE public.address_proof (
    id uuid NOT NULL,
    purpose text NOT NULL,
    slot bytea NOT NULL,
    user_id uuid,
    address text NOT NULL,
    address_canonical text NOT NULL,
    browser_hash bytea,
    code_hash bytea,
    token_hash bytea NOT NULL,
    tries_left integer NOT NULL,
    proved_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT address_proof_check CHECK (((browser_hash IS NULL) = (code_hash IS NULL))),
    CONSTRAINT address_proof_tries_left_check CHECK ((tries_left >= 0))
);
CREATE TABLE public.applied_configuration (
    managed_by text NOT NULL,
    configuration jsonb NOT NULL,
    applied_at timestamp with time zone NOT NULL,
    checked_at timestamp with time zone,
    drift_hash text,
    drift_changes integer DEFAULT 0 NOT NULL,
    CONSTRAINT applied_configuration_managed_by_check CHECK (((length(managed_by) >= 1) AND (length(managed_by) <= 100)))
);
CREATE TABLE public.audit_event (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    type text NOT NULL,
    actor text NOT NULL,
    user_id uuid,
    client_id text,
    address text,
    detail jsonb NOT NULL,
    actor_id text,
    sealed_personal bytea
);
ALTER TABLE public.audit_event ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_event_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.audit_stream (
    only_one boolean NOT NULL,
    holder uuid NOT NULL,
    leased_until timestamp with time zone NOT NULL,
    CONSTRAINT audit_stream_only_one_check CHECK (only_one)
);
CREATE TABLE public.audit_stream_entry (
    event_id bigint NOT NULL
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
    resources jsonb,
    details jsonb,
    CONSTRAINT authorization_details_check CHECK ((jsonb_typeof(details) = 'object'::text)),
    CONSTRAINT authorization_resources_check CHECK ((jsonb_typeof(resources) = 'object'::text)),
    CONSTRAINT authorization_sign_in_check CHECK (((user_id IS NULL) OR ((acr IS NOT NULL) AND (auth_time IS NOT NULL))))
)
WITH (fillfactor='60');
CREATE TABLE public.browser_session (
    id uuid NOT NULL,
    secret_hash bytea NOT NULL,
    active_user_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    idle_expires_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    user_agent text,
    network text
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
    revision integer DEFAULT 0 NOT NULL,
    previous_registration_access_token_hash bytea,
    sealed_registration_access_token bytea,
    sealed_unused_secret bytea,
    required_acr text,
    require_pushed_authorization_requests boolean DEFAULT false NOT NULL,
    times_ended integer DEFAULT 0 NOT NULL,
    dpop_bound_access_tokens boolean DEFAULT false NOT NULL,
    require_signed_request_object boolean DEFAULT false NOT NULL,
    response_modes text[] DEFAULT '{}'::text[] NOT NULL,
    authorization_signed_response_alg text,
    authorization_encrypted_response_alg text,
    authorization_encrypted_response_enc text,
    introspection_signed_response_alg text,
    introspection_encrypted_response_alg text,
    introspection_encrypted_response_enc text,
    authorization_details_types text[] DEFAULT '{}'::text[] NOT NULL,
    tls_client_auth_subject_dn text,
    tls_client_auth_san_dns text,
    tls_client_auth_san_uri text,
    tls_client_auth_san_ip text,
    tls_client_auth_san_email text,
    tls_client_auth_anchor text,
    tls_client_certificate_bound_access_tokens boolean DEFAULT false NOT NULL,
    managed_by text,
    claim_mapping jsonb,
    identity_providers text[] DEFAULT '{}'::text[] NOT NULL,
    claims_hook_id uuid,
    accent_light text,
    accent_dark text,
    id_token_claims text DEFAULT 'requested'::text NOT NULL,
    token_endpoint_auth_method_pinned boolean DEFAULT false NOT NULL,
    consent_policy text DEFAULT 'explicit'::text NOT NULL,
    redirect_uri_exceptions text[] DEFAULT '{}'::text[] NOT NULL,
    registered_openly boolean DEFAULT false NOT NULL,
    required_scopes text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT client_accent_dark_check CHECK ((accent_dark ~ '^#[0-9a-f]{6}$'::text)),
    CONSTRAINT client_accent_light_check CHECK ((accent_light ~ '^#[0-9a-f]{6}$'::text)),
    CONSTRAINT client_consent_policy CHECK ((consent_policy = ANY (ARRAY['explicit'::text, 'implicit'::text]))),
    CONSTRAINT client_id_token_claims CHECK ((id_token_claims = ANY (ARRAY['requested'::text, 'scopes'::text]))),
    CONSTRAINT client_jwks_check CHECK (((jwks IS NULL) OR (jwks_uri IS NULL))),
    CONSTRAINT client_managed_by_check CHECK (((length(managed_by) >= 1) AND (length(managed_by) <= 100))),
    CONSTRAINT client_previous_registration_access_token_check CHECK (((previous_registration_access_token_hash IS NULL) = (sealed_registration_access_token IS NULL))),
    CONSTRAINT client_previous_secret_check CHECK (((previous_secret_hash IS NULL) = (previous_secret_expires_at IS NULL))),
    CONSTRAINT client_sealed_secret_check CHECK ((((sealed_secret IS NULL) = (secret_key_encryption_key_id IS NULL)) AND ((sealed_secret IS NULL) OR (secret_hash IS NOT NULL))))
);
CREATE TABLE public.client_document (
    url text NOT NULL,
    fetched_at timestamp with time zone,
    fresh_until timestamp with time zone,
    pinned_at timestamp with time zone,
    blocked_at timestamp with time zone,
    CONSTRAINT client_document_url_check CHECK ((char_length(url) <= 512))
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
    declined_claims text[] DEFAULT '{}'::text[] NOT NULL,
    hosts text[] DEFAULT '{}'::text[] NOT NULL,
    details jsonb,
    CONSTRAINT consent_details_check CHECK ((jsonb_typeof(details) = 'array'::text))
);
CREATE TABLE public.countersign_migration (
    name text NOT NULL,
    sha256 text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.daily_statistic (
    day date NOT NULL,
    name text NOT NULL,
    value bigint NOT NULL,
    counted_at timestamp with time zone NOT NULL,
    CONSTRAINT daily_statistic_value_check CHECK ((value >= 0))
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
    updated_at timestamp with time zone NOT NULL,
    consents_revision integer DEFAULT 0 NOT NULL,
    username_folded text,
    username_look text,
    email_canonical text,
    email_verified_at timestamp with time zone,
    age_confirmed_at timestamp with time zone,
    password_changed_at timestamp with time zone,
    password_change_required_at timestamp with time zone,
    webauthn_user_handle bytea,
    passkey_offered_at timestamp with time zone,
    last_sign_in_at timestamp with time zone,
    deletion_due_at timestamp with time zone,
    deletion_token_hash bytea,
    preferred_factor text,
    username_address text,
    access_ended_at timestamp with time zone
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
CREATE TABLE public.federated_identity (
    id uuid NOT NULL,
    provider_id uuid NOT NULL,
    issuer text NOT NULL,
    subject text NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone,
    CONSTRAINT federated_identity_issuer_check CHECK ((length(issuer) <= 2048)),
    CONSTRAINT federated_identity_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 255)))
);
CREATE TABLE public.group_member (
    group_id uuid NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL
);
CREATE TABLE public.hook (
    id uuid NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    url text NOT NULL,
    timeout_ms integer NOT NULL,
    on_error text NOT NULL,
    claims text[] NOT NULL,
    scopes text[] NOT NULL,
    cache_seconds integer NOT NULL,
    sealed_secret bytea NOT NULL,
    key_encryption_key_id text NOT NULL,
    sealed_previous_secret bytea,
    previous_key_encryption_key_id text,
    previous_until timestamp with time zone,
    disabled_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT hook_cache_seconds_check CHECK (((cache_seconds >= 0) AND (cache_seconds <= 60))),
    CONSTRAINT hook_check CHECK ((((on_error = ANY (ARRAY['omit'::text, 'fail'::text])) AND (kind = 'claims'::text)) OR ((on_error = ANY (ARRAY['allow'::text, 'deny'::text])) AND (kind <> 'claims'::text)))),
    CONSTRAINT hook_check1 CHECK (((sealed_previous_secret IS NULL) = (previous_until IS NULL))),
    CONSTRAINT hook_check2 CHECK (((sealed_previous_secret IS NULL) = (previous_key_encryption_key_id IS NULL))),
    CONSTRAINT hook_kind_check CHECK ((kind = ANY (ARRAY['claims'::text, 'sign-up'::text, 'sign-in'::text]))),
    CONSTRAINT hook_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
    CONSTRAINT hook_timeout_ms_check CHECK (((timeout_ms >= 50) AND (timeout_ms <= 2000))),
    CONSTRAINT hook_url_check CHECK ((length(url) <= 2000))
);
CREATE TABLE public.hourly_statistic (
    hour timestamp with time zone NOT NULL,
    name text NOT NULL,
    value bigint NOT NULL,
    CONSTRAINT hourly_statistic_value_check CHECK ((value >= 0))
);
CREATE TABLE public.idempotency_key (
    caller text NOT NULL,
    key text NOT NULL,
    request_hash bytea NOT NULL,
    reply jsonb,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    sealed_request bytea,
    sealed_reply bytea,
    key_encryption_key_id text,
    acted_at timestamp with time zone,
    user_id uuid,
    reply_key_encryption_key_id text,
    CONSTRAINT idempotency_key_key_check CHECK ((char_length(key) <= 255))
);
CREATE TABLE public.identity_provider (
    id uuid NOT NULL,
    alias text NOT NULL,
    name text NOT NULL,
    issuer text NOT NULL,
    client_id text NOT NULL,
    sealed_secret bytea,
    key_encryption_key_id text,
    scopes text[] NOT NULL,
    mode text NOT NULL,
    domains text[] NOT NULL,
    auto_link boolean NOT NULL,
    mfa text[] NOT NULL,
    disabled_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    managed_by text,
    preset text,
    claims text[] DEFAULT '{}'::text[] NOT NULL,
    enforced boolean DEFAULT false NOT NULL,
    organization_id uuid,
    phr text[] DEFAULT '{}'::text[] NOT NULL,
    rp_initiated_logout boolean DEFAULT false NOT NULL,
    CONSTRAINT identity_provider_alias_check CHECK ((alias ~ '^[a-z][a-z0-9-]{0,39}$'::text)),
    CONSTRAINT identity_provider_check1 CHECK (((preset IS NULL) OR (cardinality(mfa) = 0))),
    CONSTRAINT identity_provider_check2 CHECK (((sealed_secret IS NULL) = (key_encryption_key_id IS NULL))),
    CONSTRAINT identity_provider_check3 CHECK (((preset IS NULL) OR (sealed_secret IS NOT NULL))),
    CONSTRAINT identity_provider_client_id_check CHECK ((length(client_id) <= 255)),
    CONSTRAINT identity_provider_domains_check CHECK (((organization_id IS NOT NULL) OR (cardinality(domains) > 0) OR (NOT (auto_link OR enforced)))),
    CONSTRAINT identity_provider_issuer_check CHECK ((length(issuer) <= 2048)),
    CONSTRAINT identity_provider_managed_by_check CHECK (((length(managed_by) >= 1) AND (length(managed_by) <= 100))),
    CONSTRAINT identity_provider_mode_check CHECK ((mode = ANY (ARRAY['create'::text, 'invited'::text, 'linked-only'::text]))),
    CONSTRAINT identity_provider_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
    CONSTRAINT identity_provider_organization_check CHECK (((organization_id IS NULL) OR (cardinality(domains) = 0))),
    CONSTRAINT identity_provider_phr_check CHECK (((preset IS NULL) OR (cardinality(phr) = 0))),
    CONSTRAINT identity_provider_preset_check CHECK ((preset = 'github'::text)),
    CONSTRAINT identity_provider_rp_initiated_logout_check CHECK (((preset IS NULL) OR (NOT rp_initiated_logout)))
);
CREATE TABLE public.import_job (
    id uuid NOT NULL,
    source text NOT NULL,
    trust_verified boolean NOT NULL,
    allow_weak_hashes boolean NOT NULL,
    state text NOT NULL,
    actor text NOT NULL,
    actor_id text,
    lines integer DEFAULT 0 NOT NULL,
    bytes integer DEFAULT 0 NOT NULL,
    "position" integer DEFAULT 0 NOT NULL,
    seen integer DEFAULT 0 NOT NULL,
    added integer DEFAULT 0 NOT NULL,
    changed integer DEFAULT 0 NOT NULL,
    unchanged integer DEFAULT 0 NOT NULL,
    refused integer DEFAULT 0 NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT import_job_state_check CHECK ((state = ANY (ARRAY['receiving'::text, 'checking'::text, 'checked'::text, 'running'::text, 'done'::text, 'cancelled'::text, 'failed'::text])))
);
CREATE TABLE public.import_piece (
    job_id uuid NOT NULL,
    number integer NOT NULL,
    first_line integer NOT NULL,
    sealed_lines bytea NOT NULL,
    key_encryption_key_id text NOT NULL
);
CREATE TABLE public.import_refusal (
    job_id uuid NOT NULL,
    line integer NOT NULL,
    problem text NOT NULL,
    detail text NOT NULL
);
CREATE TABLE public.imported_person (
    source text NOT NULL,
    external_id text NOT NULL,
    user_id uuid NOT NULL,
    imported_at timestamp with time zone NOT NULL,
    CONSTRAINT imported_person_external_id_check CHECK (((length(external_id) >= 1) AND (length(external_id) <= 255))),
    CONSTRAINT imported_person_source_check CHECK ((source ~ '^[a-z0-9][a-z0-9._-]{0,99}$'::text))
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
CREATE TABLE public.invitation (
    id uuid NOT NULL,
    address text NOT NULL,
    address_canonical text NOT NULL,
    token_hash bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    role_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    delivery text DEFAULT 'mailed'::text NOT NULL,
    organization_id uuid,
    made_by jsonb,
    role_givers jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT invitation_delivery_check CHECK ((delivery = ANY (ARRAY['mailed'::text, 'printed'::text, 'logged'::text])))
);
CREATE TABLE public.job_failure (
    job text NOT NULL,
    part text NOT NULL,
    failures integer NOT NULL,
    reason text NOT NULL,
    first_failed_at timestamp with time zone NOT NULL,
    failed_at timestamp with time zone NOT NULL,
    next_attempt_at timestamp with time zone NOT NULL,
    CONSTRAINT job_failure_failures_check CHECK ((failures > 0)),
    CONSTRAINT job_failure_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 100)))
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
CREATE TABLE public.mail_delivery (
    id uuid NOT NULL,
    user_id uuid,
    kind text NOT NULL,
    language text NOT NULL,
    address text NOT NULL,
    sealed_parameters bytea,
    key_encryption_key_id text,
    message_id text NOT NULL,
    attempts integer NOT NULL,
    next_attempt_at timestamp with time zone,
    expires_at timestamp with time zone NOT NULL,
    delivered_at timestamp with time zone,
    failure text,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT mail_delivery_check CHECK (((sealed_parameters IS NULL) = (next_attempt_at IS NULL))),
    CONSTRAINT mail_delivery_check1 CHECK (((sealed_parameters IS NULL) = (key_encryption_key_id IS NULL)))
);
CREATE TABLE public.organization (
    id uuid NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    disabled_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT organization_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
    CONSTRAINT organization_slug_check CHECK ((slug ~ '^[a-z][a-z0-9-]{0,39}$'::text))
);
CREATE TABLE public.organization_domain (
    id uuid NOT NULL,
    organization_id uuid NOT NULL,
    domain text NOT NULL,
    token text NOT NULL,
    verified_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    next_check_at timestamp with time zone DEFAULT now() NOT NULL,
    missing_since timestamp with time zone,
    contested_at timestamp with time zone,
    CONSTRAINT organization_domain_domain_check CHECK (((length(domain) >= 1) AND (length(domain) <= 253)))
);
CREATE TABLE public.organization_invitation (
    id uuid NOT NULL,
    organization_id uuid NOT NULL,
    address text NOT NULL,
    address_canonical text NOT NULL,
    role_ids uuid[] NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    token_hash bytea,
    made_by jsonb
);
CREATE TABLE public.organization_member (
    organization_id uuid NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL
);
CREATE TABLE public.organization_role (
    id uuid NOT NULL,
    organization_id uuid NOT NULL,
    role_id uuid NOT NULL,
    user_id uuid,
    group_id uuid,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT organization_role_check CHECK (((user_id IS NULL) <> (group_id IS NULL)))
);
CREATE TABLE public.pairwise_subject (
    user_id uuid NOT NULL,
    sector text NOT NULL,
    sub text NOT NULL
);
CREATE TABLE public.passkey (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    credential_id bytea NOT NULL,
    public_key bytea NOT NULL,
    alg integer NOT NULL,
    sign_count bigint NOT NULL,
    transports text[] NOT NULL,
    aaguid uuid NOT NULL,
    backup_eligible boolean NOT NULL,
    backed_up boolean NOT NULL,
    use text NOT NULL,
    rp_id text NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone,
    CONSTRAINT passkey_use_check CHECK ((use = ANY (ARRAY['sign-in'::text, 'second-factor'::text])))
);
CREATE TABLE public.person_key (
    user_id uuid NOT NULL,
    key bytea NOT NULL,
    created_at timestamp with time zone NOT NULL
);
CREATE TABLE public.person_picture (
    user_id uuid NOT NULL,
    id uuid NOT NULL,
    media_type text NOT NULL,
    image bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT person_picture_image_check CHECK ((octet_length(image) <= 270000)),
    CONSTRAINT person_picture_media_type_check CHECK ((media_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/webp'::text])))
);
CREATE TABLE public.provider_session (
    session_id uuid NOT NULL,
    provider_id uuid NOT NULL,
    sealed_hint bytea NOT NULL,
    key_encryption_key_id text NOT NULL
);
CREATE UNLOGGED TABLE public.rate_limit (
    key character varying(255) NOT NULL,
    points integer DEFAULT 0 NOT NULL,
    expire bigint
);
CREATE TABLE public.recovery_code (
    user_id uuid NOT NULL,
    number smallint NOT NULL,
    hash text NOT NULL,
    used_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL
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
CREATE TABLE public.refused_request (
    id bytea NOT NULL,
    client_id text NOT NULL,
    endpoint text NOT NULL,
    error text NOT NULL,
    description text NOT NULL,
    detail text,
    remedy text,
    parameters jsonb NOT NULL,
    times integer NOT NULL,
    first_at timestamp with time zone NOT NULL,
    last_at timestamp with time zone NOT NULL,
    CONSTRAINT refused_request_description_check CHECK ((length(description) <= 1000)),
    CONSTRAINT refused_request_detail_check CHECK ((length(detail) <= 1000)),
    CONSTRAINT refused_request_endpoint_check CHECK ((length(endpoint) <= 30)),
    CONSTRAINT refused_request_error_check CHECK ((length(error) <= 100)),
    CONSTRAINT refused_request_id_check CHECK ((length(id) = 32)),
    CONSTRAINT refused_request_remedy_check CHECK ((length(remedy) <= 1000)),
    CONSTRAINT refused_request_times_check CHECK ((times > 0))
);
CREATE TABLE public.remembered_device (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    secret_hash bytea NOT NULL,
    label text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
CREATE TABLE public.resource_server (
    identifier text NOT NULL,
    name text NOT NULL,
    scopes text[] NOT NULL,
    access_token_signing_alg text NOT NULL,
    access_token_ttl_seconds integer NOT NULL,
    disabled_at timestamp with time zone,
    listed boolean DEFAULT false NOT NULL,
    dpop_bound_access_tokens_required boolean DEFAULT false NOT NULL,
    role_scopes text[] DEFAULT '{}'::text[] NOT NULL,
    managed_by text,
    access_token_typ text DEFAULT 'at+jwt'::text NOT NULL,
    scope_texts jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT resource_server_access_token_typ CHECK ((access_token_typ = ANY (ARRAY['at+jwt'::text, 'JWT'::text]))),
    CONSTRAINT resource_server_managed_by_check CHECK (((length(managed_by) >= 1) AND (length(managed_by) <= 100))),
    CONSTRAINT resource_server_scope_texts_check CHECK ((jsonb_typeof(scope_texts) = 'object'::text))
);
CREATE TABLE public.retired_username (
    username_hash bytea NOT NULL,
    until timestamp with time zone NOT NULL
);
CREATE TABLE public.revoked_access_token (
    jti text NOT NULL,
    authorization_id uuid,
    expires_at timestamp with time zone NOT NULL
);
CREATE TABLE public.role (
    id uuid NOT NULL,
    resource text NOT NULL,
    name text NOT NULL,
    scopes text[] NOT NULL,
    created_at timestamp with time zone NOT NULL,
    managed_by text,
    in_organizations boolean DEFAULT false NOT NULL,
    revoke_on_change boolean DEFAULT false NOT NULL,
    CONSTRAINT role_managed_by_check CHECK (((length(managed_by) >= 1) AND (length(managed_by) <= 100))),
    CONSTRAINT role_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)))
);
CREATE TABLE public.role_assignment (
    id uuid NOT NULL,
    role_id uuid NOT NULL,
    user_id uuid,
    group_id uuid,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT role_assignment_check CHECK (((user_id IS NULL) <> (group_id IS NULL)))
);
CREATE TABLE public.scim_group (
    group_id uuid NOT NULL,
    organization_id uuid NOT NULL,
    external_id text,
    updated_at timestamp with time zone NOT NULL
);
CREATE TABLE public.scim_token (
    id uuid NOT NULL,
    organization_id uuid NOT NULL,
    note text NOT NULL,
    token_hash bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT scim_token_note_check CHECK ((length(note) <= 200))
);
CREATE TABLE public.scim_user (
    organization_id uuid NOT NULL,
    user_id uuid NOT NULL,
    external_id text,
    attributes jsonb NOT NULL,
    created_account boolean NOT NULL,
    ended_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone
);
CREATE TABLE public.second_factor_failure (
    user_id uuid NOT NULL,
    is_known_device boolean NOT NULL,
    count integer NOT NULL
);
CREATE TABLE public.session_client (
    sid uuid NOT NULL,
    session_id uuid NOT NULL,
    client_id text NOT NULL
);
CREATE TABLE public.setting (
    key text NOT NULL,
    value jsonb,
    version bigint NOT NULL,
    managed_by text,
    changed_at timestamp with time zone NOT NULL,
    CONSTRAINT setting_key_check CHECK (((length(key) >= 1) AND (length(key) <= 100))),
    CONSTRAINT setting_managed_by_check CHECK (((length(managed_by) >= 1) AND (length(managed_by) <= 100))),
    CONSTRAINT setting_value_check CHECK ((length((value)::text) <= 400000)),
    CONSTRAINT setting_version_check CHECK ((version > 0))
);
CREATE TABLE public.sign_in (
    session_id uuid NOT NULL,
    user_id uuid NOT NULL,
    authenticated_at timestamp with time zone NOT NULL,
    amr text[] NOT NULL,
    acr text NOT NULL,
    proofs jsonb DEFAULT '[]'::jsonb NOT NULL
);
CREATE TABLE public.sign_in_name (
    name text NOT NULL,
    user_id uuid NOT NULL
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
CREATE TABLE public.statistic_progress (
    only_one boolean DEFAULT true NOT NULL,
    hour timestamp with time zone NOT NULL,
    event_id bigint NOT NULL,
    counted_at timestamp with time zone NOT NULL,
    CONSTRAINT statistic_progress_only_one_check CHECK (only_one)
);
CREATE TABLE public.terms_acceptance (
    user_id uuid NOT NULL,
    document_id uuid NOT NULL,
    accepted_at timestamp with time zone NOT NULL,
    language text NOT NULL
);
CREATE TABLE public.terms_document (
    id uuid NOT NULL,
    name text NOT NULL,
    version text NOT NULL,
    urls jsonb NOT NULL,
    required_from timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL
);
CREATE TABLE public.totp_factor (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL,
    sealed_secret bytea NOT NULL,
    key_encryption_key_id text NOT NULL,
    last_step bigint NOT NULL,
    last_used_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL
);
CREATE TABLE public.used_provider_logout (
    token_hash bytea NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
CREATE TABLE public.user_group (
    id uuid NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    managed_by text,
    organization_id uuid,
    CONSTRAINT user_group_managed_by_check CHECK (((length(managed_by) >= 1) AND (length(managed_by) <= 100))),
    CONSTRAINT user_group_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)))
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
    ((c.userinfo_signed_response_alg IS NOT NULL) OR (c.userinfo_encrypted_response_alg IS NOT NULL)) AS wants_jwt,
    ((c.claim_mapping IS NOT NULL) OR (c.claims_hook_id IS NOT NULL)) AS is_mapped,
    belongs.groups,
    belongs.roles,
    belongs.organizations
   FROM (((public."authorization" a
     JOIN public.end_user u ON ((u.id = a.user_id)))
     JOIN public.client c ON ((c.id = a.client_id)))
     LEFT JOIN LATERAL ( SELECT
                CASE
                    WHEN ('groups'::text = ANY (a.scopes)) THEN ARRAY( SELECT g.name
                       FROM (public.group_member m
                         JOIN public.user_group g ON ((g.id = m.group_id)))
                      WHERE ((m.user_id = a.user_id) AND
                            CASE
                                WHEN (asked.slug IS NULL) THEN (g.organization_id IS NULL)
                                ELSE (g.organization_id = here.id)
                            END)
                      ORDER BY g.name
                     LIMIT 200)
                    ELSE NULL::text[]
                END AS groups,
                CASE
                    WHEN ('roles'::text = ANY (a.scopes)) THEN ARRAY( SELECT DISTINCT r.name
                       FROM (( SELECT x.role_id
                               FROM public.role_assignment x
                              WHERE ((asked.slug IS NULL) AND (x.user_id = a.user_id))
                            UNION ALL
                             SELECT x.role_id
                               FROM (public.group_member m
                                 JOIN public.role_assignment x ON ((x.group_id = m.group_id)))
                              WHERE ((asked.slug IS NULL) AND (m.user_id = a.user_id))
                            UNION ALL
                             SELECT x.role_id
                               FROM public.organization_role x
                              WHERE ((x.organization_id = here.id) AND ((x.user_id = a.user_id) OR (x.group_id IN ( SELECT m.group_id
                                       FROM public.group_member m
                                      WHERE (m.user_id = a.user_id)))))) held
                         JOIN public.role r ON ((r.id = held.role_id)))
                      WHERE (r.resource = a.resource)
                      ORDER BY r.name
                     LIMIT 200)
                    ELSE NULL::text[]
                END AS roles,
                CASE
                    WHEN ('organizations'::text = ANY (a.scopes)) THEN ARRAY( SELECT o.slug
                       FROM (public.organization_member m
                         JOIN public.organization o ON ((o.id = m.organization_id)))
                      WHERE ((m.user_id = a.user_id) AND (o.disabled_at IS NULL) AND ((asked.slug IS NULL) OR (o.id = here.id)))
                      ORDER BY o.slug
                     LIMIT 200)
                    ELSE NULL::text[]
                END AS organizations
           FROM (( SELECT ( SELECT substr(s.s, 14) AS substr
                           FROM unnest(a.scopes) s(s)
                          WHERE (s.s ~~ 'organization:%'::text)
                         LIMIT 1) AS slug) asked
             LEFT JOIN LATERAL ( SELECT o.id
                   FROM (public.organization o
                     JOIN public.organization_member m ON ((m.organization_id = o.id)))
                  WHERE ((o.slug = asked.slug) AND (m.user_id = a.user_id) AND (o.disabled_at IS NULL))) here ON (true))
          WHERE (a.scopes && ARRAY['groups'::text, 'roles'::text, 'organizations'::text])) belongs ON (true))
  WHERE ((a.revoked_at IS NULL) AND (a.expires_at > now()) AND (u.disabled_at IS NULL) AND (c.disabled_at IS NULL));
CREATE TABLE public.webhook (
    id uuid NOT NULL,
    name text NOT NULL,
    url text NOT NULL,
    event_types text[] NOT NULL,
    personal_data boolean NOT NULL,
    signature text NOT NULL,
    public_key text,
    sealed_secret bytea NOT NULL,
    key_encryption_key_id text NOT NULL,
    sealed_previous_secret bytea,
    previous_key_encryption_key_id text,
    previous_until timestamp with time zone,
    last_success_at timestamp with time zone,
    disabled_at timestamp with time zone,
    failure text,
    created_at timestamp with time zone NOT NULL,
    managed_by text,
    enabled_at timestamp with time zone,
    CONSTRAINT webhook_check CHECK (((sealed_previous_secret IS NULL) = (previous_until IS NULL))),
    CONSTRAINT webhook_check1 CHECK (((sealed_previous_secret IS NULL) = (previous_key_encryption_key_id IS NULL))),
    CONSTRAINT webhook_managed_by_check CHECK (((length(managed_by) >= 1) AND (length(managed_by) <= 100))),
    CONSTRAINT webhook_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
    CONSTRAINT webhook_signature_check CHECK ((signature = ANY (ARRAY['v1'::text, 'v1a'::text]))),
    CONSTRAINT webhook_url_check CHECK ((length(url) <= 2000))
);
CREATE TABLE public.webhook_delivery (
    id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    event_id bigint NOT NULL,
    type text NOT NULL,
    attempts integer NOT NULL,
    next_attempt_at timestamp with time zone,
    delivered_at timestamp with time zone,
    last_status integer,
    failure text,
    created_at timestamp with time zone NOT NULL
);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (1, '2030-01-01 12:00:00+00', 'client_added', 'operator', NULL, 'sample-client', NULL, '{"name": "Sample client"}', NULL, NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (2, '2030-01-01 12:00:00+00', 'client_added', 'operator', NULL, 'demo-spa', NULL, '{"name": "Demo browser app"}', NULL, NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (3, '2030-01-01 12:00:00+00', 'client_added', 'operator', NULL, 'demo-mcp', NULL, '{"name": "Demo MCP client"}', NULL, NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (4, '2030-01-01 12:00:00+00', 'user_added', 'operator', '7acd6ede-3cff-4372-8660-9d1efab19493', NULL, NULL, '{}', NULL, '\xdcd9f33e3f60026058c7e7aec2805052f4991d37e0b8d1a1b67f9c5dac8dea94af0320b1ef1f9713f54972b4bc5e25fa');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (5, '2030-01-01 12:00:00+00', 'user_added', 'operator', '6b99d2bd-ef12-4212-a601-3501953441ca', NULL, NULL, '{}', NULL, '\x89d6220c2649fe07bba639ad8e7a061b5805ed82b7e7889655440d79456cfc6a66deee4ff068ccc5a8eb68f024f7');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (6, '2030-01-01 12:00:00+00', 'user_added', 'operator', '1017e85e-60ec-4a75-b774-c4c31587c254', NULL, NULL, '{}', NULL, '\xe762a7d3f87038b77ebf4f5a02a2ff166ec39fdf197170e50d12fac14b9dd20b8c5e326c8843823ddccb69bf9320efce');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (7, '2030-01-01 12:00:00+00', 'user_added', 'operator', '6c1133c4-8fde-434f-bec2-61950a06d95e', NULL, NULL, '{}', NULL, '\x6f2c48f15a3f9e22aef40afed3aa91fb7dfddd002e68ff668afd470828e206dcda80f26730d2ac63c0a2e7fb571ad3');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (8, '2030-01-01 12:00:00+00', 'user_added', 'operator', 'c8a56257-a0e6-4a5c-aa36-47a565f07d5d', NULL, NULL, '{}', NULL, '\xd393a611a8900950eb4624f15495bdebe3543ca5a83532671d4da3a53c6620c8af5556b0809e70a80cc8f62ebc3f61');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (9, '2030-01-01 12:00:00+00', 'resource_server_added', 'operator', NULL, NULL, NULL, '{"name": "Orders", "listed": false, "scopes": ["orders:read", "orders:write"], "identifier": "https://orders.example", "roleScopes": [], "scopeTexts": {}, "accessTokenTyp": "at+jwt", "accessTokenSigningAlg": "ES256", "accessTokenTtlSeconds": 300, "dpopBoundAccessTokensRequired": false}', NULL, NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (10, '2030-01-01 12:00:00+00', 'client_added', 'operator', NULL, '81ae8c38-81b9-43fd-9aca-66a659eaa73a', NULL, '{"name": "Web"}', NULL, NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (11, '2030-01-01 12:00:00+00', 'client_added', 'operator', NULL, '7866aac2-2530-467c-a300-d73742f2d315', NULL, '{"name": "Spa"}', NULL, NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (12, '2030-01-01 12:00:00+00', 'client_added', 'operator', NULL, 'd0df1744-bc1d-4173-95b8-aac9a9c62e71', NULL, '{"name": "Pairwise"}', NULL, NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (13, '2030-01-01 12:00:00+00', 'client_added', 'operator', NULL, '63fbca17-03b0-407f-8d31-51134e4dd6d6', NULL, '{"name": "Service"}', NULL, NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (14, '2030-01-01 12:00:00+00', 'client_added', 'operator', NULL, '57527a9c-073f-47f3-b6f0-56a5afe7c433', NULL, '{"name": "Secret JWT"}', NULL, NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (15, '2030-01-01 12:00:00+00', 'client_added', 'operator', NULL, '3c1d2c35-6a6e-4437-aba6-e29b24a58648', NULL, '{"name": "Key JWT"}', NULL, NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (16, '2030-01-01 12:00:00+00', 'client_added', 'operator', NULL, 'cd4069ed-ea9a-460e-bf1b-b5ebd196d72f', NULL, '{"name": "Closed"}', NULL, NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (17, '2030-01-01 12:00:00+00', 'client_disabled', 'operator', NULL, 'cd4069ed-ea9a-460e-bf1b-b5ebd196d72f', NULL, '{}', NULL, NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (18, '2030-01-01 12:00:00+00', 'client_secret_rotated', 'operator', NULL, '63fbca17-03b0-407f-8d31-51134e4dd6d6', NULL, '{}', NULL, NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (19, '2030-01-01 12:00:00+00', 'initial_access_token_added', 'operator', NULL, NULL, NULL, '{"id": "334c85f8-4f1f-4f16-9924-cf0270c16c38", "note": "for partners", "uses": "unlimited", "expiresAt": "2030-01-08T12:00:00.000Z", "maxClients": 3}', NULL, NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (20, '2030-01-01 12:00:00+00', 'initial_access_token_added', 'operator', NULL, NULL, NULL, '{"id": "45b77452-9935-4be8-ae85-eef6a4218da5", "note": "never used", "uses": 5, "expiresAt": "2030-01-08T12:00:00.000Z", "maxClients": "unlimited"}', NULL, NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (21, '2030-01-01 12:00:00+00', 'signing_key_added', 'schedule', NULL, NULL, NULL, '{"alg": "RS256", "kid": "yd6PfUqyo1lrTAJepYZDiUkkBvtOPmFmJv4Yvm3nbbk"}', NULL, NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (22, '2030-01-01 12:00:00+00', 'signing_key_added', 'schedule', NULL, NULL, NULL, '{"alg": "ES256", "kid": "dQbl37ktYuVkWC7MDVWC5J1Vls48cU8fLIC9JNXt2fQ"}', NULL, NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (23, '2030-01-01 12:00:00+00', 'signing_key_added', 'schedule', NULL, NULL, NULL, '{"alg": "EdDSA", "kid": "m54gwBv-gpnuMGz0ItYwAnBy9ythD4KDQq4I-Fb-oaI"}', NULL, NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (24, '2030-01-01 12:00:00+00', 'signing_key_added', 'schedule', NULL, NULL, NULL, '{"alg": "RSA-OAEP", "kid": "fmop3pROLS0BAFp8Lo1rHB-dLKRPINPK9DhCAIqc5XU"}', NULL, NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (25, '2030-01-01 12:00:00+00', 'signing_key_added', 'schedule', NULL, NULL, NULL, '{"alg": "RSA-OAEP-256", "kid": "ZUqrhgpt2eOa3ITVHgODVz26Y6DkBpPcl4Lz0daW6Vw"}', NULL, NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (26, '2030-01-01 12:00:00+00', 'signing_key_added', 'schedule', NULL, NULL, NULL, '{"alg": "ECDH-ES", "kid": "0QkqcGpFcNFsaWP2Oe-QgDgF5aKWVhBE86s-cVNkxAI"}', NULL, NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (27, '2030-01-01 12:00:00+00', 'sign_in', 'user', '1017e85e-60ec-4a75-b774-c4c31587c254', NULL, '10.0.0.1', '{"amr": ["pwd"]}', '1017e85e-60ec-4a75-b774-c4c31587c254', NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (28, '2030-01-01 12:00:00+00', 'consent', 'user', '1017e85e-60ec-4a75-b774-c4c31587c254', '81ae8c38-81b9-43fd-9aca-66a659eaa73a', '10.0.0.1', '{"host": "web.example", "resource": "https://api.example", "grantedClaims": [], "grantedScopes": ["profile"], "declinedClaims": [], "declinedScopes": []}', '1017e85e-60ec-4a75-b774-c4c31587c254', NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (29, '2030-01-01 12:00:00+00', 'consent', 'user', '1017e85e-60ec-4a75-b774-c4c31587c254', '81ae8c38-81b9-43fd-9aca-66a659eaa73a', '10.0.0.1', '{"host": "web.example", "resource": "https://api.example", "grantedClaims": [], "grantedScopes": ["openid", "profile", "offline_access"], "declinedClaims": [], "declinedScopes": []}', '1017e85e-60ec-4a75-b774-c4c31587c254', NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (30, '2030-01-01 12:00:00+00', 'sign_in', 'user', 'c8a56257-a0e6-4a5c-aa36-47a565f07d5d', NULL, '10.0.0.2', '{"amr": ["pwd"]}', 'c8a56257-a0e6-4a5c-aa36-47a565f07d5d', NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (31, '2030-01-01 12:00:00+00', 'consent', 'user', 'c8a56257-a0e6-4a5c-aa36-47a565f07d5d', '81ae8c38-81b9-43fd-9aca-66a659eaa73a', '10.0.0.2', '{"host": "web.example", "resource": "https://api.example", "grantedClaims": [], "grantedScopes": ["openid"], "declinedClaims": [], "declinedScopes": []}', 'c8a56257-a0e6-4a5c-aa36-47a565f07d5d', NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (32, '2030-01-01 12:00:00+00', 'user_disabled', 'operator', 'c8a56257-a0e6-4a5c-aa36-47a565f07d5d', NULL, NULL, '{}', NULL, NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (33, '2030-01-01 20:00:00+00', 'signing_key_rotated', 'operator', NULL, NULL, NULL, '{"alg": "RS256", "kid": "6vlZuEZxhCk63164NP9mnW8PNG-518ljtBCw-4goyKU"}', NULL, NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (34, '2030-01-01 20:00:00+00', 'signing_key_rotated', 'operator', NULL, NULL, NULL, '{"alg": "ES256", "kid": "N7zCXaaf-UpPfHE6Li6SW6U4TS0_juoYU6YVbZuvnDE"}', NULL, NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (35, '2030-01-01 20:00:00+00', 'signing_key_rotated', 'operator', NULL, NULL, NULL, '{"alg": "EdDSA", "kid": "z7q6O7AHz1ofIPo-04sYL67eQWo7OUDi8ZONp3R_F5k"}', NULL, NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (36, '2030-01-01 20:00:00+00', 'signing_key_rotated', 'operator', NULL, NULL, NULL, '{"alg": "RSA-OAEP", "kid": "KniVdj96ZDo8DGpkpTIg5p402vJrMSOl8jEkXf0SwpY"}', NULL, NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (37, '2030-01-01 20:00:00+00', 'signing_key_rotated', 'operator', NULL, NULL, NULL, '{"alg": "RSA-OAEP-256", "kid": "CH6AD05tFH_zRemVUT7S3hhnLOobMtB0e1ONVPPOzcg"}', NULL, NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (38, '2030-01-01 20:00:00+00', 'signing_key_rotated', 'operator', NULL, NULL, NULL, '{"alg": "ECDH-ES", "kid": "tmO969JLfyhdh8V-78tSnLD-Q4xaCRoKS-2Wn5TcXzM"}', NULL, NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (39, '2030-01-02 12:00:00+00', 'sign_in', 'user', '1017e85e-60ec-4a75-b774-c4c31587c254', NULL, '10.0.0.3', '{"amr": ["pwd"]}', '1017e85e-60ec-4a75-b774-c4c31587c254', NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (40, '2030-01-02 12:00:00+00', 'consent', 'user', '1017e85e-60ec-4a75-b774-c4c31587c254', '81ae8c38-81b9-43fd-9aca-66a659eaa73a', '10.0.0.3', '{"host": "web.example", "resource": "https://api.example", "grantedClaims": ["phone_number"], "grantedScopes": ["openid", "profile", "offline_access"], "declinedClaims": [], "declinedScopes": ["email"]}', '1017e85e-60ec-4a75-b774-c4c31587c254', NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (41, '2030-01-02 12:00:00+00', 'sign_in', 'user', '6c1133c4-8fde-434f-bec2-61950a06d95e', NULL, '10.0.0.4', '{"amr": ["pwd"]}', '6c1133c4-8fde-434f-bec2-61950a06d95e', NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (42, '2030-01-02 12:00:00+00', 'consent', 'user', '6c1133c4-8fde-434f-bec2-61950a06d95e', '7866aac2-2530-467c-a300-d73742f2d315', '10.0.0.4', '{"host": "spa.example", "resource": "https://api.example", "grantedClaims": [], "grantedScopes": ["openid", "offline_access"], "declinedClaims": [], "declinedScopes": []}', '6c1133c4-8fde-434f-bec2-61950a06d95e', NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (43, '2030-01-02 12:00:00+00', 'consent', 'user', '6c1133c4-8fde-434f-bec2-61950a06d95e', 'd0df1744-bc1d-4173-95b8-aac9a9c62e71', '10.0.0.4', '{"host": "pairwise.example", "resource": "https://api.example", "grantedClaims": [], "grantedScopes": ["openid"], "declinedClaims": [], "declinedScopes": []}', '6c1133c4-8fde-434f-bec2-61950a06d95e', NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (44, '2030-01-02 12:00:00+00', 'consent', 'user', '6c1133c4-8fde-434f-bec2-61950a06d95e', '81ae8c38-81b9-43fd-9aca-66a659eaa73a', '10.0.0.4', '{"host": "web.example", "resource": "https://api.example", "grantedClaims": [], "grantedScopes": ["openid"], "declinedClaims": [], "declinedScopes": []}', '6c1133c4-8fde-434f-bec2-61950a06d95e', NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (45, '2030-01-02 12:00:00+00', 'sign_out', 'user', '6c1133c4-8fde-434f-bec2-61950a06d95e', NULL, '10.0.0.4', '{}', '6c1133c4-8fde-434f-bec2-61950a06d95e', NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (46, '2030-01-02 12:00:00+00', 'client_registered', 'client', NULL, 'fb59f28a-f96c-437d-aacb-dd880313f787', '127.0.0.1', '{"name": "Partner", "initialAccessTokenId": "334c85f8-4f1f-4f16-9924-cf0270c16c38"}', 'fb59f28a-f96c-437d-aacb-dd880313f787', NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (47, '2030-01-02 12:00:00+00', 'client_updated', 'client', NULL, 'fb59f28a-f96c-437d-aacb-dd880313f787', '127.0.0.1', '{"ended": {"consents": 0, "authorizations": 0}, "changed": ["client_name"], "endedBy": ["client_name"]}', 'fb59f28a-f96c-437d-aacb-dd880313f787', NULL);
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (48, '2030-01-02 18:00:00+00', 'token_revoked', 'client', NULL, '63fbca17-03b0-407f-8d31-51134e4dd6d6', '127.0.0.1', '{"jti": "d08aba4d-f3d7-4305-b472-2ccdbd0ceed4", "authorizationId": "49cb63e1-a5ee-41a4-ac56-51e20abfe94a"}', '63fbca17-03b0-407f-8d31-51134e4dd6d6', NULL);
INSERT INTO public."authorization" VALUES ('9a5d0d16-c1cd-4dd9-99a3-3182c4e76de3', '81ae8c38-81b9-43fd-9aca-66a659eaa73a', '1017e85e-60ec-4a75-b774-c4c31587c254', NULL, '185008fb-f1ae-4eaa-92a6-74755953e8b8', '1017e85e-60ec-4a75-b774-c4c31587c254', '{openid,profile,offline_access}', 'https://api.example', 'n1', '{"userinfo": ["phone_number"]}', NULL, NULL, 'urn:countersign:acr:password', '{pwd}', '2030-01-02 12:00:00+00', '\x12595af552aa54d03f383bc715fd9e797d9c607c7073e3ff1f9d48a3136fdbaa', 'osGoqUfryXOdTeAf5PgMy_A0hWwyG845_E83K9w0PTs', 'https://web.example/cb', '2030-01-02 12:01:00+00', '2030-01-02 12:00:00+00', NULL, '2030-01-02 12:00:00+00', '2030-02-01 12:00:00+00', NULL, NULL);
INSERT INTO public."authorization" VALUES ('5b1f224f-1ddc-4b5e-9034-58b00336f00a', '81ae8c38-81b9-43fd-9aca-66a659eaa73a', '1017e85e-60ec-4a75-b774-c4c31587c254', 'a3aae0e0-b977-4bd5-958a-158fc10f4d71', '1877c08a-6e90-40ba-95e0-c1a7ee547c48', '1017e85e-60ec-4a75-b774-c4c31587c254', '{profile}', 'https://api.example', 'n1', NULL, NULL, NULL, 'urn:countersign:acr:password', '{pwd}', '2030-01-01 12:00:00+00', '\xf6a9aec2d0184a46430b6200f0acc927107fb60490d72e4c02beeb8590ced929', 'osGoqUfryXOdTeAf5PgMy_A0hWwyG845_E83K9w0PTs', 'https://web.example/cb', '2030-01-01 12:01:00+00', '2030-01-01 12:00:00+00', NULL, '2030-01-01 12:00:00+00', '2030-01-31 12:00:00+00', NULL, NULL);
INSERT INTO public."authorization" VALUES ('a82ca814-7e40-4319-998d-c8ab283ff89a', '81ae8c38-81b9-43fd-9aca-66a659eaa73a', '1017e85e-60ec-4a75-b774-c4c31587c254', NULL, '1877c08a-6e90-40ba-95e0-c1a7ee547c48', '1017e85e-60ec-4a75-b774-c4c31587c254', '{openid,profile,offline_access}', 'https://api.example', 'n1', NULL, NULL, NULL, 'urn:countersign:acr:password', '{pwd}', '2030-01-01 12:00:00+00', '\x346be1788f674e42e0e68ca71f67a3dbe7c84d789d095e19bcf1444dd7824d3e', 'osGoqUfryXOdTeAf5PgMy_A0hWwyG845_E83K9w0PTs', 'https://web.example/cb', '2030-01-01 12:01:00+00', '2030-01-01 12:00:00+00', NULL, '2030-01-01 12:00:00+00', '2030-01-31 12:00:00+00', NULL, NULL);
INSERT INTO public."authorization" VALUES ('dfa711d8-e6ff-469e-919e-ee3ce0717ead', '7866aac2-2530-467c-a300-d73742f2d315', '6c1133c4-8fde-434f-bec2-61950a06d95e', NULL, '8f27df03-012d-4d39-a23d-f2cae7cc60d1', '6c1133c4-8fde-434f-bec2-61950a06d95e', '{openid,offline_access}', 'https://api.example', 'n1', NULL, NULL, NULL, 'urn:countersign:acr:password', '{pwd}', '2030-01-02 12:00:00+00', '\xab45f7e206f75f300638188c4cafcd015eb5276f4a939f0936d095d785dfc3ef', 'osGoqUfryXOdTeAf5PgMy_A0hWwyG845_E83K9w0PTs', 'https://spa.example/cb', '2030-01-02 12:01:00+00', '2030-01-02 12:00:00+00', NULL, '2030-01-02 12:00:00+00', '2030-02-01 12:00:00+00', NULL, NULL);
INSERT INTO public."authorization" VALUES ('205867d0-95d5-45ad-ba93-7e77c5f5d09d', '81ae8c38-81b9-43fd-9aca-66a659eaa73a', '1017e85e-60ec-4a75-b774-c4c31587c254', '4cb50482-f409-497c-9ae2-cf8135883e36', '185008fb-f1ae-4eaa-92a6-74755953e8b8', '1017e85e-60ec-4a75-b774-c4c31587c254', '{profile}', 'https://api.example', 'n1', NULL, NULL, NULL, 'urn:countersign:acr:password', '{pwd}', '2030-01-02 12:00:00+00', '\x07beb6545f9e769eea62b29569738915d188eea82782778a312ae84670896eb1', 'osGoqUfryXOdTeAf5PgMy_A0hWwyG845_E83K9w0PTs', 'https://web.example/cb', '2030-01-02 12:01:00+00', '2030-01-02 12:00:00+00', NULL, '2030-01-02 12:00:00+00', '2030-02-01 12:00:00+00', NULL, NULL);
INSERT INTO public."authorization" VALUES ('b788083f-aea3-4452-bb74-b5fb35e58679', '81ae8c38-81b9-43fd-9aca-66a659eaa73a', '1017e85e-60ec-4a75-b774-c4c31587c254', NULL, '185008fb-f1ae-4eaa-92a6-74755953e8b8', '1017e85e-60ec-4a75-b774-c4c31587c254', '{profile}', 'https://api.example', 'n1', NULL, NULL, NULL, 'urn:countersign:acr:password', '{pwd}', '2030-01-02 12:00:00+00', '\x58087c7324e6af266b88fdaf79f68871ea7b79170b746badaffc6e6c83f2f413', 'osGoqUfryXOdTeAf5PgMy_A0hWwyG845_E83K9w0PTs', 'https://web.example/cb', '2030-01-02 12:01:00+00', '2030-01-02 12:00:00+00', NULL, '2030-01-02 12:00:00+00', '2030-02-01 12:00:00+00', NULL, NULL);
INSERT INTO public."authorization" VALUES ('e94a57e6-aae3-41b7-b84f-6d69fd337807', 'd0df1744-bc1d-4173-95b8-aac9a9c62e71', '6c1133c4-8fde-434f-bec2-61950a06d95e', '55c777eb-c139-4ec3-8965-eec75c2b6b73', '4446be88-55f0-46b6-b57a-92dc05c919e2', 'b181f384-06e7-403b-a2f2-1c449a2ff047', '{openid}', 'https://api.example', 'n1', NULL, NULL, NULL, 'urn:countersign:acr:password', '{pwd}', '2030-01-02 12:00:00+00', '\x6eded8947203a4278b1297dcc953877e6b3c46d4349f62b20c17a06bd72e0bb8', 'osGoqUfryXOdTeAf5PgMy_A0hWwyG845_E83K9w0PTs', 'https://pairwise.example/cb', '2030-01-02 12:01:00+00', '2030-01-02 12:00:00+00', '2030-01-02 12:00:00+00', '2030-01-02 12:00:00+00', '2030-01-02 12:06:00+00', NULL, NULL);
INSERT INTO public."authorization" VALUES ('9509c94c-993d-46a6-a087-260b59def716', '81ae8c38-81b9-43fd-9aca-66a659eaa73a', '6c1133c4-8fde-434f-bec2-61950a06d95e', '55c777eb-c139-4ec3-8965-eec75c2b6b73', 'bd8b6256-13b8-4a43-996d-45385cbf4ebe', '6c1133c4-8fde-434f-bec2-61950a06d95e', '{openid}', 'https://api.example', 'n1', NULL, NULL, NULL, 'urn:countersign:acr:password', '{pwd}', '2030-01-02 12:00:00+00', '\x2213263978582cccf8518f21658c241b5af530d719f9c988c4f7200e64c21a76', 'osGoqUfryXOdTeAf5PgMy_A0hWwyG845_E83K9w0PTs', 'https://web.example/cb', '2030-01-02 12:01:00+00', '2030-01-02 12:00:00+00', '2030-01-02 12:00:00+00', '2030-01-02 12:00:00+00', '2030-01-02 12:06:00+00', NULL, NULL);
INSERT INTO public."authorization" VALUES ('8db55a49-edcc-4c21-bc91-17de07e4eb89', '81ae8c38-81b9-43fd-9aca-66a659eaa73a', '1017e85e-60ec-4a75-b774-c4c31587c254', NULL, '185008fb-f1ae-4eaa-92a6-74755953e8b8', '1017e85e-60ec-4a75-b774-c4c31587c254', '{openid,profile,offline_access}', 'https://api.example', 'n1', NULL, NULL, NULL, 'urn:countersign:acr:password', '{pwd}', '2030-01-02 12:00:00+00', '\xac8ddbbe57a3819a18c0f13fabcef9222461d63c065c26bfd3cc2ef4bb564dc3', 'osGoqUfryXOdTeAf5PgMy_A0hWwyG845_E83K9w0PTs', 'https://web.example/cb', '2030-01-02 18:01:00+00', '2030-01-02 18:00:00+00', NULL, '2030-01-02 18:00:00+00', '2030-02-01 18:00:00+00', NULL, NULL);
INSERT INTO public."authorization" VALUES ('d2d631cc-76d0-42c3-9ef5-79bbbcc097b7', '81ae8c38-81b9-43fd-9aca-66a659eaa73a', '1017e85e-60ec-4a75-b774-c4c31587c254', NULL, '185008fb-f1ae-4eaa-92a6-74755953e8b8', '1017e85e-60ec-4a75-b774-c4c31587c254', '{openid,profile,offline_access}', 'https://api.example', 'n1', NULL, NULL, NULL, 'urn:countersign:acr:password', '{pwd}', '2030-01-02 12:00:00+00', '\xf57607c4f83b54d24d7ccf9b63450efdf0b7138415058f8f7a53fcc07dc8abc8', 'osGoqUfryXOdTeAf5PgMy_A0hWwyG845_E83K9w0PTs', 'https://web.example/cb', '2030-01-02 18:01:00+00', NULL, NULL, '2030-01-02 18:00:00+00', '2030-01-02 18:06:00+00', NULL, NULL);
INSERT INTO public."authorization" VALUES ('a94524dd-94ed-441e-a95d-b2f04ef61676', '57527a9c-073f-47f3-b6f0-56a5afe7c433', NULL, NULL, NULL, '57527a9c-073f-47f3-b6f0-56a5afe7c433', '{}', '', NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2030-01-02 18:00:00+00', 'infinity', NULL, NULL);
INSERT INTO public."authorization" VALUES ('49cb63e1-a5ee-41a4-ac56-51e20abfe94a', '63fbca17-03b0-407f-8d31-51134e4dd6d6', NULL, NULL, NULL, '63fbca17-03b0-407f-8d31-51134e4dd6d6', '{}', '', NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2030-01-02 18:00:00+00', 'infinity', NULL, NULL);
INSERT INTO public.browser_session VALUES ('4cb50482-f409-497c-9ae2-cf8135883e36', '\x71d18017c7db44d1b8063f2dac9db83c8ae17a0f919b404a93284fb2a451b0b4', '1017e85e-60ec-4a75-b774-c4c31587c254', '2030-01-02 12:00:00+00', '2030-01-03 06:00:00+00', '2030-02-01 12:00:00+00', 'node', '10.0.0.0/24');
INSERT INTO public.client VALUES ('sample-client', 'oidc', 'Sample client', 'web', 'client_secret_basic', '\xcb04d5029cd48365a9e5b3e80d3eadf4e383b7c5423e11a8a05b9665b9ead048', '{https://sample.example/callback}', '{https://sample.example/signed-out}', '{authorization_code,refresh_token,implicit}', '{code,"id_token token"}', '{openid,profile,email,address,phone,offline_access,orders:read,orders:write}', 'RS256', 'https://sample.example/', NULL, NULL, NULL, '2030-01-01 12:00:00+00', NULL, NULL, NULL, NULL, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, 'https://sample.example/backchannel-logout', true, NULL, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, false, 0, false, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, '{payment}', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, '{}', NULL, NULL, NULL, 'requested', false, 'explicit', '{}', false, '{}');
INSERT INTO public.client VALUES ('demo-spa', 'oauth21', 'Demo browser app', 'web', 'none', NULL, '{https://sample.example/spa-callback}', '{https://sample.example/}', '{authorization_code}', '{code}', '{openid,profile,email}', 'RS256', 'https://sample.example/', NULL, NULL, NULL, '2030-01-01 12:00:00+00', NULL, NULL, NULL, NULL, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, false, 0, false, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, '{}', NULL, NULL, NULL, 'requested', false, 'explicit', '{}', false, '{}');
INSERT INTO public.client VALUES ('demo-mcp', 'oauth21', 'Demo MCP client', 'native', 'none', NULL, '{http://127.0.0.1/callback}', '{}', '{authorization_code,refresh_token}', '{code}', '{offline_access,notes:read,notes:write}', 'RS256', NULL, NULL, NULL, NULL, '2030-01-01 12:00:00+00', NULL, NULL, NULL, NULL, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, false, 0, false, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, '{}', NULL, NULL, NULL, 'requested', false, 'explicit', '{}', false, '{}');
INSERT INTO public.client VALUES ('81ae8c38-81b9-43fd-9aca-66a659eaa73a', 'oauth21', 'Web', 'web', 'client_secret_basic', '\x62f0171f9fa8d69990b82f698e73f1e92531e91d4d2f7bb85c4c8f7002a283a8', '{https://web.example/cb}', '{}', '{authorization_code,refresh_token}', '{code}', '{openid,profile,email,phone,offline_access}', 'RS256', NULL, NULL, NULL, NULL, '2030-01-01 12:00:00+00', NULL, NULL, NULL, NULL, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, 'https://web.example/logged-out', false, NULL, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, false, 0, false, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, '{}', NULL, NULL, NULL, 'requested', false, 'explicit', '{}', false, '{}');
INSERT INTO public.client VALUES ('7866aac2-2530-467c-a300-d73742f2d315', 'oauth21', 'Spa', 'web', 'none', NULL, '{https://spa.example/cb}', '{}', '{authorization_code,refresh_token}', '{code}', '{openid,profile,email,phone,offline_access}', 'RS256', NULL, NULL, NULL, NULL, '2030-01-01 12:00:00+00', NULL, NULL, NULL, NULL, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, false, 0, false, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, '{}', NULL, NULL, NULL, 'requested', false, 'explicit', '{}', false, '{}');
INSERT INTO public.client VALUES ('d0df1744-bc1d-4173-95b8-aac9a9c62e71', 'oauth21', 'Pairwise', 'web', 'client_secret_post', '\xc5b03669e321b08cedde66b9906b16e088576d5f34c6708a57ed9aec06f4ebc5', '{https://pairwise.example/cb}', '{}', '{authorization_code}', '{code}', '{openid,profile,email,address,phone}', 'RS256', NULL, NULL, NULL, NULL, '2030-01-01 12:00:00+00', NULL, NULL, NULL, NULL, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL, 'pairwise.example', NULL, NULL, NULL, false, NULL, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, false, 0, false, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, '{}', NULL, NULL, NULL, 'requested', false, 'explicit', '{}', false, '{}');
INSERT INTO public.client VALUES ('57527a9c-073f-47f3-b6f0-56a5afe7c433', 'oauth21', 'Secret JWT', 'web', 'client_secret_jwt', '\xf8cd53994d6f08fe4a375a60499bcb62ba6449f413e1f2dc851a8170ba5d3c60', '{}', '{}', '{client_credentials}', '{}', '{orders:read}', 'RS256', NULL, NULL, NULL, NULL, '2030-01-01 12:00:00+00', NULL, NULL, NULL, NULL, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, '\x7b3950e47fb26e2adfd3bfd5787c89c33957ffbfdacd60ba44690a9333b64ea2117c1bc395bc8ead19d02b37ab322815ba4f53eed6698b4178c5f58dd5c22dd32364dfa7af1a4c80a14da57e3da59d33d27d9a7dd7455f99f5cb9a5cf71772da4538680f9b6864d1028039b7ef09f4ccc493', 'k1', NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, false, 0, false, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, '{}', NULL, NULL, NULL, 'requested', false, 'explicit', '{}', false, '{}');
INSERT INTO public.client VALUES ('3c1d2c35-6a6e-4437-aba6-e29b24a58648', 'oauth21', 'Key JWT', 'web', 'private_key_jwt', NULL, '{}', '{}', '{client_credentials}', '{}', '{orders:read}', 'RS256', NULL, NULL, NULL, NULL, '2030-01-01 12:00:00+00', '{"keys": [{"x": "9Yurr20RC4oUyaCNjrncRSA__hyztBHmm7BpW7ceEh4", "y": "p_QSjszmLDrJzxzcF19MwAQ0bvR3x7j1xgruzRIQFcc", "crv": "P-256", "kid": "own", "kty": "EC"}]}', NULL, NULL, NULL, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, false, 0, false, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, '{}', NULL, NULL, NULL, 'requested', false, 'explicit', '{}', false, '{}');
INSERT INTO public.client VALUES ('cd4069ed-ea9a-460e-bf1b-b5ebd196d72f', 'oauth21', 'Closed', 'web', 'client_secret_basic', '\x1af328609ff165e73d5d8d5ddd0bba34d277f46ab1a5a051311c5df896dfe5e9', '{https://closed.example/cb}', '{}', '{authorization_code}', '{code}', '{openid,profile,email,address,phone}', 'RS256', NULL, NULL, NULL, '2030-01-01 12:00:00+00', '2030-01-01 12:00:00+00', NULL, NULL, NULL, NULL, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, false, 1, false, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, '{}', NULL, NULL, NULL, 'requested', false, 'explicit', '{}', false, '{}');
INSERT INTO public.client VALUES ('63fbca17-03b0-407f-8d31-51134e4dd6d6', 'oauth21', 'Service', 'web', 'client_secret_basic', '\xe1e81fc74517c02c2c73ad0ee48adf5b3057f6e4c89d66e86df3ab0c290bee78', '{}', '{}', '{client_credentials}', '{}', '{orders:read}', 'RS256', NULL, NULL, NULL, NULL, '2030-01-01 12:00:00+00', NULL, NULL, NULL, NULL, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, false, 1, false, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, '{}', NULL, NULL, NULL, 'requested', false, 'explicit', '{}', false, '{}');
INSERT INTO public.client VALUES ('fb59f28a-f96c-437d-aacb-dd880313f787', 'oidc', 'Good partner', 'web', 'client_secret_basic', '\x72ba8fff81711fc43ab68db827faa4fa12a720881722bdff5fad364fbd3df446', '{https://partner.example/cb}', '{}', '{authorization_code}', '{code}', '{openid,profile,email,address,phone}', 'RS256', NULL, NULL, NULL, NULL, '2030-01-02 12:00:00+00', NULL, NULL, NULL, NULL, false, '{}', NULL, NULL, NULL, NULL, '\x6d69a2f79041493d5fa6eacff528fabef12e89b27a9ecd7b2419a15df677b8d2', NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '{}', NULL, NULL, NULL, '334c85f8-4f1f-4f16-9924-cf0270c16c38', NULL, NULL, NULL, NULL, '2030-04-02 12:00:00+00', NULL, NULL, NULL, NULL, 1, '\xf3aeee1cf0edd2853e2ab5e0375a5877f310925aab74dd8d0024b0b5f2822560', '\x696ca87449fc8019ec08889bfae0516fab624db4d212412af64399671a7472d71a9f87733a6c19df72cf7ef648812040e71d975681d36f0c7951c2b49fca19f1b9da08438506a4', NULL, NULL, false, 0, false, false, '{}', NULL, NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, '{}', NULL, NULL, NULL, 'requested', false, 'explicit', '{}', false, '{}');
INSERT INTO public.client_logo VALUES ('sample-client', 'image/png', '\x89504e470d0a1a0a0000000d4948445200000080000000800806000000c33e61cb0000095d4944415478daed9dd97353f715c7ef3f7066ee6b66fce0973ee989579ef4dabc7b06d9c15c42daba4b5a355dcc92b482b8469b2ddb9265495740e988a518cc10372969dca819b5603285240c5b305861713b133a1524858406389d236cd78beeefcab274eef63b339f1916eb37e79cefc7bad7482314a58505a9703ba4c21aa4c22148858bf3a044c8c29e42f3bb6b579c54900cfb21194e40325c866418254da13cbf53bf5d435721190ecad0d964a05dabd6073f12516124128291480546222861a532bf7bd5aaf03519bc6d44d0f8821f8ea8301c29c2700425b68232515b1dbe1f862315b96cdb42d9b4e6461186229a5cb043186af2250186224118aa1e2c710ec1e6849f880661288a1207928806d71bbe0689ea4112e7a2351abe5f2ecf35acedc61006a32a0c462b301845892ba02cd5b50850944b731dc5fac21f886a301045892bd1ccc25761205a918b722d94adf1a500e2b110c46328713521a3f05588c72a7241ae87325efd2c00b158106231947882602d01ca72319ea1bc3cfc68cc0fd1184a3c857fa90009b910cf91f8bf00917819a27194788848bcbc107e3b44aa7f20f11eed0a84e39a5c844709c735122004e1ea6f24de23440214e5223c4b5181bdf122ec8da3c4935405b04533beb48ebd53efe3e4f5192cddbaed4a68369a9166b5cbde15e81f402bf18dea58b87809bd563433cd6ef5fe2d152070fc14deffea6bf46ad1ecb4036b05f8cd005a4160fc14ca7a5eb40bab72b044005f4af7f4777ead6702da893502f40d2037854f2ec9d457de137c7209adc8825d005f5297691b14ed865f8037079193de778ba68bb875ff01f6bc751a5ffcdd315740b3d04c6645bbe1ce835d80c96b374c9e0a2fb32f810b9a4d54b41b7e01f60c2227a5cfee187fe7571e20773fdcd08c4645bbe1eec75602f49c3aed7a016846298041bd78f098eb05a019ed25c0ee41e4c45400e67eb8311580b91f0576279093525920c06fc791bb1f6e68464301ca77d8fb512094404e4c0560ee871b530198fb9102785e805f279013a10007c691bb9f7af125f661e0c85bd85f3c5ba5d15ee971420198e7920298b071ac60d833bd884332b4ed4d3b58805f259013a100fbc791bb1f113d13efd6f56ff817fff9396e4c17ea3a9366140ac03ca314609de12f7d3668eb4f3b508037869013b100c791bb9f5af806f637f47e85c285cba667d38c420198679502d460f4cc85c65fd21dd8ef30015e1f424e4ab30201f61d47ee7e6a217ac1c6acfadf9f169e4d331a0a307b877d5629400dd65393576e384c805d43c8895080fc71e4ee6725d4c37aaa1a6283e79b3db61548016ab0ee67006709308c9c980b306c39b7feddf83d40ef1f3e109e6d2e00efac0aec1c464e4ab3778d05d04f20773fb5e8fff374e33f05c40e08cfa6198d05b8cb3eab14a0066d7b328dfd3bc0f92ba667db4f801dc3c889a900ccfd18d133fea735857ff11f9f63dbee8ce9b9a60230cfc92fc04d810039fb08b01609287c5ff4405d67d28c8602dcb44280edc3c889a900eb3cff85d0181ebd5dc68edfbfdd947e370e1fc6c9cb378d5f0d9c9ac6b650a6eef34c0560cec355022c84fff76f1e5469960404854cfdf5bf378d3dc7de6bb857fb09d03b829c0805c89e68f8dc0d438565e12fb0fd83b3c83da3089a512800733fae1080c2ffcb97f75685bf40df87e7a5008602fc720439110a9039b1e6f33624c4e12f4a70ee3c72cf5a0b9a512800733f8e16a0def0ed2481fd04f8c50872622a409de76c185c5bf8cb24609e7929a60230f7e348013a8ebcd350f80bd0cde20b6f64a40055017e9e444e4a3704028c4d983e9ec26f34f8d51264917b7e9ad150801b77d9fb719400cd0a7f9904af673d2ec0cf92c8895080f484e1e33a0e3737fc551230cd4f330a0560cec31102b42afca5127cabef8014c08e02f44d5f6869f80bd04de586f8a135cfe3eb3be870015e4b222742014627967d2d57f88b127c312f419db3f41c997afe3e800faf62dbae5c5d8fa119850230e7a1c06b29e4c45c80e75fc71dfe320962874ce7a0d097bd243c770f7d6f1e347d9cb900bc7928f0d314722216e064f56bface5a13fe2a096af4dfb653c78b77efd57e79f8d1d78b3318417f2f1480390f7e01668c05e8d8f7b6e5e12f95e0dbf953cb7adf183f5a0dd9f48da1274bc602a40402cc58214030859c880438ff65c516e12fa5a3f0c76adf3d87a7d6f6fec07357b16d87be6a7e530198f3b095009f3e79683b0188a9993b0dbd43982e15be3d076d2ec04f52c8899304f8e89b2ff0e1b327ebfb2470ba2f489e5c9c9f7e2d1480390f298001579efc079fe0b3a67d1074ef44c9a602fc78143929cdccd95e80f2d347adf948f8735731a0bf2310600eb9f39002ace05fcffedbdaff1c42f053843502bc3a8a9cd85580665cefd75b550198f39002b4e07aef2c017e348a9c94aedb4b80565def1b12e0fa1c72e7e169015a7dbd77880069e4c40e02d8e17a6f2c006f1e0afc308d9c582d805daef7860230e7e12901ec74bdb78f003f48232722012820af5cef0d0560cec356023cc6a79eb9dedb4780efa79193c98f67854ba0ef542f5cef6b7ec2d8c7b3c89d07bb00bdc7fe6aba087a26a0cb01dd1334caeda75fa1d38a76c32f40cf1872e2db554059069f30b6ab80dc79b00b4014ce5c9369af7ca5f0cc35b4220b05be3786dcf87616f0fea3c732f5c557081f577762451696084004c64ecbe4e78b7661550e0a7c770cad22903e8df71f7af7998066a71d589981a50210be1d054fde13d0cc34bbd5fb57e03b19b403beed87b0f7e8df70f2a332963e9d7325341bcd48b3da65ef2440d12ecd48d8292af04aa608af6450e249aa0284e4223c4b8804d0e4223c8ba6c0b64c3b6ccba0c493b42b54b02d53866d599478894c59592878399b8097b328f11489a502f8e5423c875f595ab0355b86ad59947882b2b2b2606b362817e31982ab05d0b22a68d90a685994b81aca58556a1568d9905c90eb092946055b722a6cc955604b0e25ae84b2551551c1969c2617e55a34a59e82ee5c11ba7328711545a5de82ee9c0addb98a5c9a6ba02c55652d05dd393f6ccea1c40574e7fc4a23059b739a5ca0e3d194f5146cce0561b38e1227920b2acd2878490fc24b3a4a1c4573c25f22812697ea1834a515055dba1fbaf40a74e928b125948d5f69654197ae42975e94cbb61d9489aa701574ea1a74ea15e8d45162299481a65851d0a9abd0a987a40896054fbb5715ab0b02791502f92004f26508e451d252caf3bbb63e780319fc10c827a40c4d0f9d76ea579c54b029df0e9bf21a6cca876053be380f4a842cec2934bfbbf65666f43f0fe6f891c180d4540000000049454e44ae426082');
INSERT INTO public.consent VALUES ('c8a56257-a0e6-4a5c-aa36-47a565f07d5d', '81ae8c38-81b9-43fd-9aca-66a659eaa73a', 'https://api.example', '{openid}', '{}', '2030-01-01 12:00:00+00', '{}', '{}', '{web.example}', NULL);
INSERT INTO public.consent VALUES ('1017e85e-60ec-4a75-b774-c4c31587c254', '81ae8c38-81b9-43fd-9aca-66a659eaa73a', 'https://api.example', '{openid,profile,offline_access}', '{email}', '2030-01-02 12:00:00+00', '{phone_number}', '{}', '{web.example}', NULL);
INSERT INTO public.consent VALUES ('6c1133c4-8fde-434f-bec2-61950a06d95e', '7866aac2-2530-467c-a300-d73742f2d315', 'https://api.example', '{openid,offline_access}', '{}', '2030-01-02 12:00:00+00', '{}', '{}', '{spa.example}', NULL);
INSERT INTO public.consent VALUES ('6c1133c4-8fde-434f-bec2-61950a06d95e', 'd0df1744-bc1d-4173-95b8-aac9a9c62e71', 'https://api.example', '{openid}', '{}', '2030-01-02 12:00:00+00', '{}', '{}', '{pairwise.example}', NULL);
INSERT INTO public.consent VALUES ('6c1133c4-8fde-434f-bec2-61950a06d95e', '81ae8c38-81b9-43fd-9aca-66a659eaa73a', 'https://api.example', '{openid}', '{}', '2030-01-02 12:00:00+00', '{}', '{}', '{web.example}', NULL);
INSERT INTO public.countersign_migration VALUES ('0001_first', '9d31ccc3a45dabeb85d01ee4d6387cc6cc26b0395e6f85b50c9e8a711810de23', '2026-11-29 17:54:23.680821+00');
INSERT INTO public.countersign_migration VALUES ('0002_registration', '5699cde0e03d61105856b70a364234b3641e96cd33a4f7a9c5d1f02d44b07dea', '2026-11-29 17:54:23.946184+00');
INSERT INTO public.countersign_migration VALUES ('0003_introspection', '7dfeea90538e0f9c9b9f39dc81c467f583cf5b2effec7f2788b41e967509e3ab', '2026-11-29 17:54:24.023738+00');
INSERT INTO public.countersign_migration VALUES ('0004_request_objects', '53c38d4e5d74dbd0cc79fc15f5bdb8bf9f3ed555ff92fc05f4e6970dd6172432', '2026-11-29 17:54:24.104887+00');
INSERT INTO public.countersign_migration VALUES ('0005_sector_identifier', '77da7f3027931f16a48025e00945edf7f6574df91cc7812992b23cea31c4658a', '2026-11-29 17:54:24.195272+00');
INSERT INTO public.countersign_migration VALUES ('0006_audit_trail', '0f0a2bd0f7a7971ceb5460fcff4ab53decc6923095880d77285af40bc015e7eb', '2026-11-29 17:54:24.236644+00');
INSERT INTO public.countersign_migration VALUES ('0007_pairwise_subjects', '5eb2246bbc30d81a2e0c88e73df1f96ad77db7392cc1186d69621844d6c671ee', '2026-11-29 17:54:24.284389+00');
INSERT INTO public.countersign_migration VALUES ('0008_encryption', 'f1a13d899f102918ad226c6e465d740ddd7ee79597022224b9f9703eca925ad1', '2026-11-29 17:54:24.336717+00');
INSERT INTO public.countersign_migration VALUES ('0009_logout', 'd22b5e78478a136a90edef3c63fd0ef7933164a6db0670c7c39a6881d8f3e127', '2026-11-29 17:54:24.34612+00');
INSERT INTO public.countersign_migration VALUES ('0009b_standing_authorization', '9ac3eb0d482eaf81a96d845d5bac74e8b7b83c7c7aef70e889fe72100964566a', '2026-11-29 17:54:24.360306+00');
INSERT INTO public.countersign_migration VALUES ('0010_claims_request', '56442a9e331674e93c822a094ab6ee9c4f8d9000648b2ca8505e621ea9230f12', '2026-11-29 17:54:24.418757+00');
INSERT INTO public.countersign_migration VALUES ('0011_userinfo_jwt', 'bdb7e86a0707a0c6b60f3eee5e8101eaac6f4be9ce223c5da3ee950fd9e9b277', '2026-11-29 17:54:24.460372+00');
INSERT INTO public.countersign_migration VALUES ('0012_living_clients', '0c947ab4500f71a1a8e77bf13172159dfe95e674c6c10d9d43461325885f47ce', '2026-11-29 17:54:24.486176+00');
INSERT INTO public.countersign_migration VALUES ('0013_localized_metadata', 'f590bf7f43108bedcc6daacc5d13a0d822d1dc6a6e0ba0b259018fe471366a51', '2026-11-29 17:54:24.521736+00');
INSERT INTO public.countersign_migration VALUES ('0014_sealed_client_secrets', '0c009d172f7a003b0cace4e048cc2c404fe91ae920aa1b6971271dc25db14c30', '2026-11-29 17:54:24.523784+00');
INSERT INTO public.countersign_migration VALUES ('0015_secret_expiry', '768190d900e7b8fca41a3a0cece36518ae1942e9d8926d2221bae3dc810e85fe', '2026-11-29 17:54:24.56354+00');
INSERT INTO public.countersign_migration VALUES ('0016_request_object_encryption', '42d0a880d6757845d168f4eef8c044741a435725ac3a0971a2811b6797ff3046', '2026-11-29 17:54:24.627506+00');
INSERT INTO public.countersign_migration VALUES ('0017_logout_without_subject', '047db4e34e4f75672f5affffc6088677004ee963df7f7eef9a9526ec88b81f59', '2026-11-29 17:54:24.689486+00');
INSERT INTO public.countersign_migration VALUES ('0018_refresh_token_indexes', 'd63cd7bebc197b0006820aaf4c905921ef8a66dc2fc14139db3724cfd9320bb3', '2026-11-29 17:54:24.70555+00');
INSERT INTO public.countersign_migration VALUES ('0019_room_for_updates', 'c5ffa7f3fe9876d1119c5ae65146af52ad218a5b937ba2061155ad8dd787b020', '2026-11-29 17:54:24.749522+00');
INSERT INTO public.countersign_migration VALUES ('0020_predecessors', 'd18bc0764d6ff56ee4b77871e567c5764a87ba3f2b8db935cd35c5d543a6e8fc', '2026-11-29 17:54:24.832241+00');
INSERT INTO public.countersign_migration VALUES ('0021_changed_registrations', '8b42d4515864e150d50cfce42a65abacbe4145e8b6b863f86650a43312bbc547', '2026-11-29 17:54:24.857881+00');
INSERT INTO public.countersign_migration VALUES ('0022_hosts_of_consents', '91e4d4048158b4afe729fac3ccea3502e9ce2bae7f102ada7c4bd43031bfef09', '2026-11-29 17:54:24.935108+00');
INSERT INTO public.countersign_migration VALUES ('0023_session_bond', '66d33886045dfdd4b1139d9b9b6784b958eee1ae63a2cf33a9e390f3b70c8598', '2026-11-29 17:54:24.98785+00');
INSERT INTO public.countersign_migration VALUES ('0024_authorizations_without_session', 'ac3c3ec505ea4cc1316d0828160f7e743b6dd1e80a3a3b2c7d1a9e562deeb964', '2026-11-29 17:54:25.154961+00');
INSERT INTO public.countersign_migration VALUES ('0025_folded_usernames', 'f99768098671426ce8edccea472a1fa0cc8e07951b53a44116d655c24f3735fc', '2026-11-29 17:54:25.318961+00');
INSERT INTO public.countersign_migration VALUES ('0026_unique_folded_usernames', '8a77df039afab806284d19eba0bb25238901c4536364e745f9edb5cea1e59dcb', '2026-11-29 17:54:25.595849+00');
INSERT INTO public.countersign_migration VALUES ('0027_no_shared_role', 'ccd58b9c9e74c535040b6d74a8630d5977c64a303f5cdede32bc3d43b932e569', '2026-11-29 17:54:25.624703+00');
INSERT INTO public.countersign_migration VALUES ('0030_audit_actor', '0e7d879a98001b45344a7489f1a8e18670c41f9699e4c94256a067452af226e5', '2026-11-29 17:54:25.686213+00');
INSERT INTO public.countersign_migration VALUES ('0031_mail_delivery', '6d68d419adbe55652f5c0d499713fbc0659e89afb8405a7a6976c6144bfcddd9', '2026-11-29 17:54:25.748+00');
INSERT INTO public.countersign_migration VALUES ('0033_address_proofs', 'fc9da2e5e5dda534d95b787d6801c18f763fded013dc01d7aae9e4d9348e442d', '2026-11-29 17:54:25.879557+00');
INSERT INTO public.countersign_migration VALUES ('0034_proved_addresses', '4f80f3e5d454a0c68ba113406adff3890e5f57103235a9bb591d2cc344cc0c1d', '2026-11-29 17:54:26.051533+00');
INSERT INTO public.countersign_migration VALUES ('0035_invitations_and_terms', '461456f5fa104cbb526749d1abf7ef29c945d296984685941ce6844d3c99fb68', '2026-11-29 17:54:26.065416+00');
INSERT INTO public.countersign_migration VALUES ('0036_password_changes', 'd0063dc533167717a743e3a988c2bb6347d1b1e596cd706878c5bcbe7fb7fbdf', '2026-11-29 17:54:26.25157+00');
INSERT INTO public.countersign_migration VALUES ('0038_passkeys', '3acfece6011e548ae3d84dedb79a4e22330c07db6381a905b7858b86e3626f3e', '2026-11-29 17:54:26.290108+00');
INSERT INTO public.countersign_migration VALUES ('0040_second_factors', '667c54ed83516b734915703f06e018198c61d4d3e5973c73251dded54c62a5fd', '2026-11-29 17:54:26.303546+00');
INSERT INTO public.countersign_migration VALUES ('0043_browsers', '281c4127bde2384c4c77585b6594832de3271ffeff7210ec8d759962a1133f90', '2026-11-29 17:54:26.545239+00');
INSERT INTO public.countersign_migration VALUES ('0044_deletion', '7a5d522f8aceef034ec91a179832902ed7cbe27006db13b6a4d03c0f90b15680', '2026-11-29 17:54:26.65553+00');
INSERT INTO public.countersign_migration VALUES ('0045_deletion_indexes', '7cb63a728106576ec5201077153a7b9972f349eba70cc4669b0cf2ebb9fe14f2', '2026-11-29 17:54:27.029776+00');
INSERT INTO public.countersign_migration VALUES ('0046_preferred_factor', '2648cf55150e4ded00e127a16fb6030af51c67cea31fc724a3de26c0ce8c70f6', '2026-11-29 17:54:27.047102+00');
INSERT INTO public.countersign_migration VALUES ('0049_pictures', '18ee422d225efa32a66d731a81cd40ddaf5275f441d9bb7bd95d9ff8276ba0ff', '2026-11-29 17:54:27.171525+00');
INSERT INTO public.countersign_migration VALUES ('0054_resources', '5bc770eeaa1df4e5da0b5f55e49cf4da96cb9df6ce844ffb34a858f4a60c11cf', '2026-11-29 17:54:27.285675+00');
INSERT INTO public.countersign_migration VALUES ('0057_pushed_authorization_requests', 'a0db12db679063ae09e2f8931fbafd5e7983e870648449f24c8c713d208f0c6f', '2026-11-29 17:54:27.381189+00');
INSERT INTO public.countersign_migration VALUES ('0059_dpop_bound_clients', 'f6370c422d9ae96c70be648c7f8ccfef26292e34f63ef6f785b3bf988e37458c', '2026-11-29 17:54:27.415526+00');
INSERT INTO public.countersign_migration VALUES ('0062_client_documents', '6a7d443c3e2fd73b0e79ff9cdf065afa22963aa01ca25d1c38b986c7053ac432', '2026-11-29 17:54:27.660134+00');
INSERT INTO public.countersign_migration VALUES ('0068_message_signing', '5726019e5f613bff2c19d9a8081a320092e8f106427151080b8e6b8bc6f3b3b3', '2026-11-29 17:54:27.74356+00');
INSERT INTO public.countersign_migration VALUES ('0071_authorization_details', '6d0f01b85e3cdf8985d973618ac4fa4f0317c157855224d3c7be817523768c6b', '2026-11-29 17:54:27.817326+00');
INSERT INTO public.countersign_migration VALUES ('0074_bound_resource_servers', '99c9b3b48422c93d05e4858f7e2aa9da11816400018ce13997357062288802dc', '2026-11-29 17:54:27.924647+00');
INSERT INTO public.countersign_migration VALUES ('0080_client_certificates', '0c1c15c47780deb1370d73a9bde3e18347fb5006389003c8c9e6f130b574e5bd', '2026-11-29 17:54:27.991006+00');
INSERT INTO public.countersign_migration VALUES ('0090_roles', '5418398d6ba54c15a02e0fa3cb10fe81069efb2791c4a0f565ad0d22ad0e9520', '2026-11-29 17:54:28.048324+00');
INSERT INTO public.countersign_migration VALUES ('0105_idempotency_keys', '5af36d2d2d705242ca8ad267acaebd5997774d1891d90f0b6f7b79891dc2f764', '2026-11-29 17:54:28.195548+00');
INSERT INTO public.countersign_migration VALUES ('0106_administration_indexes', '142d489fcad26f8f2af4e7e712c89141eb4315defe7248ec06459bd042695aad', '2026-11-29 17:54:28.543248+00');
INSERT INTO public.countersign_migration VALUES ('0130_managed_by', 'bbc3fb54ed5655f731cb19d33ad90f87fcd9f8305acef0b181985e16640c4605', '2026-11-29 17:54:28.591604+00');
INSERT INTO public.countersign_migration VALUES ('0140_invitation_roles', 'd6347e113850006e56f27f9ae7813240c0d6fb7f32e124d03b5b656009ddb983', '2026-11-29 17:54:28.770151+00');
INSERT INTO public.countersign_migration VALUES ('0190_daily_statistics', 'fdc60df066d73ac472fe4a336d94f7f244cc62e42dc49735428c76df3893d5b7', '2026-11-29 17:54:28.79152+00');
INSERT INTO public.countersign_migration VALUES ('0240_identity_providers', 'c36f02a4dbb7b6600c8b43fefac4bfec980955364c5d2e88b0ce564e4edb579a', '2026-11-29 17:54:28.92404+00');
INSERT INTO public.countersign_migration VALUES ('0250_printed_invitations', '2b8f33d4f5d9e18ecc44edb467575f10ab439219d4c86c35db497d0edb312674', '2026-11-29 17:54:29.084056+00');
INSERT INTO public.countersign_migration VALUES ('0260_imported_people', 'c93298ea622a66aff39e0bf7f0ba9013a8f35faed7ab3e71aafee1b7be8c55fc', '2026-11-29 17:54:29.139819+00');
INSERT INTO public.countersign_migration VALUES ('0261_import_jobs', 'e6cd1f6fc18b6179a3da913fffcae8f88e714a58e769b98657a821f072c3cd2b', '2026-11-29 17:54:29.219522+00');
INSERT INTO public.countersign_migration VALUES ('0270_managed_clients', 'f5b2fdaa39bdbbe264f8715ec998295cb754249f5d6760ec42852912615aba00', '2026-11-29 17:54:29.323537+00');
INSERT INTO public.countersign_migration VALUES ('0271_managed_providers', 'e2de65534f3bd676f8e5e60e9e40a9dc3db59f344e4ffa026dc12ccce4ca8fb6', '2026-11-29 17:54:29.479543+00');
INSERT INTO public.countersign_migration VALUES ('0272_applied_configurations', '73c33818ebb70b0ab5de1f9ec1eb14b8ab960215bc630126394c6cd78d3d7581', '2026-11-29 17:54:29.607519+00');
INSERT INTO public.countersign_migration VALUES ('0280_webhooks', '3015994c037547872343b1953251176dd7c5d31b6acfc956436c58b4e048ac5a', '2026-11-29 17:54:29.701449+00');
INSERT INTO public.countersign_migration VALUES ('0281_audit_stream', '10a33cc7b741b481334bf3cdc912103b6189d67a8ee8c2751ab9092602613709', '2026-11-29 17:54:29.791532+00');
INSERT INTO public.countersign_migration VALUES ('0282_client_claims', 'a242dcb2e2bc8ef5176d5da4079d5559e6d94540386209a78cf89bd9551409c7', '2026-11-29 17:54:29.872493+00');
INSERT INTO public.countersign_migration VALUES ('0289_managed_webhooks', '4249b35339877bf4d3889402992ccce5b62e7881c43f0701271703c1ec8eb473', '2026-11-29 17:54:29.959523+00');
INSERT INTO public.countersign_migration VALUES ('0290_organizations', 'fac4373157e9b29d260c3cf430f727b22a3686feb87de75fe97db056546644f0', '2026-11-29 17:54:30.044207+00');
INSERT INTO public.countersign_migration VALUES ('0291_organization_indexes', '8f3fe2bb16b1d1b92751de17e841def647df31e67fdb8664de8956e73069310c', '2026-11-29 17:54:30.347184+00');
INSERT INTO public.countersign_migration VALUES ('0292_organization_roles', '0dfb87bfc81fafb5fecdbdbd9e110deb39552af945a1c664ffaf37416ea2bd21', '2026-11-29 17:54:30.367531+00');
INSERT INTO public.countersign_migration VALUES ('0293_revoke_on_change', '2d577328e234790eeddcaec2cc100c675786d2d0b3329646eb462693cd9e4bad', '2026-11-29 17:54:30.42965+00');
INSERT INTO public.countersign_migration VALUES ('0294_membership_claims', '0986f0759ee3bbab6d9e001517c7a82fe20a46efdc5f09e00b0bbb2154925915', '2026-11-29 17:54:30.466493+00');
INSERT INTO public.countersign_migration VALUES ('0300_provider_presets', 'da729339a29c31ad715fb1837cb7be25f2e58cdff4c3823ae0b6cc4696579df3', '2026-11-29 17:54:30.535995+00');
INSERT INTO public.countersign_migration VALUES ('0301_providers_without_secrets', 'e7a20211aa4bfead9127d95578d8849959004548e4fb39c9c049fadcbbf5afee', '2026-11-29 17:54:30.65152+00');
INSERT INTO public.countersign_migration VALUES ('0302_claim_mappings', '97bb04f3be74c1329e0f0673b6fd4280362705845750284cbb21e2ad691dadf1', '2026-11-29 17:54:30.703844+00');
INSERT INTO public.countersign_migration VALUES ('0303_sign_ins_at_providers', '7fe53614d71038f180e4e25eeec348cac0c68a0f6ffc467a20a8faf69a65ee83', '2026-11-29 17:54:30.860912+00');
INSERT INTO public.countersign_migration VALUES ('0304_enforced_providers', '16dafe02cdb4c63c97391248ca4276664922f9a9945d1ddfc09131478bfb74b9', '2026-11-29 17:54:30.870155+00');
INSERT INTO public.countersign_migration VALUES ('0305_providers_of_clients', 'c7dc109e566971c90786450a14fd4a4d16c92582d9772762902c9353fead25b3', '2026-11-29 17:54:30.936005+00');
INSERT INTO public.countersign_migration VALUES ('0310_settings', '6762c26d53bdddfd1fd298f8b94da85e21527a1974e3366860e8f714117856b4', '2026-11-29 17:54:31.031543+00');
INSERT INTO public.countersign_migration VALUES ('0320_scim', '25d6348d013d30e2fb85354c332562bcd5189698ce3abc8b16e8770e7c71b197', '2026-11-29 17:54:31.169755+00');
INSERT INTO public.countersign_migration VALUES ('0330_people_list_indexes', 'f38714999b2cd0d450194d74eb3901d23c9cf934bba03081c71a56a479c316b1', '2026-11-29 17:54:31.498827+00');
INSERT INTO public.countersign_migration VALUES ('0331_list_indexes', '9d2b336ccc4b74552193d5266d4ca5af3b9dc2667dc3b646fd802e3b995e78f5', '2026-11-29 17:54:32.017026+00');
INSERT INTO public.countersign_migration VALUES ('0332_indexes_without_time', '321c202f1d41926ed95cdd51df0171890a8f402abb141b06ef7ffe6ff2a210ae', '2026-11-29 17:54:32.091542+00');
INSERT INTO public.countersign_migration VALUES ('0333_waiting_deliveries', '7c6aed3f205b64a2e4cbffbf1fbd672b9735fbe0c4b5be8b45638d9e7a40ee27', '2026-11-29 17:54:32.111529+00');
INSERT INTO public.countersign_migration VALUES ('0340_invitation_tokens', 'dc1f8dcbf2485aac68851fb67f49005edea202073fc13fe83aad5c6b719b1f4c', '2026-11-29 17:54:32.112396+00');
INSERT INTO public.countersign_migration VALUES ('0341_hooks', '9850a32f5c578ab2ae36af8524f3cc7e884f9b0129b898abfb14f2318ff97020', '2026-11-29 17:54:32.120043+00');
INSERT INTO public.countersign_migration VALUES ('0342_hook_indexes', '504fe8980481444fc8bd85aa767928c3dff14378652ca0dc2149f331475f4934', '2026-11-29 17:54:32.334113+00');
INSERT INTO public.countersign_migration VALUES ('0350_providers_of_organizations', '662e6ab57b3d832cb7948e194ade7a5d8439fc0932631176dd2630a7d627eace', '2026-11-29 17:54:32.334829+00');
INSERT INTO public.countersign_migration VALUES ('0351_providers_of_organizations_index', '9363d295acc7286f03b8b8c9cdf665062401946dc83167155d32a8959024e9ae', '2026-11-29 17:54:32.475527+00');
INSERT INTO public.countersign_migration VALUES ('0352_provider_logout_and_phr', 'ad97292f73fad952f8c27c83d307887aa402a4ae8e479fdb9feb3f83a1cf2963', '2026-11-29 17:54:32.51295+00');
INSERT INTO public.countersign_migration VALUES ('0353_colours_of_clients', '92ccd6efe25ec35e20f7353ddc9bbb001d3a40070b87a82289f1ee43a0e4fa21', '2026-11-29 17:54:32.635784+00');
INSERT INTO public.countersign_migration VALUES ('0360_used_provider_logouts', '13251aac9a3d2e03b279e0fb60d5e73d3d36bb78684139efc85ca08788c72f66', '2026-11-29 17:54:32.695544+00');
INSERT INTO public.countersign_migration VALUES ('0365_job_failures', '4f6689d16a5298e02afe8c204296c8d446c7cb7eb5651dffe5932b98b714a561', '2026-11-29 17:54:32.767523+00');
INSERT INTO public.countersign_migration VALUES ('0366_hourly_statistics', 'adb70c34699efd5e8282225f6724b1ef5141d5cac43cb08fe6bbd100b037381c', '2026-11-29 17:54:32.823546+00');
INSERT INTO public.countersign_migration VALUES ('0367_enabled_webhooks', '1826c9486048e487e0b55b9269b5ad8e93542ef0fdfc1af57e2981c8859c5a5e', '2026-11-29 17:54:32.903555+00');
INSERT INTO public.countersign_migration VALUES ('0368_job_indexes', 'b90e8fff00a18d43a6246d5d65bd5124489d125ae95b21b9f0aaae2ef65f007f', '2026-11-29 17:54:33.175268+00');
INSERT INTO public.countersign_migration VALUES ('0369_indexes_in_vain', '9c2d161ba148751b1da2371655d51363979e4b4e0d5a6766d7073b2438440a05', '2026-11-29 17:54:33.22078+00');
INSERT INTO public.countersign_migration VALUES ('0370_sign_in_names', '4bf5c07919c5465b0a045f48f0b0ff696480fb5611f46a92d156726b38ad6c2d', '2026-11-29 17:54:33.239531+00');
INSERT INTO public.countersign_migration VALUES ('0371_ended_access', '2775f972f7e20734b2e6e12a3a483398fb80d31c40f70371b5b7300687de4a43', '2026-11-29 17:54:33.411589+00');
INSERT INTO public.countersign_migration VALUES ('0375_ended_by_directory', 'b56b74827739cb1ed96e10e9e96c1a3c48109f53659821b1bccbb3b1eb65a9e1', '2026-11-29 17:54:33.563527+00');
INSERT INTO public.countersign_migration VALUES ('0376_givers_of_invitations', '1b085db4f1e7d773c28b8c054c6738f09394cb56006c6aecd97b8349736291c0', '2026-11-29 17:54:33.707528+00');
INSERT INTO public.countersign_migration VALUES ('0395_deadlines', 'fce0df7fe3e3efa48c11369bb516946dcea69d168b8036ea5c6bc2cd4ffce46e', '2026-11-29 17:54:33.771542+00');
INSERT INTO public.countersign_migration VALUES ('0400_indexes_of_batches', 'ff499d19f6c69e90adcd659d35f6d8870239a7e711cb7f18c6bdc62b21265eb2', '2026-11-29 17:54:33.889598+00');
INSERT INTO public.countersign_migration VALUES ('0401_domain_checks', 'f4263cdf5a258ea024beacca1ebfea786bc7ea25e4a477e703bd0361c1cca3ca', '2026-11-29 17:54:33.947524+00');
INSERT INTO public.countersign_migration VALUES ('0402_domain_checks_index', '29d350d0fb186ec9c4eb3d3a068f83258826b8d07ce137a6de390734ecb718f2', '2026-11-29 17:54:34.076378+00');
INSERT INTO public.countersign_migration VALUES ('0403_idempotency_of_acts', 'c3b6d2633460ecd0e4937dc41fb1f2e921cfc0f5e3ba60f04a99cea8b24ee29b', '2026-11-29 17:54:34.113854+00');
INSERT INTO public.countersign_migration VALUES ('0404_idempotency_of_acts_index', '3483034e845c216d1a12bcd16ea5df066cde60805b47f7f2b4b93b53ec48f717', '2026-11-29 17:54:34.263578+00');
INSERT INTO public.countersign_migration VALUES ('0405_resealed_replies', '2fb5a73c0fb3907eeb88ac009c01cd0965487b66b223f28a16c168ae2b26d4bb', '2026-11-29 17:54:34.278365+00');
INSERT INTO public.countersign_migration VALUES ('0406_shown_scim_users', '8328843c435eaad326b66a82d9556553371cd1940589d8386c38041c4a859c1d', '2026-11-29 17:54:34.454036+00');
INSERT INTO public.countersign_migration VALUES ('0430_claims_in_id_tokens', 'c2eac7c9f06810ab3849ee4a81efef1b5342a55a73c875bc8390a2e182634084', '2026-11-29 17:54:34.463526+00');
INSERT INTO public.countersign_migration VALUES ('0431_pinned_methods', '50fa79a0d2c96b03927b7fc0678ceb573da71a2386cae32a2edb48335c7c5a2e', '2026-11-29 17:54:34.520226+00');
INSERT INTO public.countersign_migration VALUES ('0432_consent_policy', '8c984653be5ac449a1cb8b4eb0a038b56690467326725e8290ab927d49728572', '2026-11-29 17:54:34.583569+00');
INSERT INTO public.countersign_migration VALUES ('0433_redirect_uri_exceptions', '6122e9b7f6d4064e5ff13e7c9ba0a6d06a0b1486e64c29c6ec9af0c9989d4794', '2026-11-29 17:54:34.691579+00');
INSERT INTO public.countersign_migration VALUES ('0434_access_token_typ', '67fc70e05ee85d7dbfd8d0542ed376c7f67f70a04ad706f2a065d64c03229d83', '2026-11-29 17:54:34.787365+00');
INSERT INTO public.countersign_migration VALUES ('0435_open_registrations', '40372fab0cfce450e646e56a19ee39b3f40ae0d76aabe29980dc437eff36ff29', '2026-11-29 17:54:34.876977+00');
INSERT INTO public.countersign_migration VALUES ('0460_refused_requests', '7e209036aa7c16a727fb1b793ab890b9e54e835dacdc95c912dbdb733beb00b0', '2026-11-29 17:54:34.920746+00');
INSERT INTO public.countersign_migration VALUES ('0461_required_scopes', 'd715274901e48b3b420ec2b63706a970a72f34e6a356c850f4346a1ec9c3ad25', '2026-11-29 17:54:35.033503+00');
INSERT INTO public.countersign_migration VALUES ('0462_open_registrations_index', '959f9c15f5b6c39befc9e520ab59486313b858e150700be59ff11ed80f069cbc', '2026-11-29 17:54:35.283566+00');
INSERT INTO public.countersign_migration VALUES ('0470_purge_indexes', 'f1012082ae219482b89bdb048b28f3026722348ed74332f63d4cde208d0a6de1', '2026-11-29 17:54:35.620596+00');
INSERT INTO public.countersign_migration VALUES ('0471_scope_texts', '484ff884b4d098613401790020b18f6be24aa6925daef9be82bf45a5fb7a5905', '2026-11-29 17:54:35.642063+00');
INSERT INTO public.countersign_migration VALUES ('0487_trigrams', 'e7c52e9edbdcbcc69416bf993b952ae8b153f89ba59d22155ea0903194d388b2', '2026-11-29 17:54:35.741938+00');
INSERT INTO public.countersign_migration VALUES ('0488_search_indexes', '3cb96d946fa09a0e1bb1621cb8ff210885735921d37f17495a8b595fbdc57ee9', '2026-11-29 17:54:36.223696+00');
INSERT INTO public.end_user VALUES ('7acd6ede-3cff-4372-8660-9d1efab19493', 'alice', '$argon2id$v=19$m=19456,t=2,p=1$Ry6HgfMcU2wnHvhM5OBOsg$CiEcu+Z1p9VVrTSB4QVXrpn0HZrYgX2qbqKHtS68iFs', NULL, '2030-01-01 12:00:00+00', 'Alice Beatrice Carter', 'Alice', 'Carter', 'Beatrice', 'Ali', 'alice', 'https://people.example.com/alice', 'https://people.example.com/alice/portrait.jpg', 'https://alice.example.com', 'alice@example.com', true, 'female', '1987-10-16', 'Europe/London', 'en-GB', '+44 20 7946 0958', true, '{"region": "Greater London", "country": "United Kingdom", "locality": "London", "formatted": "12 Garden Row\nFlat 3\nLondon\nSE1 6HJ\nUnited Kingdom", "postal_code": "SE1 6HJ", "street_address": "12 Garden Row\nFlat 3"}', '2030-01-01 12:00:00+00', 0, 'alice', 'alice', 'alice@example.com', '2030-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.end_user VALUES ('6b99d2bd-ef12-4212-a601-3501953441ca', 'bob', '$argon2id$v=19$m=19456,t=2,p=1$iRPXEFWgtoa+9/M6Nsew/g$ta1xfkN/yWM9e6TlqQQB7TzkEFyecdwJa7L5z+f8MJM', NULL, '2030-01-01 12:00:00+00', 'Bob Miller', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'bob@example.com', false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2030-01-01 12:00:00+00', 0, 'bob', 'bob', 'bob@example.com', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.end_user VALUES ('c8a56257-a0e6-4a5c-aa36-47a565f07d5d', 'dave', '$argon2id$v=19$m=19456,t=2,p=1$AYfSwvOWt9lP99AxFRjVFg$iSJ0WguqeT9kRZ5R6wH3sGxnnkLBMnd3OyKQd43aVlA', '2030-01-01 12:00:00+00', '2030-01-01 12:00:00+00', 'dave Example', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'dave@example.org', NULL, NULL, NULL, NULL, NULL, '+44 20 7946 0958', NULL, NULL, '2030-01-01 12:00:00+00', 0, 'dave', 'dave', 'dave@example.org', NULL, NULL, NULL, NULL, NULL, NULL, '2030-01-01 12:00:00+00', NULL, NULL, NULL, NULL, '2030-01-01 12:00:00+00');
INSERT INTO public.end_user VALUES ('1017e85e-60ec-4a75-b774-c4c31587c254', 'carol', '$argon2id$v=19$m=19456,t=2,p=1$Xfm3BsRi1W0GtWSV5t6YIQ$lwSQccC1J8eJuQkNA8T5IJjdWI30JbdjmUy6KA10ak8', NULL, '2030-01-01 12:00:00+00', 'carol Example', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'carol@example.org', NULL, NULL, NULL, NULL, NULL, '+44 20 7946 0958', NULL, NULL, '2030-01-01 12:00:00+00', 1, 'carol', 'carol', 'carol@example.org', NULL, NULL, NULL, NULL, NULL, NULL, '2030-01-02 12:00:00+00', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.end_user VALUES ('6c1133c4-8fde-434f-bec2-61950a06d95e', 'Zoë', '$argon2id$v=19$m=19456,t=2,p=1$dS+92ZxjOPUumLSWowITKw$26vbzHMUEhP8Oyjs5QDk/WOMWkBdFb3xhENNk5GPlLQ', NULL, '2030-01-01 12:00:00+00', 'Zoë Example', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'ZoC3AB@example.org', NULL, NULL, NULL, NULL, NULL, '+44 20 7946 0958', NULL, NULL, '2030-01-01 12:00:00+00', 0, 'zoë', 'zoë', 'zoc3ab@example.org', NULL, NULL, NULL, NULL, NULL, NULL, '2030-01-02 12:00:00+00', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.initial_access_token VALUES ('334c85f8-4f1f-4f16-9924-cf0270c16c38', '\x3d6241cf0c4bb22ecb4a32129bed96f36399f702adb22acb005b5de17d21e1f2', 'for partners', NULL, '2030-01-08 12:00:00+00', '2030-01-01 12:00:00+00', 3);
INSERT INTO public.initial_access_token VALUES ('45b77452-9935-4be8-ae85-eef6a4218da5', '\x92b370f6853c6b6b9e4e59454f73e81c01c3ae4348f51f26a4da33e00ccc8b7f', 'never used', 5, '2030-01-08 12:00:00+00', '2030-01-01 12:00:00+00', NULL);
INSERT INTO public.logout_delivery VALUES ('53c48b04-8325-4d1f-98dc-86fbc5cc657c', '81ae8c38-81b9-43fd-9aca-66a659eaa73a', 'bd8b6256-13b8-4a43-996d-45385cbf4ebe', '6c1133c4-8fde-434f-bec2-61950a06d95e', 2, '2030-01-02 18:00:30+00', NULL, '2030-01-02 12:00:00+00');
INSERT INTO public.pairwise_subject VALUES ('6c1133c4-8fde-434f-bec2-61950a06d95e', 'pairwise.example', 'b181f384-06e7-403b-a2f2-1c449a2ff047');
INSERT INTO public.person_key VALUES ('7acd6ede-3cff-4372-8660-9d1efab19493', '\x20749ebc5504ad314f23008144bb9482aa445a92a9f7218aca0a455889c56f88', '2030-01-01 12:00:00+00');
INSERT INTO public.person_key VALUES ('6b99d2bd-ef12-4212-a601-3501953441ca', '\x9581e31d25502fac0eeaffe89bdaa5b25fd6acae0606641fca829d348dccf6cf', '2030-01-01 12:00:00+00');
INSERT INTO public.person_key VALUES ('1017e85e-60ec-4a75-b774-c4c31587c254', '\x68b94de03a04095ed726b1503e06f3555135686d5f7d19918e1cf75efcda236f', '2030-01-01 12:00:00+00');
INSERT INTO public.person_key VALUES ('6c1133c4-8fde-434f-bec2-61950a06d95e', '\xd309a79c6ae66dd93a006ec976ba257c49b0654a3668464c2951b497fef3976c', '2030-01-01 12:00:00+00');
INSERT INTO public.person_key VALUES ('c8a56257-a0e6-4a5c-aa36-47a565f07d5d', '\x894a79308524c8d2dc2a70c38ea8326daaa1e8d85fa7bca642772df71fa9d64d', '2030-01-01 12:00:00+00');
INSERT INTO public.refresh_token VALUES ('\x8e870f430a70a02b2619301a83b19c5200792c4b9e8c50df588040695eeb6831', '5b1f224f-1ddc-4b5e-9034-58b00336f00a', NULL, NULL, NULL, '2030-01-08 12:00:00+00', '2030-01-01 12:00:00+00', NULL);
INSERT INTO public.refresh_token VALUES ('\x3e88e4dbc14dadd56b827748480da24d50850ddf7700dc145a8d54d13f6ef3ba', 'a82ca814-7e40-4319-998d-c8ab283ff89a', '\x73fef6acacaf7cbc307a707e726ab3d951ce005ac2b44a11dc11ce56813a6613', '\xeafcfad9bc6812d78a9db5c10718357bd8f60997870bd2908f2f0dfa5e3f49f51d9478b50547545098bc78b69a586c71651befb1fca44168f74c6c52c01883426842d13bb5d2ea8177f58f8d558dafa8196caab1fe08d676ebc82321fccf22386431958c9b250eba', '2026-11-29 17:59:59.02626+00', '2030-01-08 12:00:00+00', '2030-01-01 12:00:00+00', NULL);
INSERT INTO public.refresh_token VALUES ('\x73fef6acacaf7cbc307a707e726ab3d951ce005ac2b44a11dc11ce56813a6613', 'a82ca814-7e40-4319-998d-c8ab283ff89a', NULL, NULL, NULL, '2030-01-08 12:00:00+00', '2030-01-01 12:00:00+00', '\x3e88e4dbc14dadd56b827748480da24d50850ddf7700dc145a8d54d13f6ef3ba');
INSERT INTO public.refresh_token VALUES ('\xf1ec9e36e60a4fd5691d94add7d28942df8b202c31c8de8734a149cb5b5b9342', '9a5d0d16-c1cd-4dd9-99a3-3182c4e76de3', NULL, NULL, NULL, '2030-01-09 12:00:00+00', '2030-01-02 12:00:00+00', NULL);
INSERT INTO public.refresh_token VALUES ('\x643b4113251ecd44749953bc2fb66864f5448a045886e2b07626aeb018c15b91', '205867d0-95d5-45ad-ba93-7e77c5f5d09d', NULL, NULL, NULL, '2030-01-09 12:00:00+00', '2030-01-02 12:00:00+00', NULL);
INSERT INTO public.refresh_token VALUES ('\xde6b8d084e55e3e397dc0a1cd4b8ee78d7e17050d4847b9c3a3fe1159813b9f7', 'b788083f-aea3-4452-bb74-b5fb35e58679', NULL, NULL, NULL, '2030-01-09 12:00:00+00', '2030-01-02 12:00:00+00', NULL);
INSERT INTO public.refresh_token VALUES ('\xc18b8e8744a9197af50b1ee268e6a519889ea08f12f59cae54f856a3f6c1870a', 'dfa711d8-e6ff-469e-919e-ee3ce0717ead', NULL, NULL, NULL, '2030-01-09 12:00:00+00', '2030-01-02 12:00:00+00', NULL);
INSERT INTO public.refresh_token VALUES ('\x34aedf928f6e2ddaa4474c153ffa9abbacbff9651802d05f5e52a5f779777f4a', '8db55a49-edcc-4c21-bc91-17de07e4eb89', '\xaa611860ae9091cb7d552a41fa86d3f926496da33760cc42fd78e2bd3be3b64b', '\x5833d1469d8c963abb45a9d5680bc3b796418cfac3caef8b1874c65f1d61a2745d933f72cd68322b32ecef34f4791353a2512c744cf1a435b79ad524546a2f919782d442aa7177e15aeb64f9044a1803c961dfe2b0665a884bf3a6d44ced311233d6d4f12e3c1b69', '2026-11-29 18:00:38.728796+00', '2030-01-09 18:00:00+00', '2030-01-02 18:00:00+00', NULL);
INSERT INTO public.refresh_token VALUES ('\xaa611860ae9091cb7d552a41fa86d3f926496da33760cc42fd78e2bd3be3b64b', '8db55a49-edcc-4c21-bc91-17de07e4eb89', NULL, NULL, NULL, '2030-01-09 18:00:00+00', '2030-01-02 18:00:00+00', '\x34aedf928f6e2ddaa4474c153ffa9abbacbff9651802d05f5e52a5f779777f4a');
INSERT INTO public.resource_server VALUES ('https://orders.example', 'Orders', '{orders:read,orders:write}', 'ES256', 300, NULL, false, false, '{}', NULL, 'at+jwt', '{}');
INSERT INTO public.resource_server VALUES ('https://api.example', 'userinfo', '{openid,profile,email,address,phone,offline_access,groups,roles,organizations}', 'ES256', 300, NULL, false, false, '{}', NULL, 'at+jwt', '{}');
INSERT INTO public.revoked_access_token VALUES ('d08aba4d-f3d7-4305-b472-2ccdbd0ceed4', '49cb63e1-a5ee-41a4-ac56-51e20abfe94a', '2030-01-02 18:05:00+00');
INSERT INTO public.session_client VALUES ('185008fb-f1ae-4eaa-92a6-74755953e8b8', '4cb50482-f409-497c-9ae2-cf8135883e36', '81ae8c38-81b9-43fd-9aca-66a659eaa73a');
INSERT INTO public.sign_in VALUES ('4cb50482-f409-497c-9ae2-cf8135883e36', '1017e85e-60ec-4a75-b774-c4c31587c254', '2030-01-02 12:00:00+00', '{pwd}', 'urn:countersign:acr:password', '[{"at": "2030-01-02T12:00:00.000Z", "factor": "password"}]');
INSERT INTO public.sign_in_name VALUES ('alice', '7acd6ede-3cff-4372-8660-9d1efab19493');
INSERT INTO public.sign_in_name VALUES ('alice@example.com', '7acd6ede-3cff-4372-8660-9d1efab19493');
INSERT INTO public.sign_in_name VALUES ('bob', '6b99d2bd-ef12-4212-a601-3501953441ca');
INSERT INTO public.sign_in_name VALUES ('carol', '1017e85e-60ec-4a75-b774-c4c31587c254');
INSERT INTO public.sign_in_name VALUES ('zoë', '6c1133c4-8fde-434f-bec2-61950a06d95e');
INSERT INTO public.sign_in_name VALUES ('dave', 'c8a56257-a0e6-4a5c-aa36-47a565f07d5d');
INSERT INTO public.signing_key VALUES ('yd6PfUqyo1lrTAJepYZDiUkkBvtOPmFmJv4Yvm3nbbk', 'RS256', '{"e": "AQAB", "n": "re7tdfgfrX_THPVDPzmENHn-ZA38bEYqosz2rVH_X7P_aOnE6xBGP2xOUFtXXUXdeI3Tx-H1ACiEcF8VZr6u-daRO0-RHP4jJwgEev3hcfhhSWw-xTAFsJF-0_yaaDLllGDczt17f5QUZ6a-3fO-Zg9zTPpshqQF0XBGP-YnBEyNeeSUT0DFzzhcYtc898oe61KkeO6fWPl4MznRDhT2gSzxavibWtq43FvdmOqw2STPNsEl6cf9Cqxf5EPEISa9vLnwCWMQUPprnHcc5stbQwO0aP3SqJOTU_pogRn-JK_dWV4Qphp0iL38bYnNBsuhqnlg8Isja6R8IAcMmJm1tw", "alg": "RS256", "kid": "yd6PfUqyo1lrTAJepYZDiUkkBvtOPmFmJv4Yvm3nbbk", "kty": "RSA", "use": "sig"}', '\x601239a4085634d9bcc5c0ace99c369b3cb064bb703d1af0deac21f39feddad12ca045ee8b50412b4c88ae01ecb8c6daaf94770001b23c66441db9c7c23c5efac6bc81ae8713ebefbb31d8cd0c7e21d4dd120519b9ca6f96e4ec263c6b87cabbd14df61d6a66a31e96073fef2ff24739a601fcdfb3398a3710ac0843b7c0d28139fbb79aaf376644a87daec3b0bddbdac4722eb5b4f7f7d0d780b4aa3a3030e72f07aae8775c346dc9d4039d1ec150d1871e31ca10b1d5801bfc8285365d8974230729685bf9884b3aa5d77febdb818afca909cbf0c9c90272af01811d62d64d5c6f9484cfa426c683be54716a641f49ceaab5af85eadf0ce627dc2f31b3b024a444b0d99027d96961f20e32d6926860a325ae2459820725f338d73816ff4b426f3c8df854795078e979c3efe1676bffd1b1e7ed6df8d2ba642eb7b33ecbf33135baaf64de62bb689b6fb92f0545a75b69c0423a3f2a64fbb1f87f9d91589170469eee94673317d459a1216d3c06c6ff7ef7313d2f39072764c8be9e4ecd0ebfd7b3460e7cd940151d7f798ba40a503a96ea620265235ee425d549bad127fbb46be9a9cb1ec29b4c6fdec5451f8ae48a46a61994d45749071858e6e186d9e6c816b2504b8c146984082b14008ead269fd1f51d16c58ee7a3f3ebbe5186b3a9a76212cbf48f7c26b8b42a201ade35ceb140c398b0e3531d7775abe45dca7cb4d01f5e2581dc82581489589843fffab97f14343aa34a1a2d699f34ecf8fb51d2772a51e7a88de9d2778751ea577dadbd5d5ab2aa6df6ed2ae1ef83d810119024b4b5b8fbc62ecab4897f861017ad45a735f7ce692329d50f078fd168654d061af54e246bf4007c70762de9f84fbdfa3fbfc6c15943c6e5b27bcac089f8227adb1bb5e59f20fa7183bb6ba65b4bc746b6964b17303adbb4b4a9544fa809909b7587c2df99ca746c0ca05bc561bf5942fac8aa6bf58dc500ca0cc39df325a8ac480f503236388aa216cac1e5175640cc8cf512755bd69f5813ed555e68cde030fb64bef2c2a0abaeff27986f3e9c48ffb192ad51d51af239fc1ebd353266fa426d4fd0c44d2ccbc74820ffcd2eef7f071952ce466035463b5594e4d19517f8d58b009aeb604004efeae13415ed292a1a400fdcb13f80695a10535eee0d9cbbaddc2765a96a43dda779737482ea5a541ba8f842e32f544446d509b68b8a9760cbe30781d28cb272e53892b3627f2e8ed8f7c2e7535df408789e21cb2f828e2939499b56af2ff3486f9f31e19a91e6a58c57fe8f7753a1cf999661ffd84c81d21f6cbe641b5828d324a200418b91708abf62fd78affe2e010ce5f6844b974871f3d561885b027a5481167860eda1d68390e3114a4568fd487cce3ae807c305d4d07e9dbb6492ea0e8a03b00eea666dadcac924131688aafaa49217f765174df4a32b019b7e9438a00e97a3ba191b02e61b34bc9ffe1e624a4349f4e339ce59d7292424309e39c0be13478f78beb887610f5eedd399b86cf66f61fa2123381f5e740402e680a91cf38b5cb13f4bdb39347f030a33d4be5485ab2e04337334bff1282a1288299186bbc1b0297322b53c2dd405125df3bda3b797f375129efd5300d34a2229c42dac2085c4ed7f5312f8ac92821e0d3440bf2362523564c6ba225c2da610049c9ffacdc4fee5ce1d33f8ef43cbb89498ebcb5a6d42bc8a1597209b267b54c93aa00e405198ad9957e40344b32b4aca38323e7bfccc3c960ea1d93eed5e3f57731c10fd332deea7d69ff76f370ebb78a58248ade22f78f7e1519b175567389b41136375096cf0fd0a44358532fbd73bea025d838912ebd99580e37d74c739f8ac916dc53d9232000d6e9580429f10509b1d96a637d17b0d06718e36335498df6742e1478c3f955852345073d12b0633410c2e52f8290694400418f5a0105e804b6e8a10360696f892285fc7d00ebf7f4e2d1c07b7adc0ac00f37af7354a31663a26380806890a5d7ed9f5a4f533245bfd7ff58af100d6a356e23ba161ab871edd18940475339ec64b99230b9029385a7b20084b56973427e0966def6710a0c4ea40c44c060517d0e9aa6594d011961027929349085fbd8fe2855ccb0a19de49b50e320e2b40b3f0427937fa6ab7114f482fbfda3583b17f96b6168d1c30ede2857c685053fb84c7be7d6f3f2d4d7b06d5e0b80a8e0608d0b1a6bae2bccd29951ede91e6ff7f2bca705b7e394ae4006a7d43e0fd348f4d6df4d062445c0287e473478cc96c9d26f45032713030267bf5100a9624bd202ecdafc5c6043c229dcae7e4b42f9c6ea6e0d654ab72744a83cad126b81f4925e32d3c2a19381841df5c1387b462cbc5a18e36eff4f879ca31cce85fbfd77ed05e8644f7b964ff342978c0d4210f502be8260f1d2e2fb90364f1902588c3e551d8b0', 'k1', '2030-01-01 12:00:00+00', '2030-01-01 12:00:00+00', '2030-01-01 20:10:00+00', '2030-02-01 20:10:00+00');
INSERT INTO public.signing_key VALUES ('6vlZuEZxhCk63164NP9mnW8PNG-518ljtBCw-4goyKU', 'RS256', '{"e": "AQAB", "n": "s-KlZCVXZSKTH7L1sztVtCnuBXQdRDLcZr2xr4OnWYC8huGNXQrR_mtdGRMjLs9RhYK7xzGdmLJyA8EkQ0Hnjwj0poh-E3bT3OmVZhVSog1SCanKTx5LLfqJN5EXgNnGddUL9Ou0mt1NPO_GqWAhGAOmndZTHw4aNm_-MkvLCUg54PRQlUI-clHfWgUF7KaFDtIxPCBDoHnEBi5L5c1hDuO472U4swwp5YJb7hBR_t5MwZGGUQrgCoT1cLGqSbctgcWvZjkoLGnj3k3GL-vo-qgqz7SlteAnS1aFG752JqtA0PQGU_FiQn29rR1F9DrVmPMd9gsEraXt6E-W4iY4OQ", "alg": "RS256", "kid": "6vlZuEZxhCk63164NP9mnW8PNG-518ljtBCw-4goyKU", "kty": "RSA", "use": "sig"}', '\x16f52142f4819184b5ab8a9a5980b1453023a9c0c32a63aad2e7e0d9991c045b93d1b36acac55c63d590ec87258fb3b757b096a3b246f8f2b3111d7d8eae897494b7bc265b5ef7fa99fe4c36c0b1f05e892aeb1a49d89dd8f3320c2c4696a131a67daefe3675da5a9cc250a5d78f070c1dd93c1be1c3b4f6c60246d70eb285bc1b0fb0ee2775419b4c454e8c0a2f08080e2c0222677d907de48b387380a4824e8181266d07b33cd4b52f36adc743881c7c61bc399c5592c3854accce82259ea803671962badc5077bd1487cf05aab4fb41af8dad289f10552472bdac802ac3b2cf6e762125615d4885a5088d175a4a895ac2e427263efc9473cfcbb3949b4260ebc5e8955a74b6407523381db1ed8b14460bbd971785ffc2c01eb1e8340be87e61da6b2d77be70b53a4537c9cf04ea59aeef1986c23fbb6c55e365e0bf692eff507e8058e581c666f59c96a144d9c47a9a33c4c55d0bdec535e620021cd24640c18d8b6ae363408e5d532c443c0c88db909a981193d59a7db4d5133d85aaaffda325588a27ab737ededa6dd3b8304776613d860c53e15a242bd1939243b34082e505dcc73b4779c02a01d940e72d41bd427c40d9482308bd6cc667c4513f084eee2731db6465edf0ecc381be5e96214409638e44b59ed928d9e2e66d12b500b816531e1d35157cc5491de2933281307cd500b7afcb6e2069458ea7585007de1f77b15a82bf37b628e8f2bdb75e7942e9425a2010033382b67f7a8e38476b35a7673840033b03551f28b4509ad3455627a01ac74b1459116f07237e3a07044ac0e9882bd8397376dfeeb444425c090eb0bc3774721b166dd833943894016a8b282bccf8ed6b2088a16a279913f53109d028fe004fa14cd02a74793ee1249ccba12e0e76a20f34f5a60ef55ef5218e084b048eac408d5c8b5995599fd7a969d8e868e31cc6503e1019f43f7d40e77cddbabe59abfe9843fd362f87f26f543cd905d6e7b6000a3324e526917cbe5f1d021736169fd3d3070434dcae673f01e22fa8a52c78e0bc36a9d3073d6d24d49c697e137b4df019ee7b892bb2987d03ea1102ac5ecc5d37ee9fed284e8b7a4a53a165c5546e99d7fcbb6d13ead976254f07a1025eb47e15dd4e1420cc2d12294d06d7238ae9c13fb559c4e4b0fb47a0d37f47645350daeb93ad3930698d9c732fa176d161c4e413f54187eaf74b4080738589f11086a352e624b35e6cb5df75117a9f3b9984a9f10738f31f5cd2a19b9f884ae2b6ca8517efc3091c6fd3a461179256a17bb6b4070a70d48cc054d739f7613d0861a200872dd7a575e6f847fcb8d2efc3168cf1c9889e35a8ee70a5b8dd1ad0a1c36d1058d4af812e5875f0421773d3e1213234888a9f83c3301e51500e6b48b8a4c727c2012ddc57a1f46f5e98b6155c1f4f16ea700badd384b9e09e7bdb7aef4d1e8b0dd91051d1c57b8286aeef1b6e0e315de21eeb1751870ca84035e351554fc15b1579859f45eb784dc94253b1c48fec4b10aa96d28a75ddcaadc175f441718c05f3a6a04d831e1c0bd27c6503579eddfaa6560afc48fca85dff0ed0b2a803c22ca67d97938be5b61d1013dc344782744a45afbdf2ae854ec833158769411d39324ef02a2a036909e71805a34c00fafdb5e2eb0ded8a295ee2ba410fc568256bfecae8ae6497204ddec1a25ea8d46343c8a186b1499cb9d19205ff18b5647a679663f278d15dbe597a583a087ddadb8b81a45f8d0183a7ba083926bc3933c5e80698172775e8009eeb50c6f464bc0348d859c9ef50fdab54a571852ace18578891f24ed0d91fb45d70779d086b5804afaea5303d539d758ad3cad68b8b6281422c3e6da8148da4282bc04a573f50c7356c0718f37f9e27a0f828883b055d9da1694764b738e6535c44fedb51ec16674ecd9d63bc26a3893061bcdf2013f5a29940dbcce0034ccb4813ed09256b299d56553a0307714e0864b461b6032fe98f711da5fd2e3010075c1156cd05a549d9a6d5cbfe4ecbe13124d546132478e679af95f1693bc8859fd457c7df362c82a1d1de5f73a2b00abfcd4e96585b6d6c1e19095f163538505791f35698afe62ec34e215ae7ae57a716c7f85c92a3f448586fe54df9c61bc9891cb4f55fab7982f89ac241a54ec9453ed519eb6a3810da7944c826a75058c00b293cc3f6ada920e3de2fd91237f94f0dc6d536585bc058827a76dbfb043441b7266dfccc479f02864fc66a7b3cb57bdccf807971fee8de0b70f9977fe219e9d9f13b47499c38731e292a2dab81175cd63aeb411d9f602e3ac9aa9363ae38c124a371a033007c0318959dc7e4b2f0936a6d0b44750377da6507c5d0b2d29fba223b898f092c5ad576a207bc4b5febac2f3e3b63cf853dd372f6c301f9af96e07c1560d78aee3acdac07fb56ccd7d4bb', 'k1', '2030-01-01 20:00:00+00', '2030-01-01 20:10:00+00', NULL, NULL);
INSERT INTO public.signing_key VALUES ('dQbl37ktYuVkWC7MDVWC5J1Vls48cU8fLIC9JNXt2fQ', 'ES256', '{"x": "HD37EpidfeNzq4Ee06-aLCX4TXLVVd6YQ_GDzdrXpG8", "y": "6fkHDbVo9_BQDcOnVUKxGG0T49zq2-beiGiECMuifqs", "alg": "ES256", "crv": "P-256", "kid": "dQbl37ktYuVkWC7MDVWC5J1Vls48cU8fLIC9JNXt2fQ", "kty": "EC", "use": "sig"}', '\xce272974a0d1d303e77225aad029f6bdc4dbac0ddde38c558fda11bfcd626bb870ce63dc0246453c3710306efa0b2f0a87664220bbd32520e1e01df05fcfe32e3eaa33d773e95f47552e46edd79a3ca51b2f248e160b3572d8ece85326d2fffb614bda62a3a64dd0103737ebb82b787a093ffe7a9f61e9bf6061423dc383e4aba71e596d52c7a2908ab1b14926b82966a16f7049864bfb572b4d86302dc89e85a0cec8f6c706ebc4e559ff17f658224e5d7aef1b62f87a360556e4b7c88dc76898a98db8687627cab6f447fb64f10cb430e0f3969d533f212314b84af0de2f6b07b9789f52325780f2e4f00e37759744f9b100381ce50c08a2caa8f34f85af48ca1de1a5b925d722fdfe19a83d182b735591cf409b6deabe5a8d', 'k1', '2030-01-01 12:00:00+00', '2030-01-01 12:00:00+00', '2030-01-01 20:10:00+00', '2030-02-01 20:10:00+00');
INSERT INTO public.signing_key VALUES ('N7zCXaaf-UpPfHE6Li6SW6U4TS0_juoYU6YVbZuvnDE', 'ES256', '{"x": "8gaSptWC5cmAprSCs1EJPN5tmM8Dn1R4kpGILN49VrQ", "y": "LZwoyrPd587AErsdkt9GIB1MobSj6isWo9E5qLmSLiw", "alg": "ES256", "crv": "P-256", "kid": "N7zCXaaf-UpPfHE6Li6SW6U4TS0_juoYU6YVbZuvnDE", "kty": "EC", "use": "sig"}', '\xa0b2803623b2b96dc27bd845b436078e1e4dca6297c71ab469625b3a0fb7980c6c3ec5c4078ae90140dfe21d63362d716a4e0761001de8726c6322464df54aa1e5b529283592ee422d490bdd03fcab192d3ae56bd4967aea3edab0272d20a09353cc661f654dfd7f0329ad256c003118452c527183b63589640290e7efcee94e6858182614e95faab55eeeee2200fc79e03b0c8a02fed355cb575eeb9a79ded1360e9f9e4e18177bb5a462c02ee10297a046a79f9ab64547e77d4d0b39078db085c10319ba4c292fa853526d88eac532c4d17566be9d2df76e16c623fed4ed1575f95d29e8dd0f2c380585f7d6aa5b2c9b69a177c10792dcfedf832c397b0b84f60256a295f40f8eda6fa3ee0aa93ac71f74cc58157bbf10fd23', 'k1', '2030-01-01 20:00:00+00', '2030-01-01 20:10:00+00', NULL, NULL);
INSERT INTO public.signing_key VALUES ('m54gwBv-gpnuMGz0ItYwAnBy9ythD4KDQq4I-Fb-oaI', 'EdDSA', '{"x": "JgyZc2TLD9M-84DDtMQCM53gn6XgwklJG3Z4AKq_iTY", "alg": "EdDSA", "crv": "Ed25519", "kid": "m54gwBv-gpnuMGz0ItYwAnBy9ythD4KDQq4I-Fb-oaI", "kty": "OKP", "use": "sig"}', '\x62a9f2f84302ec9ca6de60748d82b8ee4407925fb80d323554855611af662ddb101dfacb5ea0d1113ee51c4efeeab6b0b9c70f3ad450ed87eaadb2bace194d6185168b57fd599ab0db5a9401f2a317834bd10a2d2b7f3ff9aa4cd937a6b26c8ee66485e7cfa90939f074610935f9064cf7e29d8a3eee97b4fe9aa6b12977178df75cc3d114f3bce10816e1973b5a0fbfa56457f1ca0e0a6edf97b0589759446d556f4056eb884c69f4cf6f6e47435f24ad0a694d8a18c28eadbfc7d201525fbf9d9f08528aec55eef3dd220b5790e3ffa5df52189b93d38ff04d724850f163cca51868069294fb1f52eef4', 'k1', '2030-01-01 12:00:00+00', '2030-01-01 12:00:00+00', '2030-01-01 20:10:00+00', '2030-02-01 20:10:00+00');
INSERT INTO public.signing_key VALUES ('z7q6O7AHz1ofIPo-04sYL67eQWo7OUDi8ZONp3R_F5k', 'EdDSA', '{"x": "qL_jn4rhQCwVhIM8ZUUO8LEnNcIRGl0cWONlEo4vB3Y", "alg": "EdDSA", "crv": "Ed25519", "kid": "z7q6O7AHz1ofIPo-04sYL67eQWo7OUDi8ZONp3R_F5k", "kty": "OKP", "use": "sig"}', '\x4fc06f8034388f23a3a540a8e3f419d4f9056ded48cc5e45f7ef863aca457ee5a55285b5ea1a9818c897aa0a4d70ee28435188cdcd79f93458b90d3f4f56300bd7af2b1eaa0e2cb2949e6a024fd81cfcb65c8f651b522f750d77828c9624124398752bee2e886a9c7f1a6ed5205af05c1b0c5b197646d6e50201b29d163777c2f1f5297abc4f453ae1d1e213105a3891ca7a25c6e266950e6954918d1e77a0e8c82b92fec3982a980e54a4ecf5777c6fd1db065c5ab0a8b2d0427171b56caf3d8f29096645ca3dd05cc02a6212428ac0f46839d8aecca44bef5440a5a56ad9d188374afd6ac0f33dc97df0', 'k1', '2030-01-01 20:00:00+00', '2030-01-01 20:10:00+00', NULL, NULL);
INSERT INTO public.signing_key VALUES ('fmop3pROLS0BAFp8Lo1rHB-dLKRPINPK9DhCAIqc5XU', 'RSA-OAEP', '{"e": "AQAB", "n": "tnazFU49mYRQx-4EL1jFSOe-RwRz-RITMJujRcIEXJslnRzjQIsEcl74Vkzr7y7QFpUhMRwmBG-urqnYaYPgQhYPmZ5_4lv-yekN8xaHhHg0arOkTcw_Osj2qy57uUvcV_PzclzlpmI1bOEkrLBpq1gGhOXp7XivTDOEqAEmIxrpWBqSoMwvCFjEI1QFkx0fowLcDdrobYJBA5HnXrw5NUFfR-9bNrxtokTRBWc_qHvFquGj8FkqskX_3-OzkHlnkUSkOUW9kio9EdMhkc9BPkvhgWj5evihJSkSw9UVa1ZT_B762A8I6YDtWSwxMCahdih00YUAwcb_xLgAB_uqEQ", "alg": "RSA-OAEP", "kid": "fmop3pROLS0BAFp8Lo1rHB-dLKRPINPK9DhCAIqc5XU", "kty": "RSA", "use": "enc"}', '\xabb95df66e1151c9baceac936d9e6f23046a14ffc89e97fdaed1176c26de85101815f51dca5f7bb968011e3d1bd669c20f26265ff7ee4e294313666e97f146f5bece400c792810f632a81b01511b891379268b43787e12a3a6a41d4a0ad4cdd9f3f9dc0659644308d9bb6ae12ce570b1fc8903ece9528f565eda3f0cfb880621c69eeae5233db52617a81de372fde4307f85698b2b2f6e527960b32282e78d824eedccaec63c8e9b2ae1a40f06e49c1bbcbcff5439c99e10f5e484694d840f7ea84d6302ea11fe271c221e5c5d16b439387613576c2cda2365ad1ab6f106ba5720feb57c9e294703c3352df9a12c015fe1c255b613200b8e8b3526badc8cf556b92901ae86dab1e62effe5cb7c0552f32f937dc2ec51e585d54c91c1b9f9fd67bee74d56d353b24e2a7f80518b06ee257a050fd01c79d939f9f8abfaee34b98dac84a49c4287311c5105d418261a3babe8870f87a153748982cda0b232f6079c6c70ed4eb538f3d298bf087d97468195cc1b452dac7e6b89dc3e564fb0a8d008d2cdd9c03e6642f0bd5f3ab5178db4f1ed2d1f04fbaf3ac2b6031a231d13dbce06b450638d0399ea1dd773686c93ac5b25bcce84025e2415c48c0a78d809e27fa5fd9d1e651752a7bee7e6632722e298418ffd4e9bf415604d425e701bc253bfb3b560c52cd079c309f06d873bdee327852607fae869ac3b5bcbf03f01553c33074d10401a4eb49fe53ef3d024155f835f6d0297e6c995599914ba8ea605d964070b5f2ad10d4a2770543b38001efe0828b89838f824ed92c1f1d52711ffd3b20299fac0c4a904976966ac461d3341f6a9f86955217a13e5640b02366a656b6ca377083e98a6b1541f4a00832d222939505742496b4bb84855c3a1d156f4a8ccc0660a3acec0f8257cc2a6af431ec1c013f7e44949c6c71f83b81cb156c010c34111a81b03c86eb6dd87e415aedf245e3620d508152f26c64f22391128a315106520d7dde4bf334d3768dcf9c3ef61b9cf36448ae5c44d0eaadc9f072d3578c10d7ffad48554345d0a8ba91df8c7f262997ac2a212ec29cf8e6aaa3de9670b24fbef47f2ce7e690238039605bb5af02fba31cb9435572fcc7db91f18f596e3754824aeb42c1d52229af96dc8c4b61eae3d9674c6bceea93014a183e886dc6fb71924fc453867bad0a14bb1fb3d4015fc6da184559e66a9c87f163b109d884e45cba46202b85713a61c11bd4fb51b71c0461896bce9565097990aaefe8404aabf55ea98842fbebd3ab0515fe86310c0895c3f380ff4f7a98972b9f3175fae3659d6c29ee790c2ade2052c56b69e7c5ad81ac5a5300b0433403d8f1ca96cffb5a640f8e959d7cf2a5b846c035e853dbe6df3aef53646d48dd3fe5f3ed948685cb621b6c5393ab4597b05b9d480b83ef080755bc4d173cee3bbf939d396de2830571c39eb6c8608ea82da8b922597ff839e2d7419d014fd25660d66ec6c3027f877739bf9a4fe5131330eca4ff02535b5e2bf5b57c628462be3c9ad7c658e465a936ad755ff39ea87e592acb7358ebca54a6bcc6ccff1dbdf090358ae4054eb93ea82dba6d2c4d076cafb97a9a1a945788def1b26d15dba4b217e12a438e020bb4fc31c64ad5f0c85e11c963076ebb30d4b738c6a9345ce0acba09add0d8acb53f415171d87ef28dfc5b82ea63c83a2643cde7d98fcdb33e3558c60b7e81649c3b2b42394f6c6bf5f47555c5b4765e2ac8ae2df1102b317a9dbcbcdbb1de7765a371a5fd1566826cdcb9d4bd8f02a8574216b9a7b96fc84e1fa948eb1ad178fd331cca802b21d54e624e4bcc5f38b449718b6725d9133cc9a33e8fb09f508f4acab6ebff3c8a57154242ac378cbb3fe4fbcecad330e48bd6aef3e1c1576e030c6267d267e552aa0c1ee5eb0743386aaea38670b29dca8358c0e5a7f830886afd297b4c7e2d47f1203608eb602053e399b845e04065d793e65816c37030e015507f995b1d747fa7db91e113b5d16a3180a8f8786ea3ba107a98aadddc6ea20c620c435a92d473d5d399f04dd4fe9244487d853b07a9b3a6735acde7b4308208b6ac2baf25dac4cf21ea0b79a7ad36edaa7c680a8eb05dc6237c4e76634881fb56aeb05796fc051d4cecd3fd1bf621164b12ee4bfb7f5a2701dbb967e923f01947334250d1d01ff6f84ebf5b9b066885815327df8549fd53534e74c82d285d67142921a9d4e113e76e60a00b550ad3f3aa1777725cbba0cc0fde38bcd938a2f3e7605b6326e1b0abd2d564482021f9542f5ee0f23987d8a46cf91e4c9b8e8f574b2ab4e27532e726157d57b7dce8c953fa04bc4698fa543e97da351b13982d6f1c412c3d639598b405fbebf3cd7e93a059ec25da8e867d9185d858ddc8781d25f6a59faa3b79959db06d649fd360d89b59ad7784d6c8ffc381577dc7ad3c3', 'k1', '2030-01-01 12:00:00+00', '2030-01-01 12:00:00+00', '2030-01-01 20:10:00+00', '2030-02-01 20:10:00+00');
INSERT INTO public.signing_key VALUES ('ZUqrhgpt2eOa3ITVHgODVz26Y6DkBpPcl4Lz0daW6Vw', 'RSA-OAEP-256', '{"e": "AQAB", "n": "uyfOn2NJB4fjdA8tOpSpA3ATi4x6ble701TWGWLiGZrIOnD8bg6wTscSWdnvdNdUHzFXRuCK7aMfHgqpF5OxuLjWwe0k6T5ePEVeVBwiEwudU_z5J2am1V7YFuBzh86lUOSbloHpho7I5pAq3yYDmUXKmvYF1q_R8XRnKfKbXEITdiwqpeXJrUvJyHmoW4nUVELeLYyF_GVtGRilsu97lJqPct_pPs6jgXAhuKbutweXwcRkOw7hh07Wf8__8SvuRUx94GJ7ilMy8Eub39YRc-TdAC9qgK2n5Hk3HRyokEwyLq_vw1hjeHRRRfhZoO2tdeVCZy2EvCOUibgv2WsQVw", "alg": "RSA-OAEP-256", "kid": "ZUqrhgpt2eOa3ITVHgODVz26Y6DkBpPcl4Lz0daW6Vw", "kty": "RSA", "use": "enc"}', '\xa1db650b576b1fb3c5666ac355a3fa98240de4d0e13ada14b0167a161eb8b2b974c52cc2881108879951aeb766c622956aac5d8c020e86defbc184b77b1809d0688636dccde31a61743a126f85af8b542a7483d43d05fe7bd5eb5d196156ae03a7c4af8063822dda353b00a7f3b100a22b44cdc492cccdf93343ef86e0dbc0eac32d74086f15802190d79359bff98e61395b3d8a3b83a6948a4d246c928450cb66425e684d97ffa20322d9b5a1c1441378d10961938468ca1df2a0088012e1d4d249feff65c28a02566cbe249f84d5812c600b5701585558a04a9deda4ccb58180109ff9f9466d807058aabb6ce703bae8e20d565641cd03da0339eee9f7a3da7dbc9c847ac0238ab11debc29807420a3351d5ce1146dab03fbca3705eecdcddee11e94d7a482331f1f34d240a1d34a1626ab14830c6054b81ab334db690cc5c6657f5255c0bcfbdf7c4c98134af1a7cf91cf57bd068764f604480dfdade170d444fb24841d91cb644d521b4e5ddc0df9022ef8a1fe06e51deb00b10d58fa58c6daee53c5d945b1ee1e19b6e8c58cc9bf9b769ce2d5c507d12ea70378ce42440902c5600a9f7c3f9024dce36854d2be95d325c8710bb8e3a135c0c38e2157e8430c04db855598ea683993173987ecd3ebdd0189956cbf84dd31db714d2e69667b9a9e5838dfba8110d979380f61323f9571aefccc23f8159473e79914d443a71651677b70046fdc7e25f4dc79425663c37c8fe903b7ea362bc99514f25221858cd0e738930652bdb3bb8108a75f831ab338d5c3fa296c4f1154c27806c23d76ef235e437511391c20f7091d19e8ba48a8c7cdb09b803c5c95561b698ea4cdd7528fd2260eefb88e2ff7ef783b3e1d07e41eb6f5b7ef7e10860abf0fc4fe82e519af87b6b53015b14f718866c67cde0407e66f2e4e8cc109d93f837f7a4d02e06927b5920f0333c0664ed12432409b7c5f1358901674479ef5b5f3a6c2466b4ef5fdaa3f94640a267333212a62c88b53f73008c8d1ceaf6be0ad7b1de99f849a91aa12d5863e82a54d19678ba2559a66971d3cd9fc5852ee0fc3eb797440023ded686fbbe5623853e1e1190503ab40f9ed6491ee47b3b31a5d55124466c8f5b9048bf587cd564609321e4747b8cfe34baa1b2535e77f4b9b3c72faa0755e773f25d4ef45238d5ccd81e8808b2a03aaedcf01ca6e2c6524148c495bf78619e711d5ef25af6e022576b4d4e17817a6feb6755b0838922a42b28e2acb9001569cd365d9521f07d730d5a45799556d6c41686c8c8242ef993fc345073e6a27a97305f47a947bfbe49fae59969bfc90f4a11d9c4a8d2bec2b42b6b1eb4f8a3bdab11286cc162955ce2ed5ebf0e20b8779692a75fea0ceba90d70001633eec121fc0ad512897a39f0ac51b1875d01c831f96a3ffc62d79d49d4c0010c45c674eaaa961dff661a1d1340f9ce4d28fb0680925fc48c6673f4b869cd754f2b0b332612bcc8c9d5de6ff211e778f4a3e0465e6332f3fd138972f690e69bf147f3294be825cb7a888907121aa2bed83fd66ca7a3a11cfcc228ea920a8c4c8377c421dc960aa394d44a528e6fbcafa4a2dd09549dc0388a958b634273dada5bfe075cc7a223d46eb475ab1cc63ad77c01ac111a6c41d65a335604b64b4b3c505793a3699a088f864fa5cc8e24896b536f8c997b7c61ec02a3d3a67cae8c6e3f41a6ef309880bae65f327251308d0f289d72e447777726fb4579d62f1d0d5d89efaff93f62c320b524f16f9d0d880f7c82f448ee58945f9680cf7db142743d9c4692f924a8767580dd87217a11ee9c3b23f30f13844380ed691afe5922eeeef83bd5b58289ca4133921629b44710df0053e38ea5069deab15f68910b84828b98a587a6835a27ce672eae9248763f082972e61a6abd8dd70f6c2057736f67fa5fc9367a2323f200a1f5af92d0638d5b8d0d4fca2dc48bb8ea5c7dc54a76e4a6ca9956915e47f99876a036f22f86996c017a610a77f0a03ad4ac6dfdb0abd34f13bcc028015cc560a7b242fff74e91d146059519a5d0760046a7d1748949dea003598219ce67d57e7dcb65c8200d8ecef0a51627af165ef0f4d46258a90ffdde5277711af9724aff57fc3dbb1ef757d9d30409c660479528288062ff6d5ce2e90317449263ea5a96035944eea5616345b17e4a924a22380b12e542cb141163c70001632c6f4d19f37e41946fb9a84fdd9cb3cf357bf84fc51df255918e8638ef65cacb7693a22852eed90a42d999b65d6c884901d780290abe967233bd7e7a439561716e9b1b5e4e92a9fdd6febd1f956b9082cb3845766856b08490d79c20162c0c025f67adb89193d1365cb4ba82b92b4b948aca0c37644b287fac2c682d9b8dbfc0d2ba8e1ca5282628e3969c276b6486a2b3bb9c8690c2381f81065ad58aab97cdb3c6ce', 'k1', '2030-01-01 12:00:00+00', '2030-01-01 12:00:00+00', '2030-01-01 20:10:00+00', '2030-02-01 20:10:00+00');
INSERT INTO public.signing_key VALUES ('0QkqcGpFcNFsaWP2Oe-QgDgF5aKWVhBE86s-cVNkxAI', 'ECDH-ES', '{"x": "PBCqoEVutlkD1UiFhjiqWlBSZNk0NJsk9OtWddDo0Vo", "y": "n-wBry5VLFeCbtEkMfi58FxKpBeri9sJeP7ZlOoWNjk", "alg": "ECDH-ES", "crv": "P-256", "kid": "0QkqcGpFcNFsaWP2Oe-QgDgF5aKWVhBE86s-cVNkxAI", "kty": "EC", "use": "enc"}', '\x38ab88ca0b64030c1c9a457a661cc6ce1c4615730f292c64772ef32e3a76cd0743cc657e53a123bde7f360432d26a0b8d5275f3009612afa0954d883090406d646e52b7cb5c0eda64a56a9cd6bbd4b9105a5758e4a333487365b51813e0f63c8a77e77c5979ee1b2de29b245648e540ad92f28b6be6c55dd64fcdd8698868c545688d02f082e20e12df8a2d85257b61d2455472706b5f042205920762c5cb52f9dd7136318ced1e4f14f6d72efb6ee54a4948259049634b163cd140c8836f7a508cfaa4cdae530892a8918a5a2c25d2ad6d49d3d82a3808eefee582dcec3239af8673e3722b6fd0d0ed084dc662e9856c9c121e09ae809434aba84513f8bd9a28525d416192713edcffd8f0726663def3d4e99509f2236cbb0b836a2', 'k1', '2030-01-01 12:00:00+00', '2030-01-01 12:00:00+00', '2030-01-01 20:10:00+00', '2030-02-01 20:10:00+00');
INSERT INTO public.signing_key VALUES ('KniVdj96ZDo8DGpkpTIg5p402vJrMSOl8jEkXf0SwpY', 'RSA-OAEP', '{"e": "AQAB", "n": "theFKV9Vq3Z9A27vNcI8Bk1cb8GJuq_YXFM1xPqJFe6B-vqUta0EjYCQSvZJGVO6DNBG3EodIf9JNompN9kz6lQLeT6oiwCB5l9p67yE2rOHCnIAfI9w76q6kCZjXN4A5WeqeMLk03uvWBvb_7C3rtMmnftuKuDSui6QwW7LRqbs-zIhEnY_yQrY1W5aLmcpLvCMlnSiMzsGUTEDklakh6gEyR4kzKANHWIz1u99neNlEgUq227FWy1KssX8-mLl0ynAO0aUZZUmSDu-6HkbFbZ6KQS9ANIA6YfpPl0T3GAXMMYw-oi6ramRlt13Pz2xSUEJ0s12TA2yWmiHQvYmkQ", "alg": "RSA-OAEP", "kid": "KniVdj96ZDo8DGpkpTIg5p402vJrMSOl8jEkXf0SwpY", "kty": "RSA", "use": "enc"}', '\x04a9f6e2a46a2dcda4f847c4c87865e508f755a85801aa62baa7a995f292b8eabe12ff6fba3153f812f3cfbe34003bd2035f12f3478308fbf62e43ebb3e01b27aa8c39f03131473710ca58c639f23f2d8e97723b7b1b47da6036f22fb37de9fef6ddb635b4f366555a57433aeebdb1c2d844458033192ac0774d1473ef9c8607f853eea72e2402ccbd6834f8e2e5a74626dd0a3465cc6dd0ac88657369e2e8166664fb2143d13611749f8375fa1f69885b6292bed65b64473a7451f2be4b1a2641b2d7085981d078ca6348586d3ce2268b0e9091288a8402a17eb7d1fae4b336a67c9bef6e14db8cc354b514c6cbcae5a3e73b6e3aa81948313d5e1f9f8dad3fc453b1516c8324bf63ebb14fe5738b321ccfc1c80f7095cbc53fd0ccd32b1b92652d149e2c2d3e2ac0738ecb2f30b8463160be4b052370669a0cd35de6c349bd3d9b96f723615a03a9f8ee88067854fc3bd929b9a324b8794b294c47069021b081d290a8a9ac2473f3b3bbdc6880ee304e0819e3823cacd420c1744627baa6f24c88cc8fc1de6d482bb29842b0bc3166d76169b5e67b715dc58e2cc3785a7e7654a11588b841a4bfcfda435caea3b9936032f3a80cd58574b575157a0c35a4fcdf0ecb40785b7a66d052e53c191f8000ccf8f761fa6f26be52736b3fcbed0afa41f457ebb5452e9efdb0fc58a128a7ac2ca7170ae3a5762548838986bc15bcc6842eda26e812b03eabb4b140a08805301ff303336c73cf3ebc9cf6e90a7af90489ee1ec1f57242974fcfa90939e980098774e3fc6523d63d12f52628fcf68458da07c87456817c2718f42c06487ba4023d6ddc780838cf7667bc2071db602a14e592b33c3d9181467b1de24546dad2dce70b49becfd4ae61abb974f1513cd63fe1128d5ea1d261964e2aec3591d1f4df5ab981fc40ab7e8b52996eedcbe7aca1a54221a43a712121321ad229389b1065929405a810a12cd2591741c4e4d23d6fa7ab11a1add34b0c28ed87a058c8df57984cf3d8b1feecbc2b0d205f36c1753c43b402a69f1f17df8981835dcee698c51ffe7e5d611cfd7bf943c97faf5dfbd9b08a523a79d1c4365bd439c9a2b589ab41790508fd59ee3c16c2896762ea24bac926da3e7cbc810278d243d4f9b4d42201bdef62d3fdfbcac6c29a523a0ff5b7b47b0c8f2ae0cd5b4caf32bca7f1b33b88020bf4d73345b901c3c608c489a33100e406296ac238cf1c80745abba055445e41750309901ccd49c3ad2eb9dcecba94fd5ead2b4318fd0f2c02c9361fc92bdcb1c17f0964fe8a177a25059b1ecd8527e7d4b882675b541bfdfefd5fcd799128d9331e6366c866538a641af4060677e68f44bde9c0ce71669d99a4f731df2c002abd7b43428c02e1b4f311eadcfce69bddad098ccdde8694a6ab87342f1264d3e4892feb06096b1c4f6a2617a86d90a6d664a9ea9fe7d0707a1b71fd1b4e581ff5fa7eaf059225a572e8ee5c71202a929ccaf281a50e4593a20ca088065ee9ad8bf2558e19e4bd079fd2c1e7cc5480d1278add6952ce9dc26f6ce9afd3233078b8485c3335819cf3e17d05f6fb3ddeb8033395246462f0e6f2bddc3882a9cb943a796b70c5bafa55206accebdc5e9bb8fa58bf75c83d1cc059e91f4b7c13f2341a12b8937265cd1d71977b49dab860fa5ae345a3d71e9b04d7143e7f6024e1cb9bb3765daa9b4b014584a545cba93d2acd7b589a26d7d35820f010afdd5b5e1fdd2417aa7d0622ec84fee093710bed3faef477e5f07e83ed84abeadfd25af42466229ee2150203061fb0a2935ff1a0dcad6c0e99bdaf63879d16afa86594a2d371af4f40fe1aa474a7a07154d8473ca24e6652a7ce27ea9ffc2eef74a40cc34a69054ec360668a12e924af87f5bb26550918b70dc3da5f5694d5b74e9117f7d352e346832cb960383dc65b83b9b683fac1f001c70464c006a301f167fa94ebbdddd634e81fb27260b98723a25f76cd015ae83ec845493b9ac40fa16d724356a16ce5d1f6222d25b6eddd07e6d7611a7715eda5d6b4b39e16640562c7860b3afcc780b769d30b3af89ed1f670ac986cd1d9eebb7eee012ff57e7ff57aba908c2beec97320a2cc2b01f515514d81ccc5cbc63e413661c55eab8a5e8f041a2c75db23154fbf2d2136f4083f08b38d430c7bd5ab6ac946e075e36d1cd3a43ac248ae9d1261a0e30520da5d1cb190ff81e8ef6599f9a9bce0d82c4c96758579952d7eb8a4a6f014cdc11091c304dda13303fb06e6be699228c9af96eeb758f78aa5d0e772062726310cf00434229445a42591a58b6e4165d59fc1ee61d2f904fefaabc9b95ed9f99531ef23b9de2929d219a96cf99ec3c54d575a9092fed4e0eca8e87cb2bffac533bd07925fb148618a268c3e83909d522b1f0f47a0bf044fd78a07938db74e2c378571fc9221', 'k1', '2030-01-01 20:00:00+00', '2030-01-01 20:10:00+00', NULL, NULL);
INSERT INTO public.signing_key VALUES ('CH6AD05tFH_zRemVUT7S3hhnLOobMtB0e1ONVPPOzcg', 'RSA-OAEP-256', '{"e": "AQAB", "n": "vhFY0AjbVEYqqgHrJGZkaBif_RvbUbdD5jyPoYushnE-EQPJhnm7gXGPqHtsAe-aEBnPm7eNeV6ctKVRBEwkTjusGzcFJppDZFPVYELMWNBUFdQBQ9KMDgvRfYANlsjSW8bTLy_QFLu0JxmpK2hmHYgmIdOGfqWufcwc1i-j9KXS6Mg9GNQsVBPYTMFmi6s0V9qI1x575NQ5OJSe7U_NpvJz0GWhgJjv0NtHrsNQ9FWZoWLyMzbitsVYXbriMO4_El3e__lbCC0ugVEco989GZZjawQ9WHgY0xD1iEE7lwNK6BRSUn3e1N2ZMfhWsgkioN4YcYRAh5NHfhMcuYDvcQ", "alg": "RSA-OAEP-256", "kid": "CH6AD05tFH_zRemVUT7S3hhnLOobMtB0e1ONVPPOzcg", "kty": "RSA", "use": "enc"}', '\x59ec97a2ec96fe434dc0cc8ff348f723ccef0624319ee78a954b4ef3f4e04b2c3cd698458abfd84a8e194aa5a2783fbc7e69a1d726862047e13c950a9f3b0535e1f5657449bd589a5aa10324d3258838d91774d73c434ac603b4b03e0f7365ee70e8c927931c0581e81efaa18ce8cc60cc75cfa3991a12dac4ef9c130d3f5544fa0ece4bcf52db13c3e1281c433fc487fea11cf8921e83792a09c43e243706079093244cbcfb4590c1bb2c946a351ad22da1aaa2a859b989bc8790db5a6a31fff030ec9e72af755392ffca389e1e225c15c9795ac20ded82275d9598b84d1ae71cca066349702fe6a0709c3de19439200cf17925dcc3dfc9ff1d8fe35d9d5092fb1ac1c5f15e6449c794ebb34cbfedd92b3bba961da4e841e63544f33b9359cccd6ecbbc0900b855080d8f24cd8dbd7f27c24eed8b45011c825c0a3b751de526e75737563b61257b85becd038b3ea2f3252f0b2d3412452187581f1c9dd33c0c921e4d4706560a4a214ae774f2b286ed8e70b6e6ac6e0aef45a887405cdd907b591c45d44f3831aa13136a9262955824a29c688075142dc4cb2ca53ec07b52a74b9ce44dd7efafb2442d7700cdfc72885a2099a1727953175127b9d6005386d45185893956272f70bcf520903fa72b63942be5d1a6d0940fc6de4db73f6aabbbcc4d3eb32eeecef23bbcf06580b2d597ed34781b97453c99301ad0e88693d442497579676de39d5cd959eb33727af0d5e045f2dd7818e9eb29731393dcca593c1f7c16f65fdc2086489d24b8b03977e47d80becfa89dc700afd0c36543b7fcc9cd8c09ed1d8b6cbfc6f41c2bdcff83371dce2479b09b2656deaacfdba41ce946cfe24466151b71429385cc0417ab704aeeeb70d26820968a4cdea71957b58133562f581ff1c800dc610c7351771ed2fb47b5bd6517d62e6882e0ba1d65d2fb2ca41951707f34b694c888cca53a4d103105d89684836e1de0f12c127b923b09b12a8675f88c13eddd4e6bcfa58b156d52e98852ee883b35428238da92a8fa60f85568cf74341006b4bdb0905ccb2d4a1e9c7d31376c8c46d4fdbf7cde50e460f3fbcf1a4464c33d4ee57db83738c789b1f5023484333bb7f4ce549a2c266bff51ed535e38f4a9ea7f1f88ffe1bf85dea28685a667fd6ad6b8d1fc91cc8f5d8b113979703540c02008265a5e4c00ab4002a064c735cd155530b23dd61284fd864d24464dfbfc6aa69c1cfe071e2c125780822294c012e79b04833d275d88f177a36069010a8f8af9ed99900f0ee83885ae7afd71fdc2602eb2d9fed3bafc25c9e5e974a207bd6fe78f94c11642087d1fe9aa3f8206f6e6f132555bed6049c1ed5e49c0d176dc845dae5fa1e06abd262779b15e3c655c29e7cef164315e869e321a28658993578fd7bc2702eddf93794fedaf4fb5ddafb92ec81c4e041b9b031cdd956ab7ad3e320dc3aa9b091abfff4d7498e355d65473922f4f884e44dddafb0e8612841abd782fc440bb4aa704ca57c706934b0a43ea61b618bad77e3f603dab099a33204372a2fba8f2de0ca1e995d6aac0ef3045a640164f89a97477232dc2dee8c802e68ce68306c0061b4db2c5afed0f80ee91aca309a9fc7e99de09c446cfcb2c17d3f31ac636a4dc4ff55388684323e67df0ba6f6f9ad6cc723900bb1343ad57051a1a370b4b77cf3ae66ea612ce6cfff7d3c5359a41945d5d205c9442084cef1df0022b2ce2aa3083130968635cf20d32cb74cb17e98730eb882714257f60f8f45550214d06065ba0bc70a472a191fee3c3f669ccdc94aa26252316f458dc98f33f420b83dd8b0a28ebca5d7805c7fe850832c9d86779eae2bb6e1d0dc9c51cebf59dce2e454056230c5cd30c304757b3b0ec6926874d9c63023747eefadc36e4631860681d3574385d05904c81249fc8512c7b070a12229c8cbb85002a0665f65e70c3e3b5d002479ab2ba985f4d567a67d58fb674f3ea60fc7d9cad3a628eeef2cf85c78df84ff3d3d7e72b44c9cd496ad8614f0c3dd85f0248973cc920ea40f60fa606db668743db47312a855397869f933706e1ca005205740f39baec7aec9be262d64e942d4916dd8ff0277f87bb78c082343930c2cb82ee98ab39cd667744a57d1a580b72334ecd06d5a630a288489ba1d99b43a4529017d10422bd95614c790ee13bec53b5952d96e0fd1968c8c04f7d93d7962709eb54843f642f5eb542e076d0f9c7a7cb4b470eb29e4f7148e7557e70ef83987e7cfa2416003314ef68bd5d8b48db2c039b771f6133e9bd4a59b009e661077de8366a88a942155aa5e6a7758048d4af8a7bfbbda5fcab085cc67c82f482790feb0fbbe3e479561c6cf1cc7a3e26694600962a59f7bba5dd9df32777b095ae225a5354867b1c865a367e117f455d1181ea715b4fe65f58905bf9c2d05a5cc3a43782cacf85', 'k1', '2030-01-01 20:00:00+00', '2030-01-01 20:10:00+00', NULL, NULL);
INSERT INTO public.signing_key VALUES ('tmO969JLfyhdh8V-78tSnLD-Q4xaCRoKS-2Wn5TcXzM', 'ECDH-ES', '{"x": "xIwCy0LhnhUwvHDv32psuEfukrW2PpsbXEFDrGhGNNE", "y": "ZwR_gif9_sWecCgARiAVpUT3LzjixtVdlUWrR4A9pUk", "alg": "ECDH-ES", "crv": "P-256", "kid": "tmO969JLfyhdh8V-78tSnLD-Q4xaCRoKS-2Wn5TcXzM", "kty": "EC", "use": "enc"}', '\x813992c6c0fd3a1fda64acd73482f900e841b3b7de0e5d455edf5d57a509e962a5dcfd0bbfa45da1e3876690aed4274a46ee950feb43c0f6cdf26cc65067150ffe359f72ccf9fd3705698488af1cae250834cac0915057874b69ab323273ab7f06a3c6c4063d26483f233112e638e896eaab7014e721cb7efabb4e93d5f810531093f6cb2e76545ed9eee8bcbf11bb0382981de87f6459333d0d6c6aa260c5e3c01e01cbca35b91416fca3ddd1d2c3d461c0e057636fd51d5277b1864e4fcc4bd2325cd0e3bfeb6d36db82e46b4442154c886e2d8065b64b0108ab85323887b822b17712da6053b130bd3b837b8c2788ab283f21e9851069afdfec93f06f4af0a250424a40c298cb2ffbbc717d2829a675a68cab37c6987bfd9135cf', 'k1', '2030-01-01 20:00:00+00', '2030-01-01 20:10:00+00', NULL, NULL);
SELECT pg_catalog.setval('public.audit_event_id_seq', 48, true);
ALTER TABLE ONLY public.active_person
    ADD CONSTRAINT active_person_pkey PRIMARY KEY (day, user_id);
ALTER TABLE ONLY public.address_proof
    ADD CONSTRAINT address_proof_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.applied_configuration
    ADD CONSTRAINT applied_configuration_pkey PRIMARY KEY (managed_by);
ALTER TABLE ONLY public.audit_event
    ADD CONSTRAINT audit_event_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.audit_stream_entry
    ADD CONSTRAINT audit_stream_entry_pkey PRIMARY KEY (event_id);
ALTER TABLE ONLY public.audit_stream
    ADD CONSTRAINT audit_stream_pkey PRIMARY KEY (only_one);
ALTER TABLE ONLY public."authorization"
    ADD CONSTRAINT authorization_code_hash_key UNIQUE (code_hash);
ALTER TABLE ONLY public."authorization"
    ADD CONSTRAINT authorization_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.browser_session
    ADD CONSTRAINT browser_session_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.browser_session
    ADD CONSTRAINT browser_session_secret_hash_key UNIQUE (secret_hash);
ALTER TABLE ONLY public.client_document
    ADD CONSTRAINT client_document_pkey PRIMARY KEY (url);
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
ALTER TABLE ONLY public.daily_statistic
    ADD CONSTRAINT daily_statistic_pkey PRIMARY KEY (day, name);
ALTER TABLE ONLY public.end_user
    ADD CONSTRAINT end_user_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.ephemeral_entry
    ADD CONSTRAINT ephemeral_entry_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.ephemeral_member
    ADD CONSTRAINT ephemeral_member_pkey PRIMARY KEY (set_key, member);
ALTER TABLE ONLY public.federated_identity
    ADD CONSTRAINT federated_identity_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.federated_identity
    ADD CONSTRAINT federated_identity_provider_id_issuer_subject_key UNIQUE (provider_id, issuer, subject);
ALTER TABLE ONLY public.group_member
    ADD CONSTRAINT group_member_pkey PRIMARY KEY (group_id, user_id);
ALTER TABLE ONLY public.hook
    ADD CONSTRAINT hook_name_key UNIQUE (name);
ALTER TABLE ONLY public.hook
    ADD CONSTRAINT hook_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hourly_statistic
    ADD CONSTRAINT hourly_statistic_pkey PRIMARY KEY (hour, name);
ALTER TABLE ONLY public.idempotency_key
    ADD CONSTRAINT idempotency_key_pkey PRIMARY KEY (caller, key);
ALTER TABLE ONLY public.identity_provider
    ADD CONSTRAINT identity_provider_alias_key UNIQUE (alias);
ALTER TABLE ONLY public.identity_provider
    ADD CONSTRAINT identity_provider_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.import_job
    ADD CONSTRAINT import_job_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.import_piece
    ADD CONSTRAINT import_piece_pkey PRIMARY KEY (job_id, number);
ALTER TABLE ONLY public.import_refusal
    ADD CONSTRAINT import_refusal_pkey PRIMARY KEY (job_id, line);
ALTER TABLE ONLY public.imported_person
    ADD CONSTRAINT imported_person_pkey PRIMARY KEY (source, external_id);
ALTER TABLE ONLY public.initial_access_token
    ADD CONSTRAINT initial_access_token_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.initial_access_token
    ADD CONSTRAINT initial_access_token_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT invitation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.job_failure
    ADD CONSTRAINT job_failure_pkey PRIMARY KEY (job, part);
ALTER TABLE ONLY public.logout_delivery
    ADD CONSTRAINT logout_delivery_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.mail_delivery
    ADD CONSTRAINT mail_delivery_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.organization_domain
    ADD CONSTRAINT organization_domain_organization_id_domain_key UNIQUE (organization_id, domain);
ALTER TABLE ONLY public.organization_domain
    ADD CONSTRAINT organization_domain_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.organization_invitation
    ADD CONSTRAINT organization_invitation_organization_id_address_canonical_key UNIQUE (organization_id, address_canonical);
ALTER TABLE ONLY public.organization_invitation
    ADD CONSTRAINT organization_invitation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.organization_member
    ADD CONSTRAINT organization_member_pkey PRIMARY KEY (organization_id, user_id);
ALTER TABLE ONLY public.organization
    ADD CONSTRAINT organization_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.organization_role
    ADD CONSTRAINT organization_role_organization_id_role_id_group_id_key UNIQUE (organization_id, role_id, group_id);
ALTER TABLE ONLY public.organization_role
    ADD CONSTRAINT organization_role_organization_id_role_id_user_id_key UNIQUE (organization_id, role_id, user_id);
ALTER TABLE ONLY public.organization_role
    ADD CONSTRAINT organization_role_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.organization
    ADD CONSTRAINT organization_slug_key UNIQUE (slug);
ALTER TABLE ONLY public.pairwise_subject
    ADD CONSTRAINT pairwise_subject_pkey PRIMARY KEY (user_id, sector);
ALTER TABLE ONLY public.pairwise_subject
    ADD CONSTRAINT pairwise_subject_sub_key UNIQUE (sub);
ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_credential_id_key UNIQUE (credential_id);
ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.person_key
    ADD CONSTRAINT person_key_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.person_picture
    ADD CONSTRAINT person_picture_id_key UNIQUE (id);
ALTER TABLE ONLY public.person_picture
    ADD CONSTRAINT person_picture_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.provider_session
    ADD CONSTRAINT provider_session_pkey PRIMARY KEY (session_id);
ALTER TABLE ONLY public.rate_limit
    ADD CONSTRAINT rate_limit_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.recovery_code
    ADD CONSTRAINT recovery_code_pkey PRIMARY KEY (user_id, number);
ALTER TABLE ONLY public.refresh_token
    ADD CONSTRAINT refresh_token_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.refused_request
    ADD CONSTRAINT refused_request_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.remembered_device
    ADD CONSTRAINT remembered_device_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.remembered_device
    ADD CONSTRAINT remembered_device_secret_hash_key UNIQUE (secret_hash);
ALTER TABLE ONLY public.resource_server
    ADD CONSTRAINT resource_server_pkey PRIMARY KEY (identifier);
ALTER TABLE ONLY public.retired_username
    ADD CONSTRAINT retired_username_pkey PRIMARY KEY (username_hash);
ALTER TABLE ONLY public.revoked_access_token
    ADD CONSTRAINT revoked_access_token_pkey PRIMARY KEY (jti);
ALTER TABLE ONLY public.role_assignment
    ADD CONSTRAINT role_assignment_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.role_assignment
    ADD CONSTRAINT role_assignment_role_id_group_id_key UNIQUE (role_id, group_id);
ALTER TABLE ONLY public.role_assignment
    ADD CONSTRAINT role_assignment_role_id_user_id_key UNIQUE (role_id, user_id);
ALTER TABLE ONLY public.role
    ADD CONSTRAINT role_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.role
    ADD CONSTRAINT role_resource_name_key UNIQUE (resource, name);
ALTER TABLE ONLY public.scim_group
    ADD CONSTRAINT scim_group_organization_id_group_id_key UNIQUE (organization_id, group_id);
ALTER TABLE ONLY public.scim_group
    ADD CONSTRAINT scim_group_pkey PRIMARY KEY (group_id);
ALTER TABLE ONLY public.scim_token
    ADD CONSTRAINT scim_token_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.scim_token
    ADD CONSTRAINT scim_token_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY public.scim_user
    ADD CONSTRAINT scim_user_pkey PRIMARY KEY (organization_id, user_id);
ALTER TABLE ONLY public.second_factor_failure
    ADD CONSTRAINT second_factor_failure_pkey PRIMARY KEY (user_id, is_known_device);
ALTER TABLE ONLY public.session_client
    ADD CONSTRAINT session_client_pkey PRIMARY KEY (sid);
ALTER TABLE ONLY public.session_client
    ADD CONSTRAINT session_client_session_id_client_id_key UNIQUE (session_id, client_id);
ALTER TABLE ONLY public.setting
    ADD CONSTRAINT setting_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.sign_in_name
    ADD CONSTRAINT sign_in_name_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.sign_in
    ADD CONSTRAINT sign_in_pkey PRIMARY KEY (session_id, user_id);
ALTER TABLE ONLY public.signing_key
    ADD CONSTRAINT signing_key_pkey PRIMARY KEY (kid);
ALTER TABLE ONLY public.statistic_progress
    ADD CONSTRAINT statistic_progress_pkey PRIMARY KEY (only_one);
ALTER TABLE ONLY public.terms_acceptance
    ADD CONSTRAINT terms_acceptance_pkey PRIMARY KEY (user_id, document_id);
ALTER TABLE ONLY public.terms_document
    ADD CONSTRAINT terms_document_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.totp_factor
    ADD CONSTRAINT totp_factor_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.used_provider_logout
    ADD CONSTRAINT used_provider_logout_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.user_group
    ADD CONSTRAINT user_group_name_key_key UNIQUE (name_key);
ALTER TABLE ONLY public.user_group
    ADD CONSTRAINT user_group_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhook_delivery
    ADD CONSTRAINT webhook_delivery_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhook_delivery
    ADD CONSTRAINT webhook_delivery_webhook_id_event_id_key UNIQUE (webhook_id, event_id);
ALTER TABLE ONLY public.webhook
    ADD CONSTRAINT webhook_name_key UNIQUE (name);
ALTER TABLE ONLY public.webhook
    ADD CONSTRAINT webhook_pkey PRIMARY KEY (id);
CREATE INDEX address_proof_address_canonical_idx ON public.address_proof USING btree (address_canonical);
CREATE INDEX address_proof_expires_at_idx ON public.address_proof USING btree (expires_at);
CREATE UNIQUE INDEX address_proof_purpose_slot_key ON public.address_proof USING btree (purpose, slot);
CREATE UNIQUE INDEX address_proof_token_hash_key ON public.address_proof USING btree (token_hash);
CREATE INDEX address_proof_user_id_idx ON public.address_proof USING btree (user_id);
CREATE INDEX audit_event_actor_time_idx ON public.audit_event USING btree (actor_id, at, id);
CREATE INDEX audit_event_at_idx ON public.audit_event USING btree (at);
CREATE INDEX audit_event_client_time_idx ON public.audit_event USING btree (client_id, at, id);
CREATE INDEX audit_event_type_time_idx ON public.audit_event USING btree (type, at, id);
CREATE INDEX audit_event_user_time_idx ON public.audit_event USING btree (user_id, at, id);
CREATE INDEX authorization_client_id_idx ON public."authorization" USING btree (client_id);
CREATE INDEX authorization_expires_at_idx ON public."authorization" USING btree (expires_at);
CREATE INDEX authorization_session_id_idx ON public."authorization" USING btree (session_id);
CREATE UNIQUE INDEX authorization_standing_key ON public."authorization" USING btree (client_id) WHERE (user_id IS NULL);
CREATE INDEX authorization_user_id_idx ON public."authorization" USING btree (user_id);
CREATE INDEX browser_session_active_user_id_idx ON public.browser_session USING btree (active_user_id);
CREATE INDEX browser_session_created_at_idx ON public.browser_session USING btree (created_at, id);
CREATE INDEX browser_session_expires_at_idx ON public.browser_session USING btree (expires_at);
CREATE INDEX browser_session_idle_expires_at_idx ON public.browser_session USING btree (idle_expires_at);
CREATE INDEX client_claims_hook_id_idx ON public.client USING btree (claims_hook_id) WHERE (claims_hook_id IS NOT NULL);
CREATE INDEX client_initial_access_token_id_idx ON public.client USING btree (initial_access_token_id);
CREATE INDEX client_name_order_idx ON public.client USING btree (lower(name) COLLATE "C", id);
CREATE INDEX client_never_used_idx ON public.client USING btree (created_at) WHERE ((registration_access_token_hash IS NOT NULL) AND (disabled_at IS NULL) AND (last_used_at IS NULL));
CREATE INDEX client_registered_openly ON public.client USING btree (created_at) WHERE registered_openly;
CREATE INDEX client_resource_server_idx ON public.client USING btree (resource_server);
CREATE INDEX client_search ON public.client USING gin (lower(((name || ' '::text) || id)) public.gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX client_used_idx ON public.client USING btree (last_used_at) WHERE ((registration_access_token_hash IS NOT NULL) AND (disabled_at IS NULL));
CREATE INDEX consent_client_id_idx ON public.consent USING btree (client_id);
CREATE INDEX consent_resource_idx ON public.consent USING btree (resource);
CREATE INDEX end_user_created_at_idx ON public.end_user USING btree (created_at, id);
CREATE INDEX end_user_deletion_due_at_idx ON public.end_user USING btree (deletion_due_at) WHERE (deletion_due_at IS NOT NULL);
CREATE INDEX end_user_deletion_token_hash_idx ON public.end_user USING btree (deletion_token_hash) WHERE (deletion_token_hash IS NOT NULL);
CREATE INDEX end_user_disabled_created_at_idx ON public.end_user USING btree (created_at, id) WHERE (disabled_at IS NOT NULL);
CREATE INDEX end_user_disabled_email_idx ON public.end_user USING btree (email_canonical COLLATE "C", id) WHERE (disabled_at IS NOT NULL);
CREATE INDEX end_user_disabled_idx ON public.end_user USING btree (lower(username) COLLATE "C") WHERE (disabled_at IS NOT NULL);
CREATE INDEX end_user_disabled_name_idx ON public.end_user USING btree (lower(name) COLLATE "C", id) WHERE (disabled_at IS NOT NULL);
CREATE UNIQUE INDEX end_user_email_canonical_key ON public.end_user USING btree (email_canonical) WHERE (email_verified_at IS NOT NULL);
CREATE INDEX end_user_email_order_idx ON public.end_user USING btree (email_canonical COLLATE "C", id);
CREATE INDEX end_user_name_order_idx ON public.end_user USING btree (lower(name) COLLATE "C", id);
CREATE INDEX end_user_search ON public.end_user USING gin (lower(((((username || ' '::text) || COALESCE(email_canonical, ''::text)) || ' '::text) || COALESCE(name, ''::text))) public.gin_trgm_ops) WITH (fastupdate=off);
CREATE UNIQUE INDEX end_user_username_folded_key ON public.end_user USING btree (username_folded) WHERE (username_folded IS NOT NULL);
CREATE UNIQUE INDEX end_user_username_key ON public.end_user USING btree (lower(username));
CREATE UNIQUE INDEX end_user_username_look_key ON public.end_user USING btree (username_look) WHERE (username_look IS NOT NULL);
CREATE INDEX end_user_username_order_idx ON public.end_user USING btree (lower(username) COLLATE "C");
CREATE INDEX ephemeral_entry_expires_at_idx ON public.ephemeral_entry USING btree (expires_at);
CREATE INDEX ephemeral_member_expires_at_idx ON public.ephemeral_member USING btree (expires_at);
CREATE INDEX federated_identity_user_id_idx ON public.federated_identity USING btree (user_id);
CREATE INDEX group_member_user_id_idx ON public.group_member USING btree (user_id);
CREATE UNIQUE INDEX hook_enabled_kind_key ON public.hook USING btree (kind) WHERE ((kind <> 'claims'::text) AND (disabled_at IS NULL));
CREATE INDEX idempotency_key_expires_at_idx ON public.idempotency_key USING btree (expires_at);
CREATE INDEX idempotency_key_user_id_idx ON public.idempotency_key USING btree (user_id);
CREATE INDEX identity_provider_organization_id_idx ON public.identity_provider USING btree (organization_id);
CREATE INDEX import_job_created_at_idx ON public.import_job USING btree (created_at, id);
CREATE INDEX import_job_finished_at_idx ON public.import_job USING btree (finished_at);
CREATE INDEX import_job_unstarted_idx ON public.import_job USING btree (updated_at) WHERE (state = ANY (ARRAY['receiving'::text, 'checked'::text]));
CREATE INDEX imported_person_user_id_idx ON public.imported_person USING btree (user_id);
CREATE INDEX initial_access_token_expires_at_idx ON public.initial_access_token USING btree (expires_at);
CREATE UNIQUE INDEX invitation_address_canonical_key ON public.invitation USING btree (address_canonical);
CREATE INDEX invitation_expires_at_idx ON public.invitation USING btree (expires_at);
CREATE INDEX invitation_organization_id_idx ON public.invitation USING btree (organization_id);
CREATE UNIQUE INDEX invitation_token_hash_key ON public.invitation USING btree (token_hash);
CREATE INDEX job_failure_next_attempt_at_idx ON public.job_failure USING btree (next_attempt_at);
CREATE INDEX logout_delivery_client_id_idx ON public.logout_delivery USING btree (client_id);
CREATE INDEX logout_delivery_delivered_at_idx ON public.logout_delivery USING btree (delivered_at) WHERE (delivered_at IS NOT NULL);
CREATE INDEX logout_delivery_due_idx ON public.logout_delivery USING btree (client_id, next_attempt_at) WHERE ((delivered_at IS NULL) AND (attempts < 8));
CREATE INDEX logout_delivery_next_attempt_at_idx ON public.logout_delivery USING btree (next_attempt_at);
CREATE INDEX logout_delivery_waiting_idx ON public.logout_delivery USING btree (created_at) WHERE (delivered_at IS NULL);
CREATE INDEX mail_delivery_address_idx ON public.mail_delivery USING btree (address, created_at, id);
CREATE INDEX mail_delivery_created_at_idx ON public.mail_delivery USING btree (created_at, id);
CREATE INDEX mail_delivery_ending_idx ON public.mail_delivery USING btree (expires_at) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX mail_delivery_expires_at_idx ON public.mail_delivery USING btree (expires_at);
CREATE INDEX mail_delivery_failed_idx ON public.mail_delivery USING btree (created_at, id) WHERE ((next_attempt_at IS NULL) AND (delivered_at IS NULL));
CREATE INDEX mail_delivery_next_attempt_at_idx ON public.mail_delivery USING btree (next_attempt_at);
CREATE INDEX mail_delivery_stranger_idx ON public.mail_delivery USING btree (lower(address)) WHERE (user_id IS NULL);
CREATE INDEX mail_delivery_user_id_idx ON public.mail_delivery USING btree (user_id);
CREATE INDEX mail_delivery_waiting_idx ON public.mail_delivery USING btree (created_at, id) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX organization_domain_next_check_at_idx ON public.organization_domain USING btree (next_check_at) WHERE (verified_at IS NOT NULL);
CREATE UNIQUE INDEX organization_domain_verified_key ON public.organization_domain USING btree (domain) WHERE (verified_at IS NOT NULL);
CREATE INDEX organization_invitation_address_canonical_idx ON public.organization_invitation USING btree (address_canonical);
CREATE INDEX organization_invitation_expires_at_idx ON public.organization_invitation USING btree (expires_at);
CREATE UNIQUE INDEX organization_invitation_token_hash_key ON public.organization_invitation USING btree (token_hash);
CREATE INDEX organization_member_user_id_idx ON public.organization_member USING btree (user_id);
CREATE INDEX organization_role_group_id_idx ON public.organization_role USING btree (group_id);
CREATE INDEX organization_role_role_id_idx ON public.organization_role USING btree (role_id);
CREATE INDEX organization_role_user_id_organization_id_idx ON public.organization_role USING btree (user_id, organization_id);
CREATE INDEX organization_search ON public.organization USING gin (lower(((slug || ' '::text) || name)) public.gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX passkey_user_id_idx ON public.passkey USING btree (user_id);
CREATE INDEX provider_session_provider_id_idx ON public.provider_session USING btree (provider_id);
CREATE INDEX rate_limit_expire_idx ON public.rate_limit USING btree (expire);
CREATE INDEX refresh_token_authorization_id_idx ON public.refresh_token USING btree (authorization_id);
CREATE INDEX refresh_token_idle_expires_at_idx ON public.refresh_token USING btree (idle_expires_at);
CREATE INDEX refused_request_client_id_last_at_idx ON public.refused_request USING btree (client_id, last_at);
CREATE INDEX refused_request_last_at_idx ON public.refused_request USING btree (last_at);
CREATE INDEX remembered_device_expires_at_idx ON public.remembered_device USING btree (expires_at);
CREATE INDEX remembered_device_user_id_idx ON public.remembered_device USING btree (user_id);
CREATE INDEX retired_username_until_idx ON public.retired_username USING btree (until);
CREATE INDEX revoked_access_token_authorization_id_idx ON public.revoked_access_token USING btree (authorization_id);
CREATE INDEX revoked_access_token_expires_at_idx ON public.revoked_access_token USING btree (expires_at);
CREATE INDEX role_assignment_group_id_idx ON public.role_assignment USING btree (group_id);
CREATE INDEX role_assignment_user_id_idx ON public.role_assignment USING btree (user_id);
CREATE INDEX scim_group_external_id_idx ON public.scim_group USING btree (organization_id, external_id);
CREATE INDEX scim_token_expires_at_idx ON public.scim_token USING btree (expires_at);
CREATE INDEX scim_token_organization_id_idx ON public.scim_token USING btree (organization_id);
CREATE INDEX scim_user_external_id_idx ON public.scim_user USING btree (organization_id, external_id);
CREATE INDEX scim_user_shown_idx ON public.scim_user USING btree (organization_id, user_id) WHERE (((ended_at IS NOT NULL) OR created_account) AND (deleted_at IS NULL));
CREATE INDEX scim_user_user_id_idx ON public.scim_user USING btree (user_id);
CREATE INDEX session_client_client_id_idx ON public.session_client USING btree (client_id);
CREATE INDEX sign_in_federated_idx ON public.sign_in USING gin (proofs jsonb_path_ops) WHERE (proofs @> '[{"factor": "federated"}]'::jsonb);
CREATE INDEX sign_in_name_user_id_idx ON public.sign_in_name USING btree (user_id);
CREATE INDEX sign_in_user_id_idx ON public.sign_in USING btree (user_id);
CREATE INDEX terms_acceptance_document_id_idx ON public.terms_acceptance USING btree (document_id);
CREATE UNIQUE INDEX terms_document_name_version_key ON public.terms_document USING btree (name, version);
CREATE INDEX totp_factor_user_id_idx ON public.totp_factor USING btree (user_id);
CREATE INDEX used_provider_logout_expires_at_idx ON public.used_provider_logout USING btree (expires_at);
CREATE UNIQUE INDEX user_group_organization_id_id_key ON public.user_group USING btree (organization_id, id);
CREATE INDEX webhook_delivery_created_at_idx ON public.webhook_delivery USING btree (created_at);
CREATE INDEX webhook_delivery_due_idx ON public.webhook_delivery USING btree (webhook_id, next_attempt_at) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX webhook_delivery_waiting_idx ON public.webhook_delivery USING btree (created_at) WHERE (next_attempt_at IS NOT NULL);
CREATE TRIGGER audit_event_kept BEFORE DELETE OR UPDATE ON public.audit_event FOR EACH ROW EXECUTE FUNCTION public.keep_audit_event();
CREATE TRIGGER audit_event_not_emptied BEFORE TRUNCATE ON public.audit_event FOR EACH STATEMENT EXECUTE FUNCTION public.keep_audit_event();
CREATE TRIGGER audit_event_queued AFTER INSERT ON public.audit_event FOR EACH ROW EXECUTE FUNCTION public.queue_webhook_deliveries();
CREATE TRIGGER end_user_changes_names AFTER UPDATE OF username, username_folded, username_address, email_canonical, email_verified_at ON public.end_user FOR EACH ROW WHEN ((((((old.username IS DISTINCT FROM new.username) OR (old.username_folded IS DISTINCT FROM new.username_folded)) OR (old.username_address IS DISTINCT FROM new.username_address)) OR (old.email_canonical IS DISTINCT FROM new.email_canonical)) OR (old.email_verified_at IS DISTINCT FROM new.email_verified_at))) EXECUTE FUNCTION public.keep_names_of_changed();
CREATE TRIGGER end_user_has_names AFTER INSERT ON public.end_user REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.keep_names_of_new();
ALTER TABLE ONLY public.address_proof
    ADD CONSTRAINT address_proof_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.end_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public."authorization"
    ADD CONSTRAINT authorization_client_id_fkey FOREIGN KEY (client_id) REFERENCES public.client(id) ON DELETE CASCADE;
ALTER TABLE ONLY public."authorization"
    ADD CONSTRAINT authorization_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.end_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.browser_session
    ADD CONSTRAINT browser_session_active_user_id_fkey FOREIGN KEY (active_user_id) REFERENCES public.end_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.client
    ADD CONSTRAINT client_claims_hook_id_fkey FOREIGN KEY (claims_hook_id) REFERENCES public.hook(id) ON DELETE SET NULL;
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
ALTER TABLE ONLY public.federated_identity
    ADD CONSTRAINT federated_identity_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES public.identity_provider(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.federated_identity
    ADD CONSTRAINT federated_identity_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.end_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.group_member
    ADD CONSTRAINT group_member_group_id_fkey FOREIGN KEY (group_id) REFERENCES public.user_group(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.group_member
    ADD CONSTRAINT group_member_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.end_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.identity_provider
    ADD CONSTRAINT identity_provider_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.import_piece
    ADD CONSTRAINT import_piece_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.import_job(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.import_refusal
    ADD CONSTRAINT import_refusal_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.import_job(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.imported_person
    ADD CONSTRAINT imported_person_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.end_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT invitation_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.logout_delivery
    ADD CONSTRAINT logout_delivery_client_id_fkey FOREIGN KEY (client_id) REFERENCES public.client(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.mail_delivery
    ADD CONSTRAINT mail_delivery_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.end_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.organization_domain
    ADD CONSTRAINT organization_domain_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.organization_invitation
    ADD CONSTRAINT organization_invitation_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.organization_member
    ADD CONSTRAINT organization_member_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.organization_member
    ADD CONSTRAINT organization_member_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.end_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.organization_role
    ADD CONSTRAINT organization_role_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.organization_role
    ADD CONSTRAINT organization_role_organization_id_group_id_fkey FOREIGN KEY (organization_id, group_id) REFERENCES public.user_group(organization_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.organization_role
    ADD CONSTRAINT organization_role_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES public.organization_member(organization_id, user_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.organization_role
    ADD CONSTRAINT organization_role_role_id_fkey FOREIGN KEY (role_id) REFERENCES public.role(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.pairwise_subject
    ADD CONSTRAINT pairwise_subject_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.end_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.end_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.person_key
    ADD CONSTRAINT person_key_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.end_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.person_picture
    ADD CONSTRAINT person_picture_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.end_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.provider_session
    ADD CONSTRAINT provider_session_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES public.identity_provider(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.provider_session
    ADD CONSTRAINT provider_session_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.browser_session(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.recovery_code
    ADD CONSTRAINT recovery_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.end_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.refresh_token
    ADD CONSTRAINT refresh_token_authorization_id_fkey FOREIGN KEY (authorization_id) REFERENCES public."authorization"(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.refused_request
    ADD CONSTRAINT refused_request_client_id_fkey FOREIGN KEY (client_id) REFERENCES public.client(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.remembered_device
    ADD CONSTRAINT remembered_device_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.end_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.revoked_access_token
    ADD CONSTRAINT revoked_access_token_authorization_id_fkey FOREIGN KEY (authorization_id) REFERENCES public."authorization"(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.role_assignment
    ADD CONSTRAINT role_assignment_group_id_fkey FOREIGN KEY (group_id) REFERENCES public.user_group(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.role_assignment
    ADD CONSTRAINT role_assignment_role_id_fkey FOREIGN KEY (role_id) REFERENCES public.role(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.role_assignment
    ADD CONSTRAINT role_assignment_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.end_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.role
    ADD CONSTRAINT role_resource_fkey FOREIGN KEY (resource) REFERENCES public.resource_server(identifier) ON DELETE CASCADE;
ALTER TABLE ONLY public.scim_group
    ADD CONSTRAINT scim_group_organization_id_group_id_fkey FOREIGN KEY (organization_id, group_id) REFERENCES public.user_group(organization_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.scim_token
    ADD CONSTRAINT scim_token_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.scim_user
    ADD CONSTRAINT scim_user_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.scim_user
    ADD CONSTRAINT scim_user_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.end_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.second_factor_failure
    ADD CONSTRAINT second_factor_failure_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.end_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.session_client
    ADD CONSTRAINT session_client_client_id_fkey FOREIGN KEY (client_id) REFERENCES public.client(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.session_client
    ADD CONSTRAINT session_client_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.browser_session(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sign_in_name
    ADD CONSTRAINT sign_in_name_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.end_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sign_in
    ADD CONSTRAINT sign_in_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.browser_session(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sign_in
    ADD CONSTRAINT sign_in_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.end_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.terms_acceptance
    ADD CONSTRAINT terms_acceptance_document_id_fkey FOREIGN KEY (document_id) REFERENCES public.terms_document(id);
ALTER TABLE ONLY public.terms_acceptance
    ADD CONSTRAINT terms_acceptance_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.end_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.totp_factor
    ADD CONSTRAINT totp_factor_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.end_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.user_group
    ADD CONSTRAINT user_group_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(id) ON DELETE CASCADE;
