// The functions, triggers and views of the database stand in packages/database/objects, as they are in force. A
// migration that creates or changes one holds its text, as it was then, between two lines:
//   -- apply objects/userinfo_v1.sql
//   -- end of objects/userinfo_v1.sql
// The text is not included when the migration runs: a new database would then get the text of a later version, with
// columns that do not exist yet.

const APPLY = /^-- apply objects\/(\w+\.sql)\n(?:([\s\S]*?)^-- end of objects\/\1\n)?/gm;
const MAKES = /^\s*CREATE\s+(?:OR\s+REPLACE\s+)?(?:FUNCTION|PROCEDURE|TRIGGER|CONSTRAINT\s+TRIGGER|VIEW)\b/im;

/** Up to here, migrations create objects without such lines. */
const LAST_WITHOUT = "0471_scope_texts";

/** The migration with the present text of each object that it applies. */
export const withObjects = (sql, objects) =>
  sql.replace(APPLY, (block, file) =>
    objects.has(file) ? `-- apply objects/${file}\n${objects.get(file)}-- end of objects/${file}\n` : block,
  );

/**
 * What is wrong with how migrations apply objects, in sentences. Empty if nothing is.
 *
 * @param migrations SQL by name, in the order of the names
 * @param objects SQL by the name of the file
 */
export function objectProblems(migrations, objects) {
  const problems = [];
  const last = new Map();
  for (const [name, sql] of migrations) {
    for (const [, file, text] of sql.matchAll(APPLY)) last.set(file, { name, text });
    if (name > LAST_WITHOUT && MAKES.test(sql.replace(APPLY, ""))) {
      problems.push(
        `${name} creates a function, trigger or view: write it in packages/database/objects, and apply that.`,
      );
    }
  }
  for (const [file, { name, text }] of last) {
    if (!objects.has(file)) problems.push(`${name} applies objects/${file}, which does not exist.`);
    else if (text !== objects.get(file)) {
      problems.push(`objects/${file} differs from what ${name} applies: apply it in a new migration.`);
    }
  }
  return problems;
}
