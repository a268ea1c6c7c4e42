import type { Answer } from "@countersign/admin-client";
import type { Fact, Field, Page } from "../../../views/model.ts";
import { part } from "../../list.ts";
import type { Visit } from "../../screen.ts";

export const PATH = "/settings/hooks";
export const addressOf = (id: string): string => `${PATH}/${part(id)}`;

export type Hook = Answer<"readHook">["body"];
type Kind = Hook["kind"];

export const KINDS: readonly Kind[] = ["claims", "sign-up", "sign-in"];
const ON_ERROR = ["omit", "fail", "allow", "deny"] as const;

/** What can happen without an answer, by kind; every value where the kind is chosen in the same form. */
const onErrorOf = (kind: Kind | undefined) =>
  ON_ERROR.filter((value) => kind === undefined || (kind === "claims") === (value === "omit" || value === "fail"));

/** The settings as a form has them; of a new hook without values. */
export const settingsFields = (hook?: Hook): readonly Field[] => [
  { name: "name", label: "hooks.name", type: "text", value: hook?.name, isRequired: true, maxLength: 100 },
  {
    name: "url",
    label: "hooks.url",
    type: "text",
    hint: "webhooks.url.hint",
    value: hook?.url,
    isRequired: true,
    maxLength: 2000,
  },
  {
    name: "on_error",
    label: "hooks.on_error",
    type: "choice",
    value: hook?.on_error,
    options: onErrorOf(hook?.kind).map((value) => ({ value, label: `hooks.on_error.${value}` })),
  },
  {
    name: "timeout_ms",
    label: "hooks.timeout",
    type: "text",
    hint: "hooks.timeout.hint",
    value: String(hook?.timeout_ms ?? 500),
    isRequired: true,
    maxLength: 4,
  },
  ...(hook === undefined || hook.kind === "claims" ? claimsFields(hook) : []),
];

const claimsFields = (hook?: Hook): readonly Field[] => [
  { name: "claims", label: "hooks.claims", type: "lines", hint: "hooks.claims.hint", value: hook?.claims.join("\n") },
  {
    name: "clients",
    label: "hooks.clients",
    type: "lines",
    hint: "hooks.clients.hint",
    value: hook?.clients.join("\n"),
  },
  { name: "scopes", label: "hooks.scopes", type: "lines", hint: "hooks.scopes.hint", value: hook?.scopes.join("\n") },
  {
    name: "cache_seconds",
    label: "hooks.cache",
    type: "text",
    hint: "hooks.cache.hint",
    value: String(hook?.cache_seconds ?? 60),
    maxLength: 2,
  },
];

/**
 * The page about a hook.
 *
 * @param secret a new secret, which is shown now and never again
 */
export function hookPage(hook: Hook, etag: string | undefined, { may }: Pick<Visit, "may">, secret?: string): Page {
  const mayChange = may("settings:write");
  return {
    id: "hook",
    title: { text: hook.name },
    crumbs: [{ href: PATH, label: "hooks.title" }],
    tags: [hook.enabled ? "status.enabled" : "status.disabled"],
    ...(secret !== undefined && { secret: { label: "webhooks.secret_once", value: secret } }),
    sections: [
      { id: "facts", title: "webhooks.settings", facts: factsOf(hook), ...(mayChange && { buttons: buttonsOf(hook) }) },
      ...(mayChange
        ? [
            {
              id: "change",
              title: "webhooks.change",
              form: { act: "save", submit: "save", etag, fields: settingsFields(hook) },
              buttons: [{ act: "remove", label: "hooks.remove" }],
            },
          ]
        : []),
    ],
  };
}

const factsOf = (hook: Hook): readonly Fact[] => [
  { label: "hooks.kind", value: { word: `hooks.kind.${hook.kind}` } },
  { label: "hooks.url", value: { text: hook.url, isCode: true } },
  { label: "hooks.on_error", value: { word: `hooks.on_error.${hook.on_error}` } },
  ...(hook.kind === "claims"
    ? [
        { label: "hooks.claims", value: { tags: hook.claims } },
        { label: "hooks.clients", value: { tags: hook.clients } },
        { label: "hooks.scopes", value: { tags: hook.scopes } },
      ]
    : []),
  ...(hook.previous_until === null ? [] : [{ label: "webhooks.previous_until", value: { at: hook.previous_until } }]),
  { label: "created", value: { at: hook.created_at } },
];

const buttonsOf = ({ enabled }: Hook) => [
  enabled ? { act: "disable", label: "disable" } : { act: "enable", label: "enable" },
  { act: "rotate-secret", label: "webhooks.rotate_secret" },
];
