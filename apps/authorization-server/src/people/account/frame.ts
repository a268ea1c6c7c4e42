/** What every page of the account shows around its own content: whose account it is, the sections, and the way back. */
import type { Call } from "@countersign/service";
import { type OwnCard, ownCard } from "../../administration/people/own-records.ts";
import type { Dependencies } from "../../dependencies.ts";
import { paths } from "../../paths.ts";
import type { Session } from "../../platform/stores/session/session-row.ts";
import { wayBackOf } from "../pages/way-back.ts";
import type { AccountLink, AccountModel } from "../views/models/account.ts";
import { SECTIONS, type SectionName } from "./sections.ts";

/** What a page says of itself. */
export interface Framed {
  readonly path: string;
  readonly section?: SectionName;
}

export interface FrameParts {
  readonly csrf: string;
  readonly done: string | undefined;
  /** To all pages that this deployment has. */
  readonly links: readonly AccountLink[];
  /** The paths of the pages that this deployment has. */
  readonly has: ReadonlySet<string>;
  /** The language range that the pages were found by. */
  readonly range: string;
}

export async function frameOf(
  page: Framed,
  session: Session,
  { csrf, done, links, has, range }: FrameParts,
  deps: Dependencies,
  call: Call,
): Promise<AccountModel> {
  const at = deps.now();
  const card = await ownCard(deps.database, session.signIn.userId, at);
  return {
    person: session.displayName,
    path: page.path,
    csrf,
    done,
    links: links.filter(({ path }) => path !== page.path),
    sections: sectionsFor(page, card, has),
    parent: parentOf(page),
    owner: ownerOf(card, session, deps),
    zone: card?.zone ?? undefined,
    now: at,
    signOut: paths.endSession,
    back: await wayBackOf(call, range, deps),
    reference: call.requestId,
  };
}

/** Organizations are for those who have one, or are invited into one. */
function sectionsFor(page: Framed, card: OwnCard | undefined, has: ReadonlySet<string>) {
  return (Object.keys(SECTIONS) as SectionName[])
    .filter((name) => has.has(SECTIONS[name]))
    .filter((name) => name !== "organizations" || page.section === name || card?.hasOrganizations === true)
    .map((name) => ({ name, path: SECTIONS[name], isCurrent: page.section === name }));
}

/** The section above a page that is not its first one. */
function parentOf({ path, section }: Framed): AccountLink | undefined {
  if (section === undefined || SECTIONS[section] === path) return undefined;
  return { name: section, path: SECTIONS[section] };
}

const ownerOf = (card: OwnCard | undefined, { displayName }: Session, deps: Pick<Dependencies, "issuer">) => ({
  name: displayName,
  givenName: card?.givenName ?? undefined,
  email: card?.email ?? undefined,
  since: card?.createdAt,
  picture: ownPicture(card?.picture, deps),
});

/** The beginning of the addresses of pictures that we show. */
export const pictures = ({ issuer }: Pick<Dependencies, "issuer">) => `${issuer}${paths.picture}/`;

/** The path of a picture that we show. Our pages load none from elsewhere. */
export const ownPicture = (url: string | null | undefined, deps: Pick<Dependencies, "issuer">) =>
  url?.startsWith(pictures(deps)) ? url.slice(deps.issuer.length) : undefined;
