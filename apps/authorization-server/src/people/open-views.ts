/** Builds the pages, with the looks that the settings choose. */
import type { Ephemeral } from "@countersign/ephemeral";
import type { Logger } from "@countersign/service";
import type { Config } from "../config.ts";
import { basePathOf, paths } from "../paths.ts";
import { looksDrafts } from "../platform/stores/looks-drafts.ts";
import { type HeldSettings, openSettings, type Settings } from "../platform/stores/settings.ts";
import { type Looks, looksOf } from "./views/looks.ts";
import { outdatedWords } from "./views/template-versions.ts";
import { openViews } from "./views/views.ts";

/** Reads the settings and opens the pages. A change of the settings reaches every replica within seconds. */
export async function viewDependencies(
  config: Pick<Config, "VIEWS_DIR" | "ISSUER">,
  parts: Pick<Parameters<typeof openSettings>[0], "database" | "startingWith"> & {
    readonly log: Logger;
  } & Pick<Ephemeral, "store">,
) {
  const settings = await openSettings(parts);
  const looks = currentLooks(settings);
  const views = openViews({ overrides: config.VIEWS_DIR, basePath: basePathOf(config.ISSUER), looks });
  for (const one of views.outdated) parts.log.warn({ template: one.name }, outdatedWords(one));
  return { settings, looks, views, looksDrafts: looksDrafts(parts) };
}

/** The looks of now: they are computed once for each change. */
function currentLooks(settings: Pick<Settings, "current">): () => Looks {
  let made: { readonly of: HeldSettings; readonly looks: Looks } | undefined;
  return () => {
    const current = settings.current();
    if (made?.of !== current) made = { of: current, looks: looksOf(current.values, paths) };
    return made.looks;
  };
}
