/** What must go on while a store is away. */
import { describe, expect, it } from "vitest";
import { check } from "./check.ts";
import type { Asked, Kind, Struck } from "./entry.ts";
import { asked, away, probe, probes, stopped } from "./made.ts";

describe("what a request does not need may be away", () => {
  const struck = (store: Struck["away"]): Struck => ({ ...stopped, away: store });
  const during = (store: Struck["away"], kind: Kind, by?: Asked["by"]) => {
    const history = [...probes, struck(store), asked(kind, 12_000, { ...away, ...(by && { by }) })];
    return check(history).violations.filter((one) => one.includes("503"));
  };

  it.each<[Struck["away"], Kind, Asked["by"]?]>([
    ["redis", "refresh"],
    ["redis", "refresh", "public"],
    ["redis", "refresh", "certificate"],
    ["redis", "exchange"],
    ["redis", "silent"],
    ["redis", "userinfo"],
    ["redis", "userinfo", "key"],
    ["redis", "introspection"],
    ["redis", "client-credentials"],
    ["redis", "revocation"],
    ["redis", "discovery"],
    ["postgres", "discovery"],
    ["changes", "discovery"],
    ["changes", "userinfo"],
    ["changes", "introspection"],
  ])("while %s is away, 503 of the kind %s is found (client: %s)", (store, kind, by) => {
    expect(during(store, kind, by)).toEqual([expect.stringMatching(`^${kind} at 12.0 s: 503 .*it must go on$`)]);
  });

  it.each<[Struck["away"], Kind, Asked["by"]?]>([
    ["redis", "sign-in"],
    ["redis", "pushed-request"],
    ["redis", "registration"],
    ["redis", "refresh", "key"],
    ["redis", "sign-up"],
    ["changes", "refresh"],
    ["postgres", "userinfo"],
  ])("while %s is away, the kind %s may be refused (client: %s)", (store, kind, by) => {
    expect(during(store, kind, by)).toEqual([]);
  });

  it("unless another store is away at the same time, or its probe failed beside", () => {
    const refused = asked("refresh", 12_000, away);
    expect(check([...probes, struck("redis"), stopped, refused]).violations).toEqual([]);
    expect(check([...probes, struck("redis"), probe(12_005, false), refused]).violations).toEqual([]);
    expect(check([...probes, struck("redis"), probe(12_015, false), refused]).violations).toHaveLength(1);
  });
});
