/**
 * The pages of the mail catcher. Pure: everything in a mail is text, and only links to http and https are links. The
 * HTML part is shown in a frame that runs nothing.
 */

export interface CaughtMail {
  readonly id: number;
  readonly to: readonly string[];
  readonly subject: string;
  /** When it was written, in ISO 8601 form. */
  readonly date: string;
  readonly text: string;
  readonly html: string;
}

export interface StoredMail extends CaughtMail {
  /** The message as it was sent. */
  readonly source: string;
}

const VIEWS = { html: "HTML", text: "Text", source: "Source" } as const;
export type View = keyof typeof VIEWS;

/** The path of a mail, or of one view of it. */
const pathOf = ({ id }: CaughtMail, view?: View) => `/mails/${id}${view === undefined ? "" : `/${view}`}`;
/** The path of the HTML part by itself, for the frame. */
export const FRAMED = "part.html";

export interface Inbox {
  /** The newest first. */
  readonly mails: readonly StoredMail[];
  /** The mail that is open; by default the newest. */
  readonly open?: StoredMail | undefined;
  /** How it is shown; by default as HTML, if it has any. */
  readonly view?: View | undefined;
}

export function inboxPage({ mails, open = mails[0], view }: Inbox): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${open === undefined ? "" : `${escaped(open.subject)} · `}Mail catcher</title>
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header>
<h1>Mail catcher</h1>
<p>Emails of the authorization server. Nothing here was delivered.</p>
<nav aria-label="Mail catcher"><a href="/">Newest</a> <a href="/messages.json">JSON</a></nav>
</header>
${open === undefined ? EMPTY : `<div class="split">\n${listOf(mails, open)}\n${openMail(open, view)}\n</div>`}
</body>
</html>
`;
}

const EMPTY = `<main class="empty">
<h2>No emails yet</h2>
<p>Sign up, or choose a new password: the email is here a moment later.</p>
<p><a href="/">Look again</a></p>
</main>`;

function listOf(mails: readonly StoredMail[], open: StoredMail): string {
  const row = (mail: StoredMail) => `<li><a href="${pathOf(mail)}"${mail.id === open.id ? ' aria-current="page"' : ""}>
<strong>${escaped(mail.subject)}</strong>
<span>${escaped(mail.to.join(", "))}</span>
<span>${timeOf(mail)}</span>
</a></li>`;
  return `<nav aria-label="Emails">\n<ul class="list">\n${mails.map(row).join("\n")}\n</ul>\n</nav>`;
}

function openMail(mail: StoredMail, wanted: View | undefined): string {
  const views = (Object.keys(VIEWS) as View[]).filter((view) => view !== "html" || mail.html !== "");
  const view = wanted !== undefined && views.includes(wanted) ? wanted : (views[0] ?? "text");
  const tabs = views.map(
    (one) => `<a href="${pathOf(mail, one)}"${one === view ? ' aria-current="page"' : ""}>${VIEWS[one]}</a>`,
  );
  const [code] = CODE.exec(mail.text) ?? [];
  return `<main class="mail" id="mail-${mail.id}">
<div class="head">
<h2>${escaped(mail.subject)}</h2>
<p class="facts"><span>To ${escaped(mail.to.join(", "))}</span> ${timeOf(mail)}</p>
${code === undefined ? "" : `<p class="code"><code id="code">${code}</code> ${COPY}</p>`}
<nav class="tabs" aria-label="Views">${tabs.join(" ")}</nav>
</div>
${SHOWN[view](mail)}
</main>`;
}

const COPY =
  '<button type="button" data-copies="code" hidden>Copy code</button><noscript>One click selects the code.</noscript>' +
  '<script src="/copy.js" defer></script>';

const SHOWN: Readonly<Record<View, (mail: StoredMail) => string>> = {
  html: (mail) =>
    `<iframe src="/mails/${mail.id}/${FRAMED}" title="The email as HTML" ` +
    'sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>',
  text: ({ text }) => `<pre>${withLinks(text)}</pre>`,
  source: ({ source }) => `<pre>${escaped(source)}</pre>`,
};

/** The HTML part. Its links open pages of their own, because the frame shows only mails. */
export const framedMail = ({ html }: CaughtMail): string =>
  html.includes("<head>") ? html.replace("<head>", `<head>${BASE}`) : `${BASE}${html}`;
const BASE = '<base target="_blank">';

const timeOf = ({ date }: CaughtMail) => `<time datetime="${date}">${date.slice(0, 19).replace("T", " ")} UTC</time>`;

const CODE = /\b\d{6}\b/;
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
