/** Starts the API: configuration, application, listen, close. */
import { createServer } from "node:http";
import { ZodError, z } from "zod";
import { type Config, readConfig } from "./config.ts";
import { openOrders } from "./orders.ts";
import { createApp, guardOf } from "./routes.ts";
import { openStock } from "./stock.ts";

const CLOSE_AFTER_MS = 5_000;

function configOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (err) {
    console.error(
      `The configuration is not complete:\n${err instanceof ZodError ? z.prettifyError(err) : String(err)}`,
    );
    process.exit(1);
  }
}

const config = configOrExit();
// Why a token was refused stands only in this log. The guard gives it no token.
const log = (event: object) => console.log(JSON.stringify({ time: new Date().toISOString(), ...event }));
const api = guardOf(config, { onRefusal: log });
const { account, issuer, stockApi } = config;
const stock = account && stockApi ? openStock({ issuer, account, stockApi, onFailure: log }) : undefined;

const limits = { requestTimeout: 30_000, headersTimeout: 10_000, maxHeaderSize: 32_768 };
const server = createServer(limits, createApp({ api, orders: openOrders(), config, stock }));
server.on("error", (err: NodeJS.ErrnoException) => {
  if (server.listening) return console.error(String(err)); // too many files are open, for example
  const taken = err.code === "EADDRINUSE";
  console.error(taken ? `Port ${config.port} is taken: set PORT, or stop what listens there.` : String(err));
  process.exit(1);
});
server.listen(config.port, config.host, () => {
  console.log(`Sample API: ${config.resource} (issuer: ${config.issuer})`);
});

function stop(): void {
  server.close(() => process.exit(0));
  server.closeIdleConnections();
  // A request that does not end must not keep the process running.
  setTimeout(() => process.exit(0), CLOSE_AFTER_MS).unref();
}
process.once("SIGTERM", stop);
process.once("SIGINT", stop);
