/** Settings, keys, mails, jobs, hooks, imports and configuration, as the API answers in tests. */
import { ENTITIES } from "@countersign/admin-client";
import { AT, ID, itemOf, onePage } from "./common.ts";

export const serviceAnswers = (text: string) => {
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
  const terms = { id: ID, name: text, version: text, urls: { en: text }, required_from: AT, created_at: AT };
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
    failure_code: "status",
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
    font: null,
    privacy_url: text,
    terms_url: null,
    support_url: null,
    sign_in_text: { en: text },
    footer_text: null,
    logo: { media_type: "image/png", width: 1, height: 1, url: text },
    managed_by: {},
  };
  return {
    readSettings: settings,
    changeSettings: settings,
    previewSettings: { url: "https://auth.example/looks/preview?draft=x" },
    replaceLogo: settings,
    removeLogo: settings,
    listKeys: { items: [key] },
    rotateKeys: { made: [text] },
    listMails: onePage(mail),
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
    listProviders: { items: [provider] },
    readProvider: provider,
    addProvider: provider,
    changeProvider: provider,
    testProvider: { works: false, problems: ["no_answer", "no_keys"] },
    listTerms: { items: [terms] },
    addTerms: terms,
    readWebhook: itemOf(ENTITIES.webhooks, text),
    rotateWebhookSecret: { ...itemOf(ENTITIES.webhooks, text), secret: "s3cr3t" },
    listWebhookDeliveries: onePage(delivery),
    readWebhookDelivery: delivery,
    testWebhook: {
      ...delivery,
      request: { method: "POST", url: text, headers: { "content-type": text, "webhook-signature": text }, body: text },
    },
    testHook: {
      request: {
        ...{ method: "POST", url: text, headers: { "content-type": text, "webhook-signature": text } },
        body: JSON.stringify({ type: "claims", data: { user_id: text } }),
      },
      ...{ status: 200, duration_ms: 1234, body: text, failure: null },
      ...{ claims: { plan: text }, left_out: [text], decision: null },
    },
    listImports: onePage(oneImport),
    addImport: oneImport,
    readImport: oneImport,
    sendImportLines: oneImport,
    startImport: oneImport,
    cancelImport: oneImport,
    listImportRefusals: onePage({ line: 2, problem: "taken", detail: text }),
    planConfiguration: plan,
    applyConfiguration: plan,
    exportConfiguration: {
      ...{ configuration: text, left_out: [text], hidden: [] },
      omissions: [{ code: "managed", section: "roles", key: text, managed_by: text }],
    },
  };
};
