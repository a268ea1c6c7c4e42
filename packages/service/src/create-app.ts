import express, { type Express } from "express";

/**
 * An Express app as our services want it: it does not say what it runs on, hashes no response for an ETag, matches
 * paths exactly (`/token`, not `/Token/`), and shows no stack trace whatever NODE_ENV is. No proxy is trusted until
 * the service says which.
 */
export function createApp(): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.enable("case sensitive routing");
  app.enable("strict routing");
  app.set("env", "production");
  return app;
}
