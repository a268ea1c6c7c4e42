/** A small balancer. It forwards each connection unchanged to the next of TARGETS. */
import { connect, createServer } from "node:net";

const { PORT = "", TARGETS = "" } = process.env;
const ports = TARGETS.split(",").map(Number);
let turn = 0;

createServer({ noDelay: true }, (from) => {
  turn = (turn + 1) % ports.length;
  const to = connect({ port: ports[turn] ?? 0, host: "127.0.0.1", noDelay: true });
  from.pipe(to).pipe(from);
  // When one side ends, the other is ended as well.
  from.once("error", () => to.destroy());
  to.once("error", () => from.destroy());
}).listen(Number(PORT), "127.0.0.1");
