/** Creating one more of what a list has: a link at its top, which leads to a page with the form. */
import type { Field, Link, Text } from "../../views/model.ts";
import type { Outcome, Screen, Submission, Visit } from "../screen.ts";

/** What can be created, and where. */
export interface Creation {
  /** The list: the address of its page, and the key of its title. */
  readonly of: { readonly path: string; readonly title: string };
  /** The ids of the page and of the link. */
  readonly id: string;
  /** What the link, the page and the button say. */
  readonly label: string;
  readonly needs: string;
}

interface NewOne {
  readonly lead?: Text;
  readonly fields: (visit: Visit) => readonly Field[] | Promise<readonly Field[]>;
  readonly add: (submission: Submission) => Promise<Outcome>;
}

/** The page with the form. */
export const newOneScreen = (creation: Creation, { lead, fields, add }: NewOne): Screen => ({
  path: `${creation.of.path}/new`,
  needs: creation.needs,
  async show(visit) {
    const { id, label, of } = creation;
    return {
      ...{ id, title: { key: label }, ...(lead && { lead }) },
      crumbs: [{ href: of.path, label: of.title }],
      sections: [{ id: "new", title: "details", form: { act: "add", submit: label, fields: await fields(visit) } }],
    };
  },
  acts: { add: { needs: creation.needs, run: add } },
});

/** The link to it, for those who may create one. */
export const linkToNew = ({ of, id, label, needs }: Creation, { may }: Pick<Visit, "may">): Link | undefined =>
  may(needs) ? { href: `${of.path}/new`, label, id, icon: "plus", isPrimary: true } : undefined;
