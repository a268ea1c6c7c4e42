/**
 * Code in colors: HTML with classes, in which everything of the code is text. It takes a while to load. This is
 * JavaScript, because the types of the package bring those of browsers along.
 */
import hljs from "highlight.js/lib/core";
import apache from "highlight.js/lib/languages/apache";
import bash from "highlight.js/lib/languages/bash";
import erb from "highlight.js/lib/languages/erb";
import go from "highlight.js/lib/languages/go";
import ini from "highlight.js/lib/languages/ini";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import php from "highlight.js/lib/languages/php";
import properties from "highlight.js/lib/languages/properties";
import python from "highlight.js/lib/languages/python";
import ruby from "highlight.js/lib/languages/ruby";
import rust from "highlight.js/lib/languages/rust";
import xml from "highlight.js/lib/languages/xml";

/** By the names of the fenced blocks of the pages. */
const LANGUAGES = {
  ...{ apache, sh: bash, erb, go, ini, java, js: javascript, jsx: javascript, php, properties, python, ruby, rust },
  ...{ xml, html: xml, vue: xml, svelte: xml },
};
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);

export const highlighted = (text, language) =>
  Object.hasOwn(LANGUAGES, language) ? hljs.highlight(text, { language, ignoreIllegals: true }).value : undefined;
