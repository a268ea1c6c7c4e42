import { describe, expect, it } from "vitest";
import { nameBrowser } from "./user-agent.ts";

const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";
const iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";

describe("RFC 9110 §10.1.5: a browser has the name that people know", () => {
  it.each([
    [`${windows} Chrome/140.0.0.0 Safari/537.36`, "Chrome", "Windows"],
    [`${windows} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, "Edge", "Windows"],
    [`${windows} Chrome/140.0.0.0 Safari/537.36 OPR/120.0.0.0`, "Opera", "Windows"],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15",
      "Safari",
      "macOS",
    ],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox", "Linux"],
    ["Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome", "Android"],
    [
      "Mozilla/5.0 (Linux; Android 15) SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36",
      "Samsung Internet",
      "Android",
    ],
    ["Mozilla/5.0 (X11; CrOS x86_64 16093.0.0) Chrome/140.0.0.0 Safari/537.36", "Chrome", "ChromeOS"],
    [`${iphone} Version/18.0 Mobile/15E148 Safari/604.1`, "Safari", "iPhone"],
    [`${iphone} CriOS/140.0 Mobile/15E148 Safari/604.1`, "Chrome", "iPhone"],
    [`${iphone} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`, "Firefox", "iPhone"],
    ["curl/8.0", "curl", undefined],
    ["node", undefined, undefined],
    [undefined, undefined, undefined],
    ["<script>alert(1)</script>", undefined, undefined],
    [`${"x".repeat(100_000)} Firefox/1`, undefined, undefined],
  ])("%j", (header, browser, system) => {
    expect(nameBrowser(header)).toEqual({ browser, system });
  });
});
