/** A project of Django with the settings of a page. */
import { join } from "node:path";

/**
 * The arguments of Python that serve it.
 *
 * @param prefix where the addresses of the library are
 * @param urls the module that has them
 */
export const djangoServer = (prefix: string, urls: string) => (port: number) => [
  join(import.meta.dirname, "django_project.py"),
  prefix,
  urls,
  String(port),
];
