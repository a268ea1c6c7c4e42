/**
 * The pages of a person's own account, in the order of their links. Each area adds its page to `PAGES`. Links show only
 * pages that this deployment has.
 */
import type { Handler } from "@countersign/service";
import type { Dependencies } from "../../dependencies.ts";
import { paths } from "../../paths.ts";
import type { AccountLink } from "../views/models/account.ts";
import { activity } from "./access/activity.ts";
import { applications } from "./access/applications.ts";
import { device } from "./access/device.ts";
import { sessions } from "./access/sessions.ts";
import { deleteAccount } from "./data/delete.ts";
import { exportAccount } from "./data/export.ts";
import { keepAccount } from "./data/keep.ts";
import { privacy } from "./data/privacy.ts";
import { organizations } from "./organizations.ts";
import { overview } from "./overview.ts";
import { type AccountPage, handlersOf } from "./page.ts";
import { profile } from "./profile.ts";
import { security } from "./security.ts";
import { connections } from "./ways-in/connections.ts";
import { email } from "./ways-in/email.ts";
import { passkeys } from "./ways-in/passkeys.ts";
import { password } from "./ways-in/password.ts";
import { recoveryCodes } from "./ways-in/recovery-codes.ts";
import { secondFactors } from "./ways-in/second-factors.ts";
import { username } from "./ways-in/username.ts";

const PAGES: readonly AccountPage[] = [
  profile,
  username,
  password,
  email,
  passkeys,
  secondFactors,
  recoveryCodes,
  connections,
  organizations,
  applications,
  sessions,
  activity,
  exportAccount,
  deleteAccount,
  device,
];

export interface AccountRoute {
  readonly path: string;
  readonly methods: { readonly GET: Handler; readonly POST?: Handler };
}

/** The routes of all pages that this deployment has. */
export function accountRoutes(deps: Dependencies): readonly AccountRoute[] {
  const pages = PAGES.filter(({ isOn }) => isOn?.(deps) !== false);
  const links = pages.flatMap(({ name, path }): AccountLink[] => (name === undefined ? [] : [{ name, path }]));
  const all = [overview(pages), security(pages), privacy, ...pages];
  const around = { links, has: new Set(all.map(({ path }) => path)) };
  const routes = all.map((page) => ({
    path: page.path,
    methods: handlersOf(page, around, deps),
  }));
  return [...routes, { path: paths.accountKeep, methods: keepAccount(deps) }];
}
