/** A small balancer: each connection goes to the next of TARGETS, untouched. */
import { connect, createServer } from "node:net";

const { PORT = "", TARGETS = "" } = process.env;
const ports = TARGETS.split(",").map(Number);
let turn = 0;

createServer({ noDelay: true }, (from) => {
  turn = (turn + 1) % ports.length;
  const to = connect({ port: ports[turn] ?? 0, host: "127.0.0.1", noDelay: true });
  from.pipe(to).pipe(from);
  // The end of one side is the end of the other.
  from.once("error", () => to.destroy());
  to.once("error", () => from.destroy());
}).listen(Number(PORT), "127.0.0.1");
