/** What the API answers in tests: one of everything, with this text in every place that people fill in. */
const AT = "2030-01-01T10:00:00.000Z";
const ID = "00000000-0000-4000-8000-000000000001";

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
    scope: text,
    token_endpoint_auth_method: "client_secret_basic",
    jwks: { keys: [{ kid: text }] },
    require_auth_time: true,
  };
  const role = { id: ID, resource: text, name: text, scopes: [text], managed_by: null };
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
  const server = { resource: text, name: text, scopes: [text], enabled: true, managed_by: text, is_of_service: false };
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
    claims: [text],
    enabled: true,
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
  const webhook = {
    id: ID,
    name: text,
    url: text,
    event_types: [text],
    personal_data: true,
    signature: "v1a",
    public_key: text,
    enabled: true,
    failure: "gone",
    last_success_at: AT,
    previous_until: AT,
    created_at: AT,
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
    failure: text,
    created_at: AT,
  };
  const plan = {
    managed_by: text,
    changes: [{ section: "roles", key: text, act: "create", fields: [{ field: "scopes", after: [text] }] }],
    left: [{ section: "roles", key: text }],
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
  const pageOf = (item: unknown) => ({ items: [item], next_cursor: "next" });
  return {
    listPeople: pageOf(person),
    readPerson: person,
    changePerson: person,
    addPerson: person,
    listSessions: { items: [session] },
    listAllSessions: pageOf({ ...session, user_id: ID, username: text }),
    listClients: pageOf(client),
    readClient: client,
    addClient: { ...client, client_secret: "s3cr3t" },
    rotateClientSecret: { client_id: text, client_secret: "s3cr3t" },
    listInvitations: pageOf(invitation),
    readInvitation: invitation,
    addInvitation: invitation,
    listRoles: pageOf(role),
    listRolesOfPerson: { items: [] },
    listRolesOfGroup: { items: [role] },
    listGroups: pageOf(group),
    readGroup: group,
    addGroup: group,
    listMembers: pageOf({ id: ID, username: text }),
    listAuditEvents: pageOf(event),
    readStatistics: statistics,
    listConsents: { items: [consent] },
    listFactors: {
      passkeys: [{ id: ID, name: text, use: "sign-in" }],
      authenticator_apps: [{ id: ID, name: text }],
      recovery_codes: 8,
    },
    listResourceServers: { items: [server] },
    listKeys: { items: [key] },
    rotateKeys: { made: [text] },
    listMails: pageOf(mail),
    readOutboxes: { items: [{ name: "mails", waiting: 2, oldest_at: AT }] },
    listProviders: { items: [provider] },
    readProvider: provider,
    addProvider: provider,
    changeProvider: provider,
    testProvider: { works: false, problems: ["no_answer", "no_keys"] },
    listConnections: { items: [connection] },
    listTerms: { items: [terms] },
    addTerms: terms,
    listWebhooks: { items: [webhook] },
    readWebhook: webhook,
    addWebhook: { ...webhook, secret: "s3cr3t" },
    rotateWebhookSecret: { ...webhook, secret: "s3cr3t" },
    listWebhookDeliveries: pageOf(delivery),
    listImports: pageOf(oneImport),
    addImport: oneImport,
    readImport: oneImport,
    sendImportLines: oneImport,
    startImport: oneImport,
    cancelImport: oneImport,
    listImportRefusals: pageOf({ line: 2, problem: "taken", detail: text }),
    planConfiguration: plan,
    applyConfiguration: plan,
    exportConfiguration: { configuration: text, left_out: [] },
  };
};
