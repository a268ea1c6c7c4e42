/** A client as a configuration file declares it: its metadata by the one table of client-record.ts, and its state. */
import {
  CLIENT_ROWS,
  type ClientMembers,
  clientFields,
  gatherLocalized,
  operatorMembers,
  type StoredMetadata,
  shownMetadata,
  withOperatorDefaults,
} from "@countersign/rules";
import { z } from "zod";
import { resourceIdentifier } from "../../resource-servers/entity.ts";
import { secretReference } from "../secrets.ts";
import { inOrder } from "./shapes.ts";

const members = z.strictObject({
  // RFC 6749 §A.1. Nothing that could be the URL of a metadata document.
  client_id: z
    .string()
    .regex(/^(?!https?:)[\x21-\x7E]{1,255}$/, "must be of visible ASCII characters, and no URL")
    .describe("its identifier (RFC 6749 §2.2)"),
  client_secret: secretReference.optional(),
  resource_server: resourceIdentifier
    .optional()
    .describe("the API that it belongs to: it may introspect all tokens for that API"),
  enabled: z.boolean().default(true),
  ...described(operatorMembers),
});

/** The members with what they mean, for editors. */
function described<Members extends Readonly<Record<string, z.ZodType>>>(shapes: Members): Members {
  const means = new Map(CLIENT_ROWS.map((row) => [row.wire, row.means]));
  const each = Object.entries(shapes).map(([name, one]) => [name, one.describe(means.get(name) ?? "")]);
  return Object.fromEntries(each) as Members;
}

/** The other form of tagged members, which only the shape knows. */
const LOCALIZED = "localized";

export const clientShape = z.preprocess((given, context) => {
  if (typeof given === "object" && given !== null && LOCALIZED in given) {
    context.addIssue({ code: "unrecognized_keys", keys: [LOCALIZED], input: given });
  }
  return gatherLocalized(withOperatorDefaults(given));
}, members.transform(entryOfDeclared));

/** OIDC Registration §2.1: `client_name#de`, which the shape of a client reads as a member of `localized`. */
export function asWritten(path: readonly (string | number)[]): readonly (string | number)[] {
  const at = path.indexOf("localized");
  if (at < 0) return path;
  const [member, tag, ...rest] = path.slice(at + 1);
  return [...path.slice(0, at), tag === undefined ? String(member) : `${member}#${tag}`, ...rest];
}

/** A client in a configuration. In addition to these members, it has those of its metadata. */
export interface ClientEntry extends Readonly<Record<string, unknown>> {
  readonly client_id: string;
  readonly client_secret?: z.output<typeof secretReference> | undefined;
  readonly resource_server?: string | undefined;
  readonly enabled: boolean;
}

function entryOfDeclared(declared: z.output<typeof members>): ClientEntry {
  const { client_id, client_secret, resource_server, enabled, ...metadata } = declared;
  const fields = clientFields(metadata as StoredMetadata);
  return entryOf({ client_id, client_secret, resource_server, enabled }, fields);
}

/** A client of these members; a member without a value is left out. */
export function entryOf({ client_id, client_secret, resource_server, enabled }: ClientEntry, fields: ClientMembers) {
  const { logo_uri: _, scope, ...shown } = shownMetadata(fields, "operator");
  const metadata = { ...shown, scope: String(scope).split(" ").sort().join(" ") };
  const entry = { client_id, client_secret, ...metadata, resource_server, enabled };
  const present = Object.entries(entry).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present.map(([name, value]) => [name, inOrder(value)])) as unknown as ClientEntry;
}

/** The metadata of an entry, as `clientMetadata` reads it. */
export const metadataOf = ({ client_id: _, client_secret, resource_server, enabled, ...metadata }: ClientEntry) =>
  metadata;
