import { isLanguageTag } from "@countersign/rules";
import { Command, InvalidArgumentError } from "commander";
import { z } from "zod";
import { addTerms } from "../../administration/terms.ts";
import { termsShape, webPage } from "../../configuration/terms-shape.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { validate } from "../input.ts";
import { misuse } from "../refusal.ts";
import { properties, type Report, reporting } from "../report.ts";

/** `terms`: what people accept before they use a client. */
export function termsCommands(context: Context): Command {
  return new Command("terms").description("terms that people accept").addCommand(addCommand(context));
}

interface AddOptions {
  readonly url?: Readonly<Record<string, string>>;
  readonly requiredFrom?: Date;
}

/** `terms add`: adds a version of terms. People are asked for it from then on, or from a time on. */
function addCommand(context: Context): Command {
  const command = new Command("add")
    .description("add a version of terms; the newest version of each name is asked for")
    .argument("<name>", 'what people read, such as "Terms of use"')
    .argument("<version>", "such as 2030-01")
    .option("--url <language=address>", "where the text is, in a language; repeatable", collectUrl)
    .option("--required-from <time>", "in ISO 8601 form; by default now", parseTime);

  return reporting(command, context, async (name: string, version: string, given: AddOptions): Promise<Report> => {
    if (given.url === undefined) throw misuse("give at least one --url");
    const by = byOperator(context);
    const terms = {
      name: validate(termsShape.name, name, "the name"),
      version: validate(termsShape.version, version, "the version"),
      urls: given.url,
      requiredFrom: given.requiredFrom ?? by.at,
    };
    await withDatabase(context, (database) => addTerms(database, terms, by));
    const added = { name, version, requiredFrom: terms.requiredFrom.toISOString() };
    return { json: added, text: properties(added) };
  });
}

function collectUrl(given: string, before: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const at = given.indexOf("=");
  const [tag, url] = [given.slice(0, Math.max(at, 0)), given.slice(at + 1)];
  if (!isLanguageTag(tag) || !webPage.safeParse(url).success) {
    throw new InvalidArgumentError("Write it as en=https://host/path.");
  }
  return { ...before, [tag]: url };
}

function parseTime(given: string): Date {
  const time = z.iso.datetime({ offset: true }).safeParse(given);
  if (!time.success) throw new InvalidArgumentError("Write it as 2030-01-01T00:00:00Z.");
  return new Date(time.data);
}
