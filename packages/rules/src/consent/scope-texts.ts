/** What the scopes of a resource server are called for people, in their languages. */
import { z } from "zod";
import { isLanguageTag, lookupLanguage } from "../text/language.ts";
import { visibleText } from "../text/visible.ts";

/** By `<scope>`, or `<scope>#<language>` for one language, as RFC 7591 §2.2 writes members in languages. */
export type ScopeTexts = Readonly<Record<string, string>>;

const MOST_TEXTS = 200;
/** A scope of RFC 6749 §3.3 with the tag of a language. */
const LONGEST_NAME = 200;
const LONGEST_TEXT = 200;

export const scopeTexts = z
  .record(z.string().max(LONGEST_NAME), visibleText(LONGEST_TEXT))
  .refine((texts) => Object.keys(texts).length <= MOST_TEXTS, `must be at most ${MOST_TEXTS} texts`);

/** The names among texts that are about none of these scopes. */
export const textsWithoutScope = (texts: ScopeTexts, scopes: readonly string[]): readonly string[] =>
  Object.keys(texts).filter((name) => !scopes.includes(name) && !scopes.includes(parsed(name).scope));

/**
 * The text of a scope for people; `undefined` if there is none.
 *
 * @param range the language of the page. Without a text in it, the one without a language counts (RFC 4647 §3.4)
 */
export function textOfScope(texts: ScopeTexts, scope: string, range: string): string | undefined {
  const tagged = Object.entries(texts).flatMap(([name, text]) => {
    const { scope: about, tag } = parsed(name);
    return tag !== undefined && about === scope ? [[tag.toLowerCase(), text] as const] : [];
  });
  return lookupLanguage([range], new Map(tagged))?.found ?? (Object.hasOwn(texts, scope) ? texts[scope] : undefined);
}

function parsed(name: string): { readonly scope: string; readonly tag: string | undefined } {
  const at = name.lastIndexOf("#");
  const tag = name.slice(at + 1);
  return at > 0 && isLanguageTag(tag) ? { scope: name.slice(0, at), tag } : { scope: name, tag: undefined };
}
