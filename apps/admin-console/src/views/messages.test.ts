import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const FOLDER = join(import.meta.dirname, "messages");

/** The texts of a language, with the area as a part of the key. */
const textsIn = (language: string) =>
  new Map(
    globSync(`*/${language}.json`, { cwd: FOLDER }).flatMap((file) =>
      Object.entries(JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as Record<string, string>).map(
        ([key, text]) => [`${file.split("/")[0]}: ${key}`, text] as const,
      ),
    ),
  );

/** English texts that are the same in another language. All others have words of their own. */
const SAME: Readonly<Record<string, string>> = {
  de: `API; APIs; App; Browser; Claim; Claims; Countersign; Details; Domain; Domains; Hook; Hooks; Host; Import; Inter;
    JSON; Link; Links; Logo; Name; OpenID Connect; Parameter; Passkey; Passkeys; Scopes; Secret; Status; Subdomains;
    Test; Tokens; Version; Webhook; Webhooks; {person} in {name}`,
  fr: `API; Actions; Administration; Alias; Application; Applications; Cause; Claim; Claims; Configuration;
    Configuration {name}; Countersign; Documentation; Expression; Hook; Hooks; Inter; Invitation; Invitations; JSON;
    Logo; Note; OpenID Connect; Options; Page; Pages; Secret; Section; Session; Sessions; Signature; Source; Test;
    Type; Version; Versions; Webhook; Webhooks`,
  es: `API; Alias; Claim; Claims; Countersign; Error; Hook; Hooks; Host; Inter; JSON; OpenID Connect; Roles; Tokens;
    Webhook; Webhooks`,
  zh: "API; Countersign; Inter; JSON; OpenID Connect; Webhook",
};
/** Keys whose values are no texts, and texts of which only the punctuation differs. */
const NO_TEXT = /: (?:direction|contrast\.\w+)$/;

describe.each(Object.entries(SAME))("the console in %s", (language, same) => {
  it("has no text that is still English", () => {
    const [english, names] = [textsIn("en"), new Set(same.split(/;\s+/))];
    const texts = [...textsIn(language)].filter(([key]) => !NO_TEXT.test(key));
    expect(texts.length).toBeGreaterThan(1000);
    const found = texts.filter(
      ([key, text]) => text === english.get(key) && /[A-Za-z]{3}/.test(text) && !names.has(text),
    );
    expect(found).toEqual([]);
  });
});
