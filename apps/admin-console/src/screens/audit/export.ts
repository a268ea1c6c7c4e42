/** The audit trail as a file: what the API sends is passed on as it arrives, however long it is. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { responseTo } from "@countersign/admin-client";
import type { Call, Handler } from "@countersign/service";
import type { Dependencies } from "../../dependencies.ts";
import { againIfEnded, arrive } from "../arrival.ts";
import { asked } from "../list.ts";
import { auditQuery } from "./audit-filter.ts";

const NEEDS = "audit:read";
const FORMATS = ["csv", "jsonl"] as const;

export const exportAudit =
  (deps: Dependencies): Handler =>
  async (call) => {
    const arrived = await arrive({ needs: NEEDS }, call, deps);
    if (arrived === undefined) return;
    const { visit, session } = arrived;
    const format = FORMATS.find((one) => one === asked(visit, "format")) ?? "csv";
    const query = { ...(await auditQuery(visit)), format };
    const answer = await responseTo("exportAuditEvents", { query }, deps.optionsOf(session)).catch((err: unknown) =>
      againIfEnded(err, call, deps),
    );
    if (answer !== undefined) await sendFile(call, answer, `audit.${format}`);
  };

/** Sends a text no faster than the browser reads it. A browser that goes away ends the request to the API. */
async function sendFile(call: Call, { headers, body }: Response, name: string): Promise<void> {
  call.res.writeHead(200, {
    ...call.headers,
    "content-type": headers.get("content-type") ?? "text/plain; charset=utf-8",
    "content-disposition": `attachment; filename="${name}"`,
    "cache-control": "no-store",
  });
  await pipeline(body === null ? [] : Readable.fromWeb(body), call.res);
}
