// Checks that the commands of operators which documents show exist, and have the options that stand there.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../workspace.mjs";

const PROGRAM = join(root, "apps", "authorization-server", "src", "cli", "program.ts");

/** A command where a shell would start one: what stands before it are variables, another command, or `npm run`. */
const LINE =
  /(?:^|[|;&(]|\bnpm run (?:-s|--silent)?) *(?:[A-Z_]+=\S* +)*countersign (?:-- )?(?:--issuer \S+ )?([a-z][^|;&()<>]*)/g;

/** Bare commands, as sentences name them: a noun and its verb in backticks. */
const bareLine = (nouns) => new RegExp(`^((?:${nouns.join("|")}) [a-z][^|;&()]*)$`, "g");

async function check(tree) {
  const { commands, bare } = await known();
  // Decisions say what was decided then.
  const documents = tree.files().filter((file) => file.endsWith(".md") && !/generated\/|^docs\/decisions\//.test(file));
  const shown = documents.flatMap((file) =>
    codeOf(tree.read(file)).flatMap(({ code, line, isBlock }) =>
      [...code.matchAll(LINE), ...(isBlock ? [] : code.matchAll(bare))].map(([, words]) => ({ file, line, words })),
    ),
  );
  return {
    problems: shown.flatMap(({ file, line, words }) =>
      problemsOf(words.trim().split(/\s+/).map(unquoted), commands).map((problem) => `${file}:${line}: ${problem}.`),
    ),
    fine: `${shown.length} commands that documents show exist.`,
  };
}

const unquoted = (word) => word.replace(/^["'[]+|["'\],.:]+$/g, "");

function problemsOf(words, commands) {
  let command = commands;
  let rest = words;
  for (;;) {
    const next = command.commands.find((one) => one.name() === rest[0]);
    if (next === undefined) break;
    [command, rest] = [next, rest.slice(1)];
  }
  // A sentence may name a noun alone, and a placeholder stands for each of its verbs.
  if (command.commands.length > 0 && /^[a-z]/.test(rest[0] ?? "")) return [`there is no command ${words.join(" ")}`];
  const options = new Set([...command.options, ...commands.options].map(({ long }) => long));
  return rest
    .map((word) => /^--[a-z][\w-]*/.exec(word)?.[0])
    .filter((option) => option !== undefined && option !== "--help" && !options.has(option))
    .map((option) => `${command.name()} has no option ${option}`);
}

/** What stands in backticks or in a block of code, with the number of its line. */
function codeOf(text) {
  let isBlock = false;
  return text.split("\n").flatMap((content, index, lines) => {
    const line = index + 1;
    if (/^\s*(?:```|~~~)/.test(content)) isBlock = !isBlock;
    else if (isBlock && !lines[index - 1]?.endsWith("\\")) return [{ code: whole(lines, index), line, isBlock }];
    else if (!isBlock) return [...content.matchAll(/`([^`]+)`/g)].map(([, code]) => ({ code, line, isBlock }));
    return [];
  });
}

/** A line with those that continue it. */
const whole = (lines, index) => {
  const line = lines[index] ?? "";
  return line.endsWith("\\") ? `${line.slice(0, -1)} ${whole(lines, index + 1).trim()}` : line.trim();
};

const mistakes = [
  {
    file: "docs/webhooks.md",
    from: "countersign webhooks test Billing",
    to: "countersign webhooks try Billing",
    says: /webhooks\.md:\d+: there is no command webhooks try Billing/,
  },
  {
    file: "docs/webhooks.md",
    from: "countersign -- webhooks add Billing --url",
    to: "countersign -- webhooks add Billing --uri",
    says: /add has no option --uri/,
  },
  {
    file: "docs/troubleshooting.md",
    from: "`organizations list`",
    to: "`organizations index`",
    says: /no command organizations index/,
  },
];

export const commandLines = { check, mistakes };

let loaded;
function known() {
  loaded ??= import(pathToFileURL(PROGRAM).href).then(({ program }) => {
    const commands = program(["completion"], { environment: {}, print: () => undefined, complain: () => undefined });
    return { commands, bare: bareLine(commands.commands.map((command) => command.name())) };
  });
  return loaded;
}
