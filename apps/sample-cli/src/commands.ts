/** The commands: one word says what to do. */
import { parseArgs } from "node:util";
import { openKept } from "./kept.ts";
import { addOrder, listOrders } from "./orders.ts";
import { Problem, sentenceOf } from "./problem.ts";
import { findProvider } from "./provider.ts";
import { accessToken, type Session, signIn, signOut } from "./session.ts";
import { readSettings } from "./settings.ts";

const USAGE = `Usage: orders <command>

  sign-in            show a code for a browser on any device
  sign-in --browser  sign in with the browser of this machine
  who                say who is signed in
  list               list your orders
  add <item>         order coffee, tea or cups
  sign-out           end the access of this program`;

/** The outside world of a command. */
export interface World {
  readonly environment: NodeJS.ProcessEnv;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
  /** Writes what was asked for. */
  readonly print: (text: string) => void;
  /** Writes everything else. */
  readonly say: (text: string) => void;
  /** Opens the browser of this machine; by default the system does. */
  readonly open?: (url: string) => void;
}

/** @returns the exit code */
export async function run(argv: readonly string[], world: World): Promise<0 | 1> {
  try {
    world.print(await answerTo(argv, world));
    return 0;
  } catch (err) {
    world.say(sentenceOf(err));
    return 1;
  }
}

async function answerTo(argv: readonly string[], world: World): Promise<string> {
  const { values, positionals } = argumentsIn(argv);
  const [command, ...words] = positionals;
  const session = await openSession(world);
  switch (command) {
    case "sign-in": {
      const { name } = await signIn(session, values.browser ? "browser" : "device");
      return `You are signed in as ${shown(name)}. The sign-in is kept in ${session.kept.place}.`;
    }
    case "who":
      await accessToken(session);
      return shown((await session.kept.read())?.name ?? "");
    case "list": {
      const orders = await listOrders(session);
      return orders.map(({ id, item }) => `${shown(id)}  ${shown(item)}`).join("\n") || "There is no order yet.";
    }
    case "add":
      if (words.length === 0) throw new Problem(USAGE);
      return `Ordered: ${shown((await addOrder(session, words.join(" "))).item)}`;
    case "sign-out":
      return SIGNED_OUT[await signOut(session)];
    default:
      throw new Problem(USAGE);
  }
}

const SIGNED_OUT = {
  revoked: "You are signed out.",
  forgotten: "This machine has forgotten your sign-in. The provider does not answer: end the access in your account.",
  nothing: "You were not signed in.",
};

function argumentsIn(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], allowPositionals: true, options: { browser: { type: "boolean" } } });
  } catch {
    throw new Problem(USAGE);
  }
}

async function openSession({ environment, ...world }: World): Promise<Session> {
  const settings = readSettings(environment);
  return { ...world, settings, kept: await openKept(settings), provider: () => findProvider(settings) };
}

/** Names come from elsewhere, and move no cursor here. */
const shown = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\uFFFD");
