/** The last page at this browser for the request of a device: how it ended, and a way on (RFC 8628 §3.3). */
import type { Handler } from "@countersign/service";
import type { Dependencies } from "../../../../dependencies.ts";
import { paths } from "../../../../paths.ts";
import { DEVICE_ENDS } from "../../../../people/views/models/device.ts";
import { languagesOf } from "../../../../platform/http/languages.ts";
import { queryOf } from "../../../../platform/http/parameters.ts";

export function deviceDonePage({ views }: Pick<Dependencies, "views">): Handler {
  return (call) => {
    const end = DEVICE_ENDS.find((known) => known === queryOf(call).get("end")) ?? "expired";
    const here = `${paths.deviceDone}?${new URLSearchParams({ end })}`;
    const onward = { again: paths.device, applications: paths.accountApplications, here };
    call.page(views.in(languagesOf(call.req)).deviceDone({ end, ...onward }));
  };
}
