/** The tools of the server, and the scope that each needs. */
import type { Access } from "@countersign/guard";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { LONGEST_NOTE, type NoteStore } from "./notes.ts";

/** The scope that each tool needs. It is checked before the tool runs. */
const SCOPE_OF_TOOL: ReadonlyMap<string, string> = new Map([
  ["list_notes", "notes:read"],
  ["add_note", "notes:write"],
]);

/** The scopes that the metadata names. */
export const SCOPES = [...SCOPE_OF_TOOL.values()];

const toolCall = z.object({ method: z.literal("tools/call"), params: z.object({ name: z.string() }) });

/** The scopes that a message needs, or several in one request. Messages that call no tool need none. */
export function scopesOf(body: unknown): readonly string[] {
  const names = [body].flat().flatMap((message) => toolCall.safeParse(message).data?.params.name ?? []);
  return [...new Set(names.flatMap((name) => SCOPE_OF_TOOL.get(name) ?? []))];
}

/** The tools for one request, whose sender is known. Requests share nothing but the notes. */
export function toolsFor({ issuer, subject }: Access, notes: NoteStore): McpServer {
  const server = new McpServer({ name: "sample-notes", version: "1.0.0" });
  // `sub` is unique only at its issuer.
  const owner = JSON.stringify([issuer, subject]);

  server.registerTool("list_notes", { description: "Lists the notes of the person who is signed in." }, () =>
    saying(notes.list(owner).join("\n") || "There are no notes yet."),
  );
  server.registerTool(
    "add_note",
    {
      description: "Keeps a note for the person who is signed in.",
      inputSchema: { note: z.string().min(1).max(LONGEST_NOTE) },
    },
    ({ note }) => (notes.add(owner, note) ? saying("The note is kept.") : failing("There are too many notes.")),
  );
  return server;
}

const saying = (text: string) => ({ content: [{ type: "text" as const, text }] });
const failing = (text: string) => ({ ...saying(text), isError: true });
