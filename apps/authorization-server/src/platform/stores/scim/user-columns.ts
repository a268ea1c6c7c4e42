/** What the attributes of users are in the database. */
import { foldUsername } from "@countersign/rules";
import type { AttributePath } from "@countersign/scim";
import { type Bind, type Column, type Columns, lowerCase } from "./filter-sql.ts";

/** Whether a person is a member whose account is enabled. */
export const IS_ACTIVE = "(m.user_id IS NOT NULL AND u.disabled_at IS NULL)";

const OWN: Readonly<Record<string, Column>> = {
  id: { kind: "text", sql: "u.id::text" },
  externalId: { kind: "text", sql: "s.external_id" },
  userName: { kind: "text", sql: "u.username_folded", fold: foldUsername },
  active: { kind: "boolean", sql: IS_ACTIVE },
  "meta.created": { kind: "time", sql: "COALESCE(s.created_at, m.created_at)" },
  "meta.lastModified": { kind: "time", sql: "COALESCE(s.updated_at, m.created_at)" },
};

const GROUPS: Column = {
  kind: "values",
  from: `FROM group_member gm JOIN user_group g ON g.id = gm.group_id
          WHERE gm.user_id = u.id AND g.organization_id = $1`,
  columns: (sub) =>
    sub === "value"
      ? { kind: "text", sql: "g.id::text" }
      : sub === "display"
        ? { kind: "text", sql: "lower(g.name)", fold: lowerCase }
        : undefined,
};

/** The columns in a statement on `u`, `s` and `m`, whose `$1` is the organization. */
export const USER_COLUMNS: Columns = ({ extension, attribute, sub }: AttributePath, bind: Bind) => {
  const name = sub === undefined ? attribute.name : `${attribute.name}.${sub.name}`;
  if (extension === undefined && Object.hasOwn(OWN, name)) return OWN[name];
  if (extension === undefined && attribute.name === "groups") return GROUPS;
  if (extension === undefined && (attribute.name === "meta" || attribute.name === "schemas")) return undefined;

  const holder = [...(extension === undefined ? [] : [extension]), attribute.name];
  if (attribute.multiValued) return valuesOf(holder, bind);
  return textOf(
    `s.attributes #>> ${bind([...holder, ...(sub === undefined ? [] : [sub.name])])}::text[]`,
    sub ?? attribute,
  );
};

/** The values of an attribute in the record of the organization. */
const valuesOf = (holder: readonly string[], bind: Bind): Column => {
  const path = bind(holder);
  return {
    kind: "values",
    from: `FROM jsonb_array_elements(s.attributes #> ${path}::text[]) AS e (value) WHERE true`,
    columns: (sub) => {
      const text = `e.value ->> ${bind(sub)}::text`;
      return sub === "primary"
        ? { kind: "boolean", sql: `COALESCE(${text}, 'false')::boolean` }
        : textOf(text, { caseExact: false });
    },
  };
};

const textOf = (sql: string, { caseExact }: { readonly caseExact: boolean }): Column =>
  caseExact ? { kind: "text", sql: `(${sql})` } : { kind: "text", sql: `lower(${sql})`, fold: lowerCase };
