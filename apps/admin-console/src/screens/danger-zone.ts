/** The card for what ends or stops something: it is always the last one of a page, and red. */
import type { Danger, Section } from "../views/model.ts";

/** One line for each act, with what it does. */
export const dangerZone = (...dangers: readonly Danger[]): Section => ({ id: "danger", title: "danger", dangers });

/**
 * An act that deletes, after the page that asks once more.
 *
 * @param label the key of the button; what it does has the key of the label with `.warning`
 */
export const deletion = (act: string, label: string): Danger => ({
  lead: { key: `${label}.warning` },
  button: { act, label, isDanger: true },
});

/** @param lead the key of what it does */
export const disabling = (lead: string): Danger => ({
  lead: { key: lead },
  button: { act: "disable", label: "disable", isDanger: true },
});

/** Disables what is enabled, or enables it again. The keys are those of what each does. */
export const switching = (isEnabled: boolean, lead: { readonly disable: string; readonly enable: string }): Danger =>
  isEnabled ? disabling(lead.disable) : { lead: { key: lead.enable }, button: { act: "enable", label: "enable" } };
