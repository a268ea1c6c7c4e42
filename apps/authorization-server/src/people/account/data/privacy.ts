/** Data & privacy: the way to a copy of all that is stored about a person, and to deleting it. */
import { deletionDueAt } from "../../../administration/people/deletion.ts";
import { paths } from "../../../paths.ts";
import { defineAccountPage } from "../page.ts";

export const privacy = defineAccountPage({
  path: paths.accountPrivacy,
  section: "privacy",
  level: "R0",
  show: async ({ pages, common, userId }, { database }) =>
    pages.accountPrivacy({
      ...common,
      copy: paths.accountExport,
      deletion: paths.accountDelete,
      dueAt: await deletionDueAt(database, userId),
    }),
});
