/** What the API answers in tests: one of everything, with this text in every place that people fill in. */
import { ENTITIES } from "@countersign/admin-client";
import type { EntityField } from "../screens/settings/entities/entity.ts";

const AT = "2030-01-01T10:00:00.000Z";
const ID = "00000000-0000-4000-8000-000000000001";

/** One of an entity. Of some values it has the first one. The reason of a failure is one of ours. */
function itemOf({ fields }: { readonly fields: readonly EntityField[] }, text: string) {
  const values: Readonly<Record<EntityField["kind"], unknown>> = {
    ...{ text, url: text, lines: [text], number: 60, switch: true, time: AT, choice: undefined },
    ...{ choices: [text], pairs: { [text]: text }, json: null },
  };
  const sampled = ({ name, kind, values: words }: EntityField) =>
    name === "failure" ? "gone" : (kind === "choice" && words?.[0]) || values[kind];
  const shown = fields.filter(({ as }) => as !== "once").map((field) => [field.name, sampled(field)] as const);
  return { ...Object.fromEntries(shown), id: ID, managed_by: null };
}

/** What the operations of every entity answer. */
const ofEntities = (text: string): Readonly<Record<string, unknown>> =>
  Object.assign(
    {},
    ...Object.values(ENTITIES).map((entity) => {
      const item = itemOf(entity, text);
      const [one, many] = [entity.one, entity.many].map((name) =>
        `_${name}`.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      );
      const added = entity.fields.some(({ as }) => as === "once") ? { ...item, secret: text } : item;
      return { [`list${many}`]: { items: [item] }, [`read${one}`]: item, [`change${one}`]: item, [`add${one}`]: added };
    }),
  );

