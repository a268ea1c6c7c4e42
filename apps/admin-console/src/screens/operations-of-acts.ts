/** Which operation each act calls. The API declares which of them ask again who the person is. */
import { OPERATIONS, type OperationId } from "@countersign/admin-client";
import { operationId, placeOf, SHOWN } from "./settings/entities/entity.ts";

type Called = Readonly<Record<string, Readonly<Record<string, OperationId>>>>;

/** Those of entities follow from their names. */
const OF_ENTITIES: Called = Object.fromEntries(
  SHOWN.flatMap((entity) => {
    const { path } = placeOf(entity);
    const change = operationId("change", entity.one);
    const rotate = operationId("rotate", `${entity.one}_secret`);
    return [
      [`${path}/new`, { add: operationId("add", entity.one) }],
      [
        `${path}/:id`,
        {
          ...{ save: change, disable: change, enable: change, remove: operationId("remove", entity.one) },
          ...(rotate in OPERATIONS && { "rotate-secret": rotate }),
        },
      ],
    ];
  }),
);

const OF_OTHERS: Called = {
  "/settings/hooks/:id/clients": { add: "changeHook" },
  "/search": { "end-sessions": "endSessionsOfPeople" },
  "/people": {
    disable: "disablePeople",
    enable: "enablePeople",
    "end-sessions": "endSessionsOfPeople",
    delete: "deletePeople",
    "give-roles": "giveRoleToPeople",
    "take-roles": "takeRoleFromPeople",
  },
  "/people/new": { add: "addPerson" },
  "/people/invite": { invite: "invitePeopleIntoOrganization" },
  "/people/invitations": { "send-again": "sendInvitationsAgain", withdraw: "withdrawInvitations" },
  "/people/invitations/:id": {
    "give-role": "giveRoleToInvitation",
    "take-role": "takeRoleFromInvitation",
    "send-again": "sendInvitationsAgain",
    withdraw: "withdrawInvitations",
  },
  "/people/:id": {
    save: "changePerson",
    disable: "disablePerson",
    enable: "enablePerson",
    "send-reset": "sendPasswordReset",
    "end-session": "endSession",
    "end-sessions": "endSessions",
    "withdraw-consents": "withdrawConsents",
    "remove-connection": "removeConnection",
    "remove-passkey": "removePasskey",
    "remove-app": "removeAuthenticatorApp",
    "give-role": "giveRoleToPerson",
    "take-role": "takeRoleFromPerson",
    "join-group": "addMember",
    "leave-group": "removeMember",
    "join-organization": "addOrganizationMember",
    "leave-organization": "removeOrganizationMember",
  },
  "/people/:id/delete": { delete: "deletePerson" },
  "/people/:id/reset-factors": { reset: "resetFactors" },
  "/imports": { upload: "addImport" },
  "/imports/:id": { start: "startImport", cancel: "cancelImport" },
  "/groups/new": { add: "addGroup" },
  "/groups/:id": {
    rename: "renameGroup",
    "remove-member": "removeMember",
    "give-role": "giveRoleToGroup",
    "take-role": "takeRoleFromGroup",
    remove: "removeGroup",
  },
  "/groups/:id/add": { add: "addMembers" },
  "/organizations/:organization/groups/:group": {
    rename: "renameOrganizationGroup",
    "remove-member": "removeOrganizationGroupMember",
    "give-role": "giveRoleToOrganizationGroup",
    "take-role": "takeRoleFromOrganizationGroup",
    remove: "removeOrganizationGroup",
  },
  "/organizations/:organization/groups/:group/add": { add: "addOrganizationGroupMembers" },
  "/organizations/new": { add: "addOrganization" },
  "/organizations/:organization": {
    "remove-members": "removeOrganizationMembers",
    "give-roles": "giveRoleToMembers",
    "take-roles": "takeRoleFromMembers",
    "remove-member": "removeOrganizationMember",
    "add-group": "addOrganizationGroup",
    "send-again": "sendOrganizationInvitationsAgain",
    withdraw: "withdrawOrganizationInvitations",
    "add-domain": "addOrganizationDomain",
    "verify-domain": "verifyOrganizationDomain",
    "remove-domain": "removeOrganizationDomain",
    rename: "changeOrganization",
    disable: "disableOrganization",
    enable: "enableOrganization",
  },
  "/organizations/:organization/invite": { invite: "invitePeopleIntoOrganization" },
  "/organizations/:organization/add": { add: "addOrganizationMembers" },
  "/organizations/:organization/members/:person": {
    "give-role": "giveRoleToMember",
    "take-role": "takeRoleFromMember",
  },
  "/organizations/:organization/scim": { add: "addOrganizationScimToken", revoke: "revokeOrganizationScimToken" },
  "/organizations/:organization/delete": { delete: "removeOrganization" },
  "/clients": { disable: "disableClients", enable: "enableClients" },
  "/clients/new": { add: "addClient" },
  "/clients/:id": {
    save: "changeClient",
    "save-compatibility": "changeClient",
    "save-translations": "changeClient",
    try: "tryClientSignIn",
    disable: "disableClient",
    enable: "enableClient",
    "end-session": "endSession",
    "end-sessions": "endSessionsAtOnce",
    "withdraw-consents": "withdrawConsents",
    "rotate-secret": "rotateClientSecret",
    "replace-secret": "rotateClientSecret",
    "end-secret": "endPreviousClientSecret",
  },
  "/clients/:id/claims": { save: "replaceClaimMapping" },
  "/sessions": { "end-session": "endSession", "end-sessions": "endSessionsAtOnce" },
  "/settings/keys": { "rotate-keys": "rotateKeys" },
  "/settings/looks": {
    "save-looks": "changeSettings",
    "preview-looks": "previewSettings",
    "save-logo": "replaceLogo",
    "remove-logo": "removeLogo",
  },
  "/settings/configuration": { plan: "planConfiguration", apply: "applyConfiguration" },
  "/settings/hooks/:id": { "remove-client": "changeHook", test: "testHook" },
  "/settings/webhooks/:id": { test: "testWebhook", replay: "replayWebhookDelivery" },
  "/roles/:id/add": { add: "giveRoleToPeople" },
  "/settings/providers/:known/new": { add: "addProvider" },
  "/settings/providers/all/settings": { add: "addProvider" },
  "/settings/providers/:alias": {
    save: "changeProvider",
    try: "testProvider",
    disable: "changeProvider",
    enable: "changeProvider",
    remove: "removeProvider",
  },
  "/settings/mails": { "send-test": "sendTestMail" },
  "/settings/terms/new": { add: "addTerms" },
  "/clients/:id/delete": { delete: "deleteClient" },
};

/** The operation of an act, by the path of its screen; none for an act that only changes what the browser shows. */
export const operationOf = (path: string, act: string): OperationId | undefined =>
  OF_OTHERS[path]?.[act] ?? OF_ENTITIES[path]?.[act];

/** Whether the act asks again who the person is, unless they signed in strongly just now. */
export function asksAgain(path: string, act: string): boolean {
  const operation = operationOf(path, act);
  return operation !== undefined && OPERATIONS[operation].needsStepUp === true;
}
