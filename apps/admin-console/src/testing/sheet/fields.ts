/** Every field of a form, as it is and refused. */
import type { Field } from "../../views/model.ts";

const wrong = [{ say: { key: "wrong.url" }, entry: "2", detail: "must be an absolute URI" }];
const choices = [
  { value: "a", text: "openid" },
  { value: "b", text: "profile" },
];

export const FIELDS: readonly Field[] = [
  { name: "text", label: "people.name", type: "text", value: "Mara", isRequired: true, isHalf: true },
  { name: "email", label: "people.email", type: "email", isHalf: true },
  {
    name: "refused",
    label: "clients.redirect_uris",
    type: "lines",
    hint: "clients.redirect_uris.hint",
    value: "x",
    wrong,
  },
  { name: "search", label: "people.q", type: "search" },
  { name: "password", label: "statistics.password", type: "password" },
  { name: "date", label: "people.created_after", type: "date", value: "2030-01-01" },
  { name: "file", label: "audit.detail.logo", type: "file", accept: "image/png" },
  { name: "code", label: "audit.json", type: "code", value: "{}", rows: 3 },
  {
    ...{ name: "accent_light", label: "looks.accent_light", type: "color", value: "#2f5bea" },
    measured: { scheme: "light", name: "accent" },
  },
  {
    ...{ name: "accent_dark", label: "looks.accent_dark", type: "color", value: "#222222", wrong },
    measured: { scheme: "dark", name: "accent" },
  },
  {
    ...{
      name: "texts",
      label: "looks.title",
      type: "texts",
      maxLength: 100,
      wrong: [{ say: { key: "wrong.url" }, entry: "de" }],
    },
    texts: [{ tag: "en", value: "Welcome" }, { tag: "de" }],
  },
  {
    ...{ name: "choice", label: "status", type: "choice", value: "b", options: choices },
    groups: [{ text: "Acme", options: [{ value: "c", text: "orders" }] }],
    heading: { title: "danger", hint: "people.lead" },
  },
  {
    name: "choices",
    label: "audit.detail.scopes",
    type: "choices",
    chosen: ["a"],
    options: choices,
    hint: "people.lead",
  },
  {
    ...{ name: "groups", label: "audit.detail.claims", type: "choices", chosen: ["b"], wrong },
    groups: [
      { text: "Acme", options: choices },
      { text: "Orders", options: choices.map((one) => ({ ...one, value: `of-${one.value}` })) },
    ],
  },
  {
    ...{ name: "cards", label: "clients.kind", type: "cards", value: "web" },
    options: [
      { value: "web", label: "clients.kind.web", hint: "clients.kind.web.hint", icon: "server" },
      { value: "native", label: "clients.kind.native", hint: "clients.kind.native.hint", icon: "smartphone" },
    ],
  },
];
