/** The page of the mail catcher. Pure: everything in a mail is text, and only links to http and https are links. */

export interface CaughtMail {
  readonly id: number;
  readonly to: readonly string[];
  readonly subject: string;
  /** When it was written, in ISO 8601 form. */
  readonly date: string;
  readonly text: string;
  readonly html: string;
}

/** Lets the long links of mails wrap. */
export const STYLE = "pre { overflow-wrap: anywhere; white-space: pre-wrap }";

/** The mails, the newest first. */
export function inboxPage(mails: readonly CaughtMail[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Mail catcher</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Mail catcher</h1>
<p>Mails of the authorization server. Nothing here was delivered.
<a href="/">Look again</a> · <a href="/messages.json">JSON</a></p>
${mails.length === 0 ? "<p>There is no mail yet.</p>" : mails.map(article).join("\n")}
</body>
</html>
`;
}

const article = ({ id, to, subject, date, text }: CaughtMail) => `<article id="mail-${id}">
<h2>${escaped(subject)}</h2>
<p>To ${escaped(to.join(", "))}, ${escaped(date)}</p>
<pre>${withLinks(text)}</pre>
</article>`;

const LINK = /https?:\/\/[^\s<>"']+/g;

/** A text with the addresses in it as links. */
function withLinks(text: string): string {
  let html = "";
  let end = 0;
  for (const { 0: link, index } of text.matchAll(LINK)) {
    html += `${escaped(text.slice(end, index))}<a href="${escaped(link)}">${escaped(link)}</a>`;
    end = index + link.length;
  }
  return html + escaped(text.slice(end));
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
