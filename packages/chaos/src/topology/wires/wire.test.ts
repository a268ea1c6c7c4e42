/** A network that loses what it is told to lose, and nothing else. */
import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { until } from "../until.ts";
import { startWire, type Wire } from "./wire.ts";

describe("a wire to a store that repeats what it hears", () => {
  let store: Server;
  let heard: string;
  let wire: Wire;
  let caller: Socket;
  let answered: string;

  const listen = async (port = 0) => {
    store = createServer((socket) => {
      socket.on("error", () => {});
      socket.on("data", (chunk) => {
        heard += chunk;
        socket.write(chunk);
      });
    }).listen(port, "127.0.0.1");
    await once(store, "listening");
    return (store.address() as { port: number }).port;
  };
  const call = () => {
    const socket = connect(wire.port, "127.0.0.1");
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      answered += chunk;
    });
    return socket;
  };
  const said = (text: string) => until(async () => answered === text, 10);
  const arrived = (text: string) => until(async () => heard === text, 10);
  const closed = (socket: Socket) => new Promise((resolve) => socket.once("close", resolve));
  const aMoment = () => new Promise((resolve) => setTimeout(resolve, 50));

  beforeEach(async () => {
    [heard, answered] = ["", ""];
    wire = await startWire(await listen());
    caller = call();
    caller.write("a");
    await said("a");
  });
  afterEach(() => {
    caller.destroy();
    wire.stop();
    store.close();
  });

  it("passes nothing on while all is lost, and everything afterwards", async () => {
    wire.cut("everything");
    caller.write("b");
    await aMoment();
    expect([heard, answered, caller.destroyed]).toEqual(["a", "a", false]);
    wire.mend();
    await said("ab");
  });

  it("passes questions on while answers are lost", async () => {
    wire.cut("answers");
    caller.write("b");
    await arrived("ab");
    await aMoment();
    expect([answered, caller.destroyed]).toEqual(["a", false]);
    wire.mend();
    await said("ab");
  });

  it("takes a new connection while it is cut, which says nothing", async () => {
    wire.cut("everything");
    const other = call();
    other.write("b");
    await aMoment();
    expect([heard, other.destroyed]).toEqual(["a", false]);
    wire.mend();
    await said("ab");
    other.destroy();
  });

  it("brings what was said by a caller that has gone by then", async () => {
    wire.cut("everything");
    caller.end("b");
    await aMoment();
    wire.mend();
    await arrived("ab");
  });

  it("breaks connections off, without what was kept, and takes new ones", async () => {
    wire.cut("answers");
    caller.write("b");
    await arrived("ab");
    wire.reset();
    await closed(caller);
    expect(answered).toBe("a");
    const other = call();
    other.write("c");
    await said("ac");
    other.destroy();
  });

  it("refuses connections while nothing listens there", async () => {
    const { port } = store.address() as { port: number };
    store.close();
    caller.destroy();
    await closed(call()); // this one tells it
    const [err] = await once(connect(wire.port, "127.0.0.1"), "error");
    expect(err).toMatchObject({ code: "ECONNREFUSED" });
    await listen(port);
    await until(async () => {
      const socket = call();
      await once(socket, "connect");
      socket.write("d");
      await aMoment();
      socket.destroy();
      return heard.endsWith("d");
    }, 20);
  });
});
