import { Command } from "commander";
import { stateOf } from "../../administration/settings/signing-keys.ts";
import { signingKeyStore } from "../../platform/stores/signing-keys.ts";
import type { Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { type Report, reporting, table } from "../report.ts";

/** `keys list`: lists every published key, without its private part. */
export function listKeys(context: Context): Command {
  const command = new Command("list").description("list the published keys, newest first");

  return reporting(command, context, async (): Promise<Report> => {
    const now = context.now();
    const keys = await withDatabase(context, (database) => signingKeyStore(database).list(now));

    const records = keys.map((key) => ({
      kid: key.kid,
      alg: key.alg,
      state: stateOf(key, now),
      signs_from: key.signsFrom,
      signs_until: key.signsUntil,
      published_until: key.publishedUntil,
      created_at: key.createdAt,
      key_encryption_key_id: key.keyEncryptionKeyId,
    }));
    const rows = records.map((record) => ({
      kid: record.kid,
      alg: record.alg,
      state: record.state,
      "signs from": record.signs_from.toISOString(),
      "signs until": record.signs_until?.toISOString() ?? "",
      "published until": record.published_until?.toISOString() ?? "",
    }));
    return {
      json: records,
      text: table(rows, "There is no key yet: the service makes the first ones when it starts."),
    };
  });
}
