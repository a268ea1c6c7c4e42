/** What we use of jsdom: its own types would bring those of browsers to every file. */
declare module "jsdom" {
  export class VirtualConsole {}
  export class JSDOM {
    constructor(
      html: string,
      options: { readonly url: string; readonly runScripts: "outside-only"; readonly virtualConsole: VirtualConsole },
    );
    readonly window: {
      readonly document: { open(): void; write(html: string): void; close(): void };
      readonly axe: {
        run(context: unknown, options: object): Promise<{ readonly violations: readonly Violation[] }>;
      };
      eval(source: string): unknown;
      close(): void;
    };
  }

  /** What axe found. */
  interface Violation {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly { readonly html: string }[];
  }
}
