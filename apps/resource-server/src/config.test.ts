import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

const good = {
  ISSUER: "http://localhost:4000",
  RESOURCE: "http://localhost:4001",
  DATABASE_URL: "postgres://rs:secret@localhost:5432/countersign",
};

describe("the configuration of the resource server", () => {
  it("needs three variables, and has a safe default for the others", () => {
    expect(readConfig(good)).toEqual({
      ...good,
      HOST: "127.0.0.1",
      PORT: 4001,
      METRICS_HOST: "127.0.0.1",
      MTLS_HOST: "127.0.0.1",
      LOG_LEVEL: "info",
      SHARED_PORTS: "off",
      SHUTDOWN_DELAY_SECONDS: 0,
      WORKERS: 1,
      REPLICA_MAX_LAG_SECONDS: 5,
      OTEL_TRACES_SAMPLER: "parentbased_always_on",
      OTEL_TRACES_SAMPLER_ARG: 1,
      TRACE_CONTEXT_FROM: [],
    });
  });

  it("is frozen", () => {
    expect(Object.isFrozen(readConfig(good))).toBe(true);
  });

  it("lists every problem together, and no value", () => {
    const problems = catchMessage(() =>
      readConfig({ ISSUER: "http://auth.example", DATABASE_URL: "mysql://rs:secret@db" }),
    );
    expect(problems).toContain("ISSUER: must be an https URL");
    expect(problems).toContain("RESOURCE: is not set");
    expect(problems).toContain("DATABASE_URL: ");
    expect(problems).not.toContain("secret");
  });

  it.each([
    ["an http issuer that is not local", { ISSUER: "http://auth.example" }],
    ["an http issuer with a host like localhost-evil", { ISSUER: "http://localhost.evil.example" }],
    ["an issuer with a query", { ISSUER: "https://auth.example?x" }],
    ["a resource with a fragment", { RESOURCE: "https://api.example/#x" }],
    ["keys over http that is not local", { JWKS_URL: "http://auth.example/jwks" }],
    ["a port out of range", { PORT: "65536" }],
    ["an unknown log level", { LOG_LEVEL: "loud" }],
    ["RFC 9449 §11.1: workers that have no memory of proofs in common", { WORKERS: "2" }],
  ])("refuses %s", (_, changes) => {
    expect(() => readConfig({ ...good, ...changes })).toThrow("The configuration cannot be used");
  });

  it("accepts workers that remember proofs together", () => {
    expect(readConfig({ ...good, WORKERS: "2", REDIS_URL: "redis://localhost" })).toMatchObject({ WORKERS: 2 });
  });

  it.each(["https://auth.example", "http://auth.localhost:4000", "http://127.0.0.1:4000", "http://[::1]:4000"])(
    "accepts the issuer %s",
    (ISSUER) => {
      expect(readConfig({ ...good, ISSUER })).toMatchObject({ ISSUER });
    },
  );
});

function catchMessage(act: () => unknown): string {
  try {
    act();
  } catch (err) {
    return String(err);
  }
  return "nothing was thrown";
}
