/** Opens what the configuration names. A write that is not done after ten seconds has failed. */
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import type { ReadEvent } from "../../stores/audit/audit-event-shape.ts";
import type { AuditStreamSettings } from "./stream-environment.ts";
import { openSyslog } from "./stream-syslog.ts";
import { type StreamWriter, streamLine } from "./stream-writer.ts";

const linesOf = (events: readonly ReadEvent[]) => events.map((event) => `${streamLine(event)}\n`).join("");

export function openStreamWriter(
  { AUDIT_STREAM: target, AUDIT_STREAM_CA: ca }: AuditStreamSettings,
  { issuer, stdout = process.stdout }: { readonly issuer: string; readonly stdout?: NodeJS.WritableStream },
): StreamWriter | undefined {
  if (target?.kind === "stdout") return toStdout(stdout);
  if (target?.kind === "file") return toFile(target.path);
  return target === undefined ? undefined : openSyslog({ ...target, ca, hostname: new URL(issuer).hostname });
}

/** What an earlier call has not finished is not written again: a reader that is slow makes nothing grow here. */
function toStdout(stdout: NodeJS.WritableStream): StreamWriter {
  let isBusy = false;
  // A reader that went away must not end the process.
  const ignore = () => {};
  stdout.on("error", ignore);
  return {
    async write(events) {
      if (isBusy) throw new Error("standard output is not read");
      isBusy = true;
      await withinLimit(
        new Promise<void>((resolve, reject) => {
          stdout.write(linesOf(events), (err) => {
            isBusy = false;
            if (err) reject(err);
            else resolve();
          });
        }),
      );
    },
    close: async () => void stdout.removeListener("error", ignore),
  };
}

/** Lines that an earlier call has not finished are not written again: a slow disk gets no second line until then. */
function toFile(path: string): StreamWriter {
  let isBusy = false;
  return {
    async write(events) {
      if (isBusy) throw new Error("the file is not written to disk");
      isBusy = true;
      const appended = append(path, linesOf(events)).finally(() => {
        isBusy = false;
      });
      await withinLimit(appended);
    },
    close: async () => {},
  };
}

// A named pipe without a reader would hold up the process for ever, if it were not opened without blocking.
const { O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK } = constants;
const FLAGS = O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK;

/** The file is opened each time, so that it can be moved away. Only its owner may read it. */
async function append(path: string, text: string): Promise<void> {
  const file = await open(path, FLAGS, 0o600);
  try {
    if (!(await file.stat()).isFile()) throw new Error("this is no regular file");
    await file.appendFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

const TIMEOUT_MS = 10_000;

async function withinLimit(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("nothing was written for ten seconds")), TIMEOUT_MS);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
