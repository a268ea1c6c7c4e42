/** The file that keeps a registration between starts. Only its owner can read it. */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { z } from "zod";
import type { RegisteredClient } from "./registration.ts";

const MODE = 0o600;

const kept = z.object({
  issuer: z.string(),
  redirect_uri: z.string(),
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  client_secret_expires_at: z.number().int().nonnegative(),
  registration_client_uri: z.string().optional(),
  registration_access_token: z.string().optional(),
});

/** The registration, and the settings that it was made with. The last two members are for its management: RFC 7592. */
export type KeptRegistration = z.infer<typeof kept>;

/**
 * The registration in `file`; undefined when there is no such file.
 * @throws Error with a sentence for the operator
 */
export function readRegistration(file: string): KeptRegistration | undefined {
  const text = readIfThere(file);
  if (text === undefined) return undefined;

  const read = kept.safeParse(parsedOrNothing(text));
  if (!read.success) throw new Error(`${file} is not a registration of this client. Move it away to register again.`);
  return read.data;
}

/**
 * A file for the response. It is opened before the registration request, because a registration that cannot be
 * stored is lost.
 */
export interface OpenFile {
  keep(registration: { issuer: string; redirectUri: string; registered: RegisteredClient }): void;
  /** Removes what a failed attempt wrote. */
  discard(): void;
}

/** @throws Error with a sentence for the operator */
export function openRegistrationFile(file: string): OpenFile {
  const draft = `${file}.new`;
  const descriptor = orExplain(file, () => {
    rmSync(draft, { force: true }); // left by a start that was killed
    return openSync(draft, "wx", MODE);
  });

  let isOpen = true;
  const close = () => {
    if (isOpen) closeSync(descriptor);
    isOpen = false;
  };

  return {
    keep({ issuer, redirectUri, registered }) {
      const { redirect_uris: _, token_endpoint_auth_method: __, ...credentials } = registered;
      const content = { issuer, redirect_uri: redirectUri, ...credentials };
      writeSync(descriptor, `${JSON.stringify(content, null, 2)}\n`);
      fsyncSync(descriptor);
      close();
      renameSync(draft, file); // the file is written completely or not at all
    },
    discard() {
      close();
      rmSync(draft, { force: true });
    },
  };
}

function readIfThere(file: string): string | undefined {
  return orExplain(file, () => {
    try {
      return readFileSync(file, "utf8");
    } catch (err) {
      if (err instanceof Error && "code" in err && err.code === "ENOENT") return undefined;
      throw err;
    }
  });
}

function parsedOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function orExplain<T>(file: string, act: () => T): T {
  try {
    return act();
  } catch (err) {
    const code = err instanceof Error && "code" in err ? String(err.code) : "unknown";
    throw new Error(
      `REGISTRATION_FILE ${file} cannot be used (${code}). Point it to a place this process may write to.`,
      {
        cause: err,
      },
    );
  }
}
