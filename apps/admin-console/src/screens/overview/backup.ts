import { documentAt } from "../../views/documents.ts";
import type { Link } from "../../views/model.ts";
import type { Screen } from "../screen.ts";
import { BACKUP } from "./checklist.ts";

/** How the key-encryption key is backed up. Only a person can say that it is. */
export const backup: Screen = {
  path: BACKUP,
  needs: "settings:write",
  show: async ({ isBackedUp, documents }) => ({
    id: "backup",
    title: { key: "check.backup" },
    lead: { key: "check.backup.lead" },
    crumbs: [{ href: "/", label: "overview.title" }],
    sections: [
      {
        id: "how",
        title: "backup.how",
        steps: ["copy", "apart", "try"].map((step) => ({
          title: { key: `backup.${step}` },
          lead: { key: `backup.${step}.lead` },
        })),
        ...(documents !== undefined && { links: [linkTo(documents)] }),
        ...(!isBackedUp && {
          buttons: [{ act: "confirm-backup", label: "backup.confirm", isPrimary: documents === undefined }],
        }),
      },
    ],
  }),
  acts: {
    "confirm-backup": { needs: "settings:write", run: async () => ({ to: "/", hides: "backup" }) },
  },
};

/** The page about backups, at the place that the site of the documents gives it. */
const linkTo = (documents: string): Link => ({
  ...{ href: documentAt(documents, "backup"), label: "documents", id: "backup-documents", isElsewhere: true },
});
