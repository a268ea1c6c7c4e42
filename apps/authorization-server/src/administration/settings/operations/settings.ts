/** Operations on the settings of the deployment: what its pages look like. */
import { cleanPicture } from "@countersign/pictures";
import { LOOKS_KEYS, looksChange, looksShape, mergedSettings, readLooks } from "@countersign/rules";
import { z } from "zod";
import type { Dependencies } from "../../../dependencies.ts";
import { paths } from "../../../paths.ts";
import type { By } from "../../../platform/stores/audit/audit-events.ts";
import type { Locked } from "../../../platform/stores/locked.ts";
import type { HeldSettings } from "../../../platform/stores/settings.ts";
import { assertNotManaged } from "../../api/access/managed.ts";
import { assertMatch } from "../../api/etag.ts";
import { defineOperation, type Operation } from "../../api/operation.ts";
import { wrong } from "../../api/problem.ts";
import { changeLogo, changeSettings, type SettingsOutcome } from "../settings.ts";

const LARGEST_LOGO_BYTES = 131_072;
/** A logo in base64, and what is around it. */
const LARGEST_LOGO_BODY_BYTES = 180_224;

const nullable = Object.fromEntries(LOOKS_KEYS.map((key) => [key, looksShape.shape[key].unwrap().nullable()]));

const shape = z.strictObject({
  ...(nullable as Readonly<Record<string, z.ZodType>>),
  logo: z
    .strictObject({ media_type: z.string(), width: z.int(), height: z.int(), url: z.string() })
    .nullable()
    .meta({ description: "the picture above every page, and where it is served" }),
  managed_by: z
    .record(z.string(), z.string())
    .meta({ description: "the configuration that declares a setting and in which it is changed, by setting" }),
});

type Deps = Pick<Dependencies, "database" | "issuer" | "looks" | "looksDrafts" | "settings">;

interface StoredLogo {
  readonly media_type: string;
  readonly width: number;
  readonly height: number;
}

function shown({ values, managedBy }: HeldSettings, { issuer, looks }: Deps) {
  const logo = values.logo as StoredLogo | undefined;
  const path = looks().logo?.path ?? paths.looksLogo;
  return {
    ...Object.fromEntries(LOOKS_KEYS.map((key) => [key, values[key] ?? null])),
    logo: logo ? { media_type: logo.media_type, width: logo.width, height: logo.height, url: issuer + path } : null,
    managed_by: managedBy,
  };
}

async function replyOf(deps: Deps) {
  await deps.settings.refresh();
  const body = shown(deps.settings.current(), deps);
  return { body, version: deps.settings.current().version };
}

/** Throws `invalid-request` with every setting that is wrong. */
function assertDone(outcome: SettingsOutcome): void {
  if (typeof outcome === "string") return;
  throw wrong(outcome.wrong.map(({ key, reason }) => ({ pointer: `#/${key}`, detail: reason })));
}

/** Whether a change is meant for these settings, and may change each of them here. */
const assertMeant = (ifMatch: string | undefined, keys: readonly string[], by: By) => (held: Locked<HeldSettings>) => {
  assertMatch(ifMatch, held, ({ version }) => version);
  for (const key of keys) assertNotManaged({ managedBy: held.managedBy[key] ?? null }, `setting ${key}`, by);
};

const read = defineOperation({
  id: "readSettings",
  method: "GET",
  path: "/settings",
  summary: "What the pages look like; null where the product decides",
  scope: "settings:read",
  answer: shape,
  handle: (_, deps) => replyOf(deps),
});

const change = defineOperation({
  id: "changeSettings",
  method: "PATCH",
  path: "/settings",
  summary: "Changes settings; null removes one, or a language of a text (RFC 7396)",
  scope: "settings:write",
  needsStepUp: true,
  needsMatch: true,
  body: looksChange,
  answer: shape,
  async handle({ body, by, ifMatch }, deps) {
    const assertMeantFor = assertMeant(ifMatch, Object.keys(body), by);
    assertDone(await changeSettings(deps.database, { values: body, assertMeantFor }, by));
    return replyOf(deps);
  },
});

const preview = defineOperation({
  id: "previewSettings",
  method: "POST",
  path: "/settings/preview",
  summary: "Makes an address that shows pages as a change of settings would make them, for ten minutes",
  scope: "settings:write",
  needsStepUp: true,
  body: looksChange,
  answer: z.strictObject({
    url: z.string().meta({
      description:
        "the address of the preview, which opens without a sign-in: the sign-in page; with `page`, that of " +
        "`consent`, `account` or `mail`, and with `scheme`, in `light` or `dark`",
    }),
  }),
  shownOnce: ["url"],
  async handle({ body, caller }, { clients, issuer, looksDrafts, settings }) {
    const { logo: _, ...values } = settings.current().values;
    const merged = readLooks(mergedSettings(values, body));
    if ("wrong" in merged) assertDone(merged);
    const { redirectUris = [] } = (await clients.find(caller.clientId)) ?? {};
    const framedBy = [...new Set(redirectUris.filter((uri) => URL.canParse(uri)).map((uri) => new URL(uri).origin))];
    const draft = await looksDrafts.keep({ values: "looks" in merged ? merged.looks : {}, framedBy });
    return { body: { url: `${issuer}${paths.looksPreview}?${new URLSearchParams({ draft })}` } };
  },
});

const putLogo = defineOperation({
  id: "replaceLogo",
  method: "PUT",
  path: "/settings/logo",
  summary: "Replaces the logo above every page: a PNG, JPEG or WebP picture of at most 128 KB",
  scope: "settings:write",
  needsStepUp: true,
  needsMatch: true,
  longestBody: LARGEST_LOGO_BODY_BYTES,
  body: z.strictObject({ image: z.base64().max(LARGEST_LOGO_BODY_BYTES).meta({ description: "the file in base64" }) }),
  answer: shape,
  async handle({ body, by, ifMatch }, deps) {
    const file = Buffer.from(body.image, "base64");
    const picture = file.length > LARGEST_LOGO_BYTES ? undefined : cleanPicture(file);
    if (picture === undefined) {
      const detail = "must be a whole PNG, JPEG or WebP picture of at most 128 KB and 4096 pixels a side";
      throw wrong([{ pointer: "#/image", detail }]);
    }
    const assertMeantFor = assertMeant(ifMatch, ["logo"], by);
    assertDone(await changeLogo(deps.database, { picture, assertMeantFor }, by));
    return replyOf(deps);
  },
});

const removeLogo = defineOperation({
  id: "removeLogo",
  method: "DELETE",
  path: "/settings/logo",
  summary: "Removes the logo",
  scope: "settings:write",
  needsStepUp: true,
  needsMatch: true,
  answer: shape,
  async handle({ by, ifMatch }, deps) {
    const assertMeantFor = assertMeant(ifMatch, ["logo"], by);
    assertDone(await changeLogo(deps.database, { picture: undefined, assertMeantFor }, by));
    return replyOf(deps);
  },
});

export const settingsOperations: readonly Operation[] = [read, change, preview, putLogo, removeLogo];
