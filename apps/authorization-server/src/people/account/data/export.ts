/** A copy of everything that is stored about a person, as a JSON file (GDPR Articles 15 and 20). */
import { once } from "node:events";
import type { Call } from "@countersign/service";
import { exportOf } from "../../../administration/people/own-records.ts";
import { paths } from "../../../paths.ts";
import { defineAccountPage } from "../page.ts";

export const exportAccount = defineAccountPage({
  path: paths.accountExport,
  name: "export",
  section: "privacy",
  level: "R2",

  show: ({ pages, common }) => pages.accountExport(common),

  async act({ userId }, _, { database }, call) {
    await sendFile(exportOf(database, userId), call);
    return { kind: "answered" };
  },
});

// The parts are sent as they are read. A browser that reads slowly is waited for.
async function sendFile(parts: AsyncIterable<string>, call: Call): Promise<void> {
  const { res } = call;
  const own = {
    "content-type": "application/json; charset=utf-8",
    "content-disposition": 'attachment; filename="account.json"',
  };
  for await (const part of parts) {
    if (!res.headersSent) call.begin(own);
    if (res.destroyed) return;
    if (!res.write(part)) await Promise.race([once(res, "drain"), once(res, "close")]);
  }
  res.end();
}
