/** Every kind of value in each of its states. */
import type { Cell, Tone } from "../../views/model.ts";

export const AT = "2030-01-01T12:00:00Z";
export const ID = "b7f0c1d2-40a6-4f2e-9a57-3f3f1d0c9e11";

const TONES: readonly Tone[] = ["good", "warn", "bad", "accent", "plain"];

export const PANEL: Cell = {
  panel: {
    title: { word: "event.sign_in", or: "sign_in" },
    at: AT,
    label: "audit.detail",
    facts: [
      { label: "audit.at", value: { at: AT } },
      { label: "audit.detail.id", value: { text: ID, isCopied: true } },
    ],
    pairs: [{ name: "amr", words: ["audit.detail.amr"], value: { tags: ["pwd", "otp"] } }],
    code: { title: "audit.json", text: '{ "type": "sign_in" }' },
    link: { href: "#panel", label: "audit.title" },
  },
};

export const CELLS: readonly Cell[] = [
  ...TONES.map((tone) => ({ badge: "status.enabled", tone })),
  { named: "Mara Lindqvist", below: "mara@acme.example", look: "person", href: "#named", sought: "lind" },
  { named: "Acme Dashboard", look: "thing" },
  { at: AT },
  { at: AT, as: "exact" },
  { at: AT, as: "date" },
  { at: null },
  { at: null, empty: "not_set" },
  { say: { key: "people.lead" } },
  { word: "event.sign_in", or: "sign_in" },
  { tags: ["openid", "profile", "email", "address", "phone", "offline_access", "orders:read", "orders:write"] },
  { tags: [] },
  { words: ["statistics.passkey", "statistics.password"], empty: "not_set" },
  { words: [], empty: "not_set" },
  { count: 1204 },
  { milliseconds: 128 },
  { milliseconds: null },
  { lock: "production" },
  { pairs: [["loa", "high"]] },
  { text: ID, isCopied: true },
  { text: "https://app.acme.example/callback", isCode: true },
  { text: "Acme", href: "#text", second: ID },
  { text: null },
];
