import { describe, expect, it } from "vitest";
import { SCREENS } from "../screens.ts";
import { groupsWith, navFor } from "./navigation.ts";

const all = { may: () => true };
const hrefs = (path: string) => navFor(all, path).flatMap(({ places }) => places);

describe("19: places stand in groups, each with an icon", () => {
  it("every screen with a place is in one group", () => {
    const places = SCREENS.filter(({ place }) => place !== undefined).map(({ path }) => path);
    expect(
      hrefs("/")
        .map(({ href }) => href)
        .sort(),
    ).toEqual(places.sort());
    expect(hrefs("/").every(({ picture }) => picture !== "")).toBe(true);
  });

  it("an entity that no group names stands among those for developers, once", () => {
    const [developers] = groupsWith(["/settings/new-things", "/settings/hooks"]).filter(
      ({ title }) => title === "nav.developers",
    );
    expect(developers?.places.map(({ path }) => path)).toEqual([
      ...["/settings/webhooks", "/settings/hooks", "/settings/trusted-issuers", "/settings/exchange-policies"],
      ...["/settings/configuration", "/settings/new-things"],
    ]);
  });

  it.each([
    ["/", "/"],
    ["/people/x", "/people"],
    ["/imports/x", "/people"],
    ["/settings", "/settings"],
    ["/settings/apis/x", "/settings"],
    ["/settings/webhooks/new", "/settings/webhooks"],
    ["/peoples", undefined],
  ])("at %s, %s is here", (path, expected) => {
    expect(
      hrefs(path)
        .filter(({ isHere }) => isHere)
        .map(({ href }) => href),
    ).toEqual(expected ? [expected] : []);
  });

  it("a group without a place is not shown", () => {
    const shown = navFor({ may: (scope) => scope === "audit:read" }, "/");
    expect(shown.map(({ title }) => title)).toEqual([undefined, "nav.monitoring"]);
  });
});
