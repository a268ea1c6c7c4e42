/** The options of `clients add` and `clients change`: one for each member of the record that an operator may set. */
import { isUnreadableJson, readJson } from "@countersign/guard/json";
import { CLIENT_ROWS, type ClientRow, decimalOf } from "@countersign/rules";
import { InvalidArgumentError, Option } from "commander";

const collect = (value: string, before: readonly string[] = []) => [...before, value];

function jsonOf(text: string): unknown {
  try {
    return readJson(text, { longest: text.length });
  } catch (err) {
    throw isUnreadableJson(err) ? new InvalidArgumentError(`It must be JSON: ${err.problem}.`) : err;
  }
}

const PARSERS = {
  json: (option: Option) => option.argParser(jsonOf),
  number: (option: Option) => option.argParser((text) => decimalOf(text)),
  many: (option: Option) => option.argParser(collect),
};

/** Members in other languages have no option: they can only be given in a file. */
const OPTIONAL = CLIENT_ROWS.flatMap((row) => (row.option === undefined ? [] : [{ row, flags: row.option }]));

/** The options of one command. Each command has its own: Commander lets a program change them. */
export function metadataOptions(): readonly Option[] {
  return OPTIONAL.map(({ row, flags }) => optionOf(row, flags));
}

const ATTRIBUTES = OPTIONAL.map(({ row, flags }) => [row.wire, new Option(flags).attributeName()] as const);

function optionOf({ takes, means }: ClientRow, flags: string): Option {
  const option = new Option(flags, takes === "many" ? `${means}; repeatable` : means);
  return takes === undefined ? option : PARSERS[takes](option);
}

/** The metadata that the options set, under the member names of the protocol; nothing is validated yet. */
export function metadataOf(options: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const given = ATTRIBUTES.map(([member, attribute]) => [member, options[attribute]]);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}
