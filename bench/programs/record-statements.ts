/**
 * Loaded into our services before they start. It writes every named statement that they use, once, into
 * STATEMENTS_FILE, with the options of its connection. It reads what is sent to PostgreSQL, because the driver is part
 * of a bundle ("Message Formats" in PostgreSQL's documentation of its protocol).
 */
import { appendFileSync } from "node:fs";
import { Socket } from "node:net";

const { STATEMENTS_FILE = "" } = process.env;
const PARSE = 0x50;
const PROTOCOL = 0x0003_0000;
const written = new Set<string>();
const options = new WeakMap<Socket, string | undefined>();
const { write } = Socket.prototype;

const recorded: (this: Socket, ...given: Parameters<typeof write>) => boolean = function recorded(chunk, ...rest) {
  if (Buffer.isBuffer(chunk)) note(this, chunk);
  return write.call(this, chunk, ...rest);
};
Object.assign(Socket.prototype, { write: recorded });

function note(socket: Socket, message: Buffer): void {
  if (message.length > 8 && message.readInt32BE(4) === PROTOCOL) options.set(socket, optionsIn(message));
  else if (message[0] === PARSE && options.has(socket)) keep(socket, message);
}

/** The first message of a connection: names and values, each ended by a zero byte. */
function optionsIn(message: Buffer): string | undefined {
  const texts = message.toString("utf8", 8).split("\0");
  const at = texts.indexOf("options");
  return at === -1 ? undefined : texts[at + 1];
}

function keep(socket: Socket, message: Buffer): void {
  const [name = "", text = ""] = message.toString("utf8", 5).split("\0");
  if (name === "" || written.has(name)) return;
  written.add(name);
  appendFileSync(STATEMENTS_FILE, `${JSON.stringify({ name, text, options: options.get(socket) })}\n`);
}
