/** The texts of scopes in a form: a line for each, as `<scope>=<text>` or `<scope>#<language>=<text>`. */
import { linesIn } from "../../views/form.ts";

type Texts = Record<string, string>;

export const textLines = (texts: Texts): readonly string[] =>
  Object.entries(texts).map(([scope, text]) => `${scope}=${text}`);

/** A line without `=` becomes a scope with an empty text. The API refuses it, and names the scope. */
export const textsIn = (form: URLSearchParams): Texts =>
  Object.fromEntries(
    linesIn(form, "scope_texts").map((line) => {
      const [scope = "", ...rest] = line.split("=");
      return [scope.trim(), rest.join("=").trim()];
    }),
  );
