/** The audit log as a file: what the API sends is passed on as it arrives, no matter how long it is. */
import { Readable } from "node:stream";
import { responseTo } from "@countersign/admin-client";
import type { Handler } from "@countersign/service";
import type { Dependencies } from "../../dependencies.ts";
import { againIfEnded, arrive } from "../handling/arrival.ts";
import { asked } from "../lists/list.ts";
import { sendFile } from "../lists/send-file.ts";
import { auditFilter } from "./audit-filter.ts";

const NEEDS = "audit:read";
const FORMATS = ["csv", "jsonl"] as const;

export const exportAudit =
  (deps: Dependencies): Handler =>
  async (call) => {
    const arrived = await arrive({ needs: NEEDS }, call, deps);
    if (arrived === undefined) return;
    const { visit, session } = arrived;
    const format = FORMATS.find((one) => one === asked(visit, "format")) ?? "csv";
    const query = { ...(await auditFilter(visit)).query, format };
    const answer = await responseTo("exportAuditEvents", { query }, deps.optionsOf(session)).catch((err: unknown) =>
      againIfEnded(err, call, deps),
    );
    if (answer === undefined) return;
    const { headers, body } = answer;
    const type = headers.get("content-type") ?? "text/plain; charset=utf-8";
    await sendFile(call, { name: `audit.${format}`, type, text: body === null ? [] : Readable.fromWeb(body) });
  };