export const answersWith = (text: string) => {
  const person = {
    id: ID,
    username: text,
    name: text,
    email: text,
    email_verified: true,
    status: "enabled",
    created_at: AT,
    last_sign_in_at: AT,
    updated_at: AT,
    deletion_due_at: AT,
    claims: { name: text, given_name: text, family_name: text, nickname: text },
    factors: { password: true, passkeys: 1, authenticator_apps: 1, recovery_codes: 0 },
  };
  const client = {
    client_id: text,
    client_name: text,
    profile: "oidc",
    status: "enabled",
    created_at: AT,
    has_logo: false,
    managed_by: null,
    redirect_uris: [text],
    grant_types: ["authorization_code"],
    scope: text,
    token_endpoint_auth_method: "client_secret_basic",
    jwks: { keys: [{ kid: text }] },
    require_auth_time: true,
  };
  const refusal = {
    endpoint: "token",
    error: "invalid_grant",
    error_description: text,
    detail: text,
    remedy: text,
    parameter_names: ["scope", "state"],
    parameters: { scope: text },
    times: 2,
    first_at: AT,
    last_at: AT,
  };
  const secrets = [
    { which: "current", expires_at: null, last_used_at: null },
    { which: "previous", expires_at: AT, last_used_at: AT },
  ];
  const role = { ...itemOf(ENTITIES.roles, text), is_of_service: false };
  const organization = { id: ID, slug: text, name: text, members: 1, disabled_at: AT, created_at: AT };
  const lapsing = { verified_at: null, missing_since: null, lapses_at: null };
  const domain = { id: ID, domain: text, ...lapsing, record_name: text, record_value: text };
  const group = { id: ID, name: text, members: 1, managed_by: null };
  const invitation = { id: ID, email: text, created_at: AT, expires_at: AT, roles: [ID] };
  const session = { id: ID, user_agent: text, network: text, clients: [text], created_at: AT, idle_expires_at: AT };
  const event = {
    id: "1",
    at: AT,
    type: "sign_in",
    actor: "administrator",
    actor_id: ID,
    user_id: ID,
    client_id: text,
    address: text,
    detail: { text },
  };
  const statistics = {
    days: ["2030-01-01", "2030-01-02"].map((day) => ({
      day,
      sign_ins: { password: 3, password_and_second_factor: 2, passkey: 1, provider: 1, other: 0 },
      active_people: 4,
      failed_sign_ins: 1,
      limited_sign_ins: 0,
      new_people: 1,
      deleted_people: 0,
    })),
    people: { total: 9, with_passkey: 3, with_authenticator_app: 2, counted_at: AT },
  };
  const consent = {
    client_id: text,
    client_name: text,
    resource: text,
    resource_name: text,
    scopes: [text],
    claims: [],
    declined_scopes: [],
    declined_claims: [],
    updated_at: AT,
  };
  const server = { ...itemOf(ENTITIES.resource_servers, text), is_of_service: false };
  const key = { kid: text, alg: "ES256", state: "signing", created_at: AT, signs_from: AT, signs_until: null };
  const mail = { created_at: AT, address: text, kind: text, state: "failed", attempts: 2, failure: text };
  const provider = {
    alias: text,
    name: text,
    issuer: text,
    client_id: text,
    token_endpoint_auth_method: "client_secret",
    redirect_uri: text,
    backchannel_logout_uri: text,
    scopes: [text],
    mode: "create",
    domains: [text],
    auto_link: true,
    enforced: true,
    preset: null,
    mfa: [text],
    phr: [text],
    rp_initiated_logout: true,
    post_logout_redirect_uri: text,
    claims: [text],
    enabled: true,
    organization: null,
    managed_by: null,
    created_at: AT,
  };
  const connection = {
    id: ID,
    provider: text,
    provider_name: text,
    subject: text,
    created_at: AT,
    last_used_at: null,
  };
  const terms = { id: ID, name: text, version: text, urls: { en: text }, required_from: AT, created_at: AT };
  const trustedIssuer = {
    ...{ id: ID, name: text, issuer: text, jwks_uri: text, jwks: null, signing_algs: ["RS256"], audience: "issuer" },
    ...{ max_lifetime_seconds: 600, subject: "workload", provider: null, clients: [], without_consent: false },
    workloads: [{ client: text, claims: { [text]: text } }],
    ...{ resources: [text], scopes: [text], enabled: true, created_at: AT, managed_by: null },
  };
  const delivery = {
    id: ID,
    event_id: "1",
    type: text,
    state: "failed",
    attempts: 2,
    next_attempt_at: AT,
    delivered_at: null,
    last_status: 500,
    last_duration_ms: 1234,
    failure: text,
    created_at: AT,
  };
  const plan = {
    managed_by: text,
    changes: [{ section: "roles", key: text, act: "create", fields: [{ field: "scopes", after: [text] }] }],
    left: [{ section: "roles", key: text }],
    hidden: [],
  };
  const oneImport = {
    id: ID,
    source: text,
    trust_verified: false,
    allow_weak_hashes: false,
    state: "checked",
    lines: 2,
    seen: 2,
    added: 1,
    changed: 0,
    unchanged: 0,
    refused: 1,
    created_at: AT,
    updated_at: AT,
    finished_at: null,
  };
  const settings = {
    service_name: text,
    accent_light: text,
    accent_dark: null,
    page_light: null,
    page_dark: null,
    corner: 8,
    layout: null,
    privacy_url: text,
    terms_url: null,
    support_url: null,
    sign_in_text: { en: text },
    footer_text: null,
    logo: { media_type: "image/png", width: 1, height: 1, url: text },
    managed_by: {},
  };
  const pageOf = (item: unknown) => ({ items: [item], next_cursor: "next" });
  const factors = {
    passkeys: [{ id: ID, name: text, use: "sign-in", last_used_at: AT }],
    authenticator_apps: [{ id: ID, name: text, last_used_at: AT }],
    recovery_codes: 8,
    connections: 1,
  };
  const ofPerson = {
    factors,
    connections: { items: [connection] },
    consents: { items: [consent] },
    sessions: { items: [session] },
    roles: { items: [] },
    known_roles: pageOf(role),
    events: pageOf(event),
  };
  const ofOrganization = {
    groups: pageOf(group),
    invitations: pageOf(invitation),
    domains: { items: [domain] },
    roles: { items: [role] },
  };
  return {
    ...ofEntities(text),
    listPeople: pageOf(person),
    readPerson: { ...person, included: ofPerson },
    changePerson: person,
    ...Object.fromEntries(
      [
        ...["disablePeople", "enablePeople", "endSessionsOfPeople", "deletePeople"],
        ...["giveRoleToPeople", "takeRoleFromPeople", "giveRoleToMembers", "takeRoleFromMembers"],
        "removeOrganizationMembers",
      ].map((act) => [act, { items: [{ id: ID, result: "done", reason: null }] }]),
    ),
    search: {
      people: [{ id: ID, username: text, name: text, email: text }],
      clients: [{ client_id: text, client_name: text }],
      organizations: [{ id: ID, slug: text, name: text }],
    },
    addPerson: person,
    listAllSessions: pageOf({ ...session, user_id: ID, username: text }),
    listClients: pageOf(client),
    readClient: { ...client, included: { refusals: { items: [refusal] }, secrets: { items: secrets } } },
    addClient: { ...client, client_secret: "s3cr3t" },
    tryClientSignIn: {
      parameters: [{ name: "scope", value: text }],
      request_url: text,
      trial_url: "https://auth.example/try-sign-in?request_uri=r",
      expires_at: AT,
    },
    rotateClientSecret: { client_id: text, client_secret: "s3cr3t", previous_secret_expires_at: AT },
    endPreviousClientSecret: { client_id: text },
    listInvitations: pageOf(invitation),
    readInvitation: invitation,
    ...Object.fromEntries(
      ["invitePeople", "invitePeopleIntoOrganization"].map((act) => [
        act,
        { items: [{ email: text, result: "refused", id: null, code: "not_possible", reason: text }] },
      ]),
    ),
    listRoles: pageOf(role),
    readRole: role,
    listRolesOfGroup: { items: [role] },
    listGroups: pageOf(group),
    readGroup: group,
    addGroup: group,
    listMembers: pageOf({ id: ID, username: text }),
    listOrganizations: pageOf(organization),
    readOrganization: { ...organization, included: ofOrganization },
    addOrganization: organization,
    readOrganizationGroup: group,
    addOrganizationGroup: group,
    renameOrganizationGroup: group,
    listOrganizationGroupMembers: pageOf({ id: ID, username: text }),
    listRolesOfOrganizationGroup: { items: [role] },
    listOrganizationMembers: pageOf({ id: ID, username: text }),
    listOrganizationRoles: { items: [role] },
    listOrganizationScimTokens: { items: [{ id: ID, note: text, created_at: AT, expires_at: AT }] },
    addOrganizationScimToken: { id: ID, note: text, created_at: AT, expires_at: AT, token: text },
    listRolesOfMember: { items: [] },
    listAuditEvents: pageOf(event),
    readStatistics: statistics,
    listResourceServers: { items: [server] },
    readResourceServer: server,
    readSettings: settings,
    changeSettings: settings,
    previewSettings: { url: "https://auth.example/looks/preview?draft=x" },
    replaceLogo: settings,
    removeLogo: settings,
    listKeys: { items: [key] },
    rotateKeys: { made: [text] },
    listMails: pageOf(mail),
    readFailingJobs: {
      items: [
        {
          ...{ name: text, failing: 1, since: AT },
          parts: [{ part: text, failures: 1, reason: text, failed_at: AT, next_attempt_at: AT }],
        },
      ],
    },
    readOutboxes: { items: [{ name: "mails", waiting: 2, oldest_at: AT }] },
    rotateHookSecret: { ...itemOf(ENTITIES.hooks, text), secret: text },
    readClaimMapping: { claims: { [text]: text } },
    replaceClaimMapping: { claims: {} },
    listProviders: { items: [provider] },
    readProvider: provider,
    addProvider: provider,
    changeProvider: provider,
    testProvider: { works: false, problems: ["no_answer", "no_keys"] },
    listTerms: { items: [terms] },
    addTerms: terms,
    listTrustedIssuers: { items: [trustedIssuer] },
    readTrustedIssuer: trustedIssuer,
    addTrustedIssuer: trustedIssuer,
    changeTrustedIssuer: trustedIssuer,
    readWebhook: itemOf(ENTITIES.webhooks, text),
    rotateWebhookSecret: { ...itemOf(ENTITIES.webhooks, text), secret: "s3cr3t" },
    listWebhookDeliveries: pageOf(delivery),
    readWebhookDelivery: delivery,
    testWebhook: delivery,
    listImports: pageOf(oneImport),
    addImport: oneImport,
    readImport: oneImport,
    sendImportLines: oneImport,
    startImport: oneImport,
    cancelImport: oneImport,
    listImportRefusals: pageOf({ line: 2, problem: "taken", detail: text }),
    planConfiguration: plan,
    applyConfiguration: plan,
    exportConfiguration: { configuration: text, left_out: [text], hidden: [] },
  };
};
