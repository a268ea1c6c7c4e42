// Made from the OpenAPI document of the administration API, by
// node scripts/documents.mjs administration-client

export interface paths {
    "/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The audit log, the newest event first; a page may have fewer than limit */
        get: operations["listAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The audit log as a text, the newest event first: one JSON object or CSV record (RFC 4180) a line */
        get: operations["exportAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blocked-addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The blocked addresses, in the order of address; there are at most 10000 */
        get: operations["listBlockedAddresses"];
        put?: never;
        /** Adds a blocked address */
        post: operations["addBlockedAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blocked-addresses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One blocked address */
        get: operations["readBlockedAddress"];
        put?: never;
        post?: never;
        /** Removes a blocked address */
        delete: operations["removeBlockedAddress"];
        options?: never;
        head?: never;
        /** Changes a blocked address */
        patch: operations["changeBlockedAddress"];
        trace?: never;
    };
    "/caller": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who calls, and what they may do: of a user, what their roles allow */
        get: operations["readCaller"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The clients that match, by name unless another order is asked for; q is a part of their name or id */
        get: operations["listClients"];
        put?: never;
        /** Registers a client; its secret is shown once */
        post: operations["addClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One client with its metadata, and with include its last refused requests and its secrets */
        get: operations["readClient"];
        put?: never;
        post?: never;
        /** Deletes a client, what was issued to it, and what users agreed to with it */
        delete: operations["deleteClient"];
        options?: never;
        head?: never;
        /** Changes members of a client's metadata; null removes one (RFC 7396) */
        patch: operations["changeClient"];
        trace?: never;
    };
    "/clients/{id}/claim-mapping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The claims that are made for a client */
        get: operations["readClaimMapping"];
        /** Says which claims are made for a client, if every example gives what it should */
        put: operations["replaceClaimMapping"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/{id}/consents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What users agreed to with a client, by user and resource server, the newest first */
        get: operations["listConsentsOfClient"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/{id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Disables a client, and revokes what was issued to it */
        post: operations["disableClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/{id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Enables a disabled client */
        post: operations["enableClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/{id}/end-previous-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends the previous secret of a client before its time, and what the client got for itself */
        post: operations["endPreviousClientSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/{id}/refusals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The last refused requests of a client, up to 20 of one day, the newest first */
        get: operations["readClientRefusals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Rotates the secret of a client: the new one is shown once, and the one before stays valid for some time */
        post: operations["rotateClientSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/{id}/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Which secrets of a client are valid, up to two, and when each was last used; never the secrets */
        get: operations["readClientSecrets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/{id}/try-sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begins a sign-in as a client begins it, whose answer the user sees, and no client: no code and no token exists */
        post: operations["tryClientSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/configuration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the database has, as a configuration of this name; what another configuration manages is left out */
        get: operations["exportConfiguration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/configuration/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes the changes of a plan, all of them or none; refused if others are needed by now */
        post: operations["applyConfiguration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/configuration/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What applying a configuration would change; changes nothing. The ETag is that of the plan */
        post: operations["planConfiguration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exchange-policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Which clients may exchange tokens (RFC 8693), by name; there are at most 500 */
        get: operations["listExchangePolicies"];
        put?: never;
        /** Allows a client to exchange tokens of users for tokens of another audience; for owners */
        post: operations["addExchangePolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exchange-policies/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One exchange policy */
        get: operations["readExchangePolicy"];
        put?: never;
        post?: never;
        /** Removes an exchange policy: its client exchanges nothing by it any more; for owners */
        delete: operations["removeExchangePolicy"];
        options?: never;
        head?: never;
        /** Changes settings of an exchange policy, enables or disables it; for owners */
        patch: operations["changeExchangePolicy"];
        trace?: never;
    };
    "/failing-jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The jobs of the service that could not do everything, and when they try again */
        get: operations["readFailingJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The groups, by name */
        get: operations["listGroups"];
        put?: never;
        /** Creates a group */
        post: operations["addGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One group */
        get: operations["readGroup"];
        put?: never;
        post?: never;
        /** Deletes a group; its members lose its roles */
        delete: operations["removeGroup"];
        options?: never;
        head?: never;
        /** Renames a group; tokens have the new name from the next one */
        patch: operations["renameGroup"];
        trace?: never;
    };
    "/groups/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The members of a group */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{id}/members/{person}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Adds a user to a group, whose roles count from their next token */
        put: operations["addMember"];
        post?: never;
        /** Removes a user from a group */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{id}/members/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Adds up to 100 users to a group, and says for each what came of it */
        post: operations["addMembers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{id}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The roles of a group, which its members have; up to 200 */
        get: operations["listRolesOfGroup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{id}/roles/{role}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Assigns a role to a group; it counts from the next tokens of its members */
        put: operations["giveRoleToGroup"];
        post?: never;
        /** Removes a role from a group */
        delete: operations["takeRoleFromGroup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The hooks, by name; there are at most 20 */
        get: operations["listHooks"];
        put?: never;
        /** Adds a service that is asked; for owners */
        post: operations["addHook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One hook */
        get: operations["readHook"];
        put?: never;
        post?: never;
        /** Removes a hook: it is not asked any more; for owners */
        delete: operations["removeHook"];
        options?: never;
        head?: never;
        /** Changes settings of a hook, enables or disables it; for owners */
        patch: operations["changeHook"];
        trace?: never;
    };
    "/hooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Rotates the secret of a hook; the previous one is also used for some time */
        post: operations["rotateHookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Asks a hook a question as a test, and answers what it would do: nothing is done; for owners */
        post: operations["testHook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The imports of users of the last 30 days, the newest first */
        get: operations["listImports"];
        put?: never;
        /** Begins an import of users, without lines. It changes no account of an administrator, and assigns no role */
        post: operations["addImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One import, and how far it is */
        get: operations["readImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends an import. What it imported stays */
        post: operations["cancelImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/{id}/lines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends the next lines of an import: one JSON object in each */
        post: operations["sendImportLines"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/{id}/refusals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The lines that an import refused, and why, in their order */
        get: operations["listImportRefusals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/{id}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Has the lines checked, which changes nothing, or imported; after a check, it can be started again */
        post: operations["startImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The open invitations, by address */
        get: operations["listInvitations"];
        put?: never;
        /** Emails an invitation to create an account; it replaces an open one of the same address */
        post: operations["addInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One open invitation */
        get: operations["readInvitation"];
        put?: never;
        post?: never;
        /** Withdraws an invitation: its link no longer works */
        delete: operations["withdrawInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/{id}/roles/{role}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Adds a role to an invitation, for the user who accepts it */
        put: operations["giveRoleToInvitation"];
        post?: never;
        /** Removes a role from an invitation */
        delete: operations["takeRoleFromInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/{id}/send-again": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mails an open invitation again, with a new link and time; the link before no longer works */
        post: operations["sendInvitationAgain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/many": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Emails invitations to create an account to up to 100 addresses, and says for each what came of it */
        post: operations["invitePeople"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/send-again": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mails up to 100 invitations again, each with a new link, and says for each what came of it */
        post: operations["sendInvitationsAgain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Withdraws up to 100 invitations, and says for each what came of it */
        post: operations["withdrawInvitations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The published keys, the newest first, without anything secret */
        get: operations["listKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Rotates the signing keys: each algorithm gets a new one, which is published now and signs some minutes later */
        post: operations["rotateKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What became of the emails of the last days, the newest first, and nothing of their content */
        get: operations["listMails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mails/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Emails the calling user at their own verified address; GET /mails says what became of it */
        post: operations["sendTestMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/many-clients/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Disables up to 100 clients, and revokes what was issued to them, and says for each what came of it */
        post: operations["disableClients"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/many-clients/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Enables up to 100 clients that are disabled, and says for each what came of it */
        post: operations["enableClients"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The organizations, by slug, or those with a part of a text in their slug or name */
        get: operations["listOrganizations"];
        put?: never;
        /** Creates an organization without members */
        post: operations["addOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One organization, and with include what belongs to it */
        get: operations["readOrganization"];
        put?: never;
        post?: never;
        /** Deletes an organization with its groups, roles, domains and invitations; its members keep their accounts */
        delete: operations["removeOrganization"];
        options?: never;
        head?: never;
        /** Renames an organization */
        patch: operations["changeOrganization"];
        trace?: never;
    };
    "/organizations/{organization}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Disables an organization: no token is issued for it */
        post: operations["disableOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The domains of an organization */
        get: operations["listOrganizationDomains"];
        put?: never;
        /** Claims a domain for an organization; the answer says which TXT record proves it */
        post: operations["addOrganizationDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/domains/{domain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Removes a domain from an organization */
        delete: operations["removeOrganizationDomain"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/domains/{domain}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Looks for the TXT record of a domain; with it, the domain counts */
        post: operations["verifyOrganizationDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Enables a disabled organization */
        post: operations["enableOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The groups of an organization, by name */
        get: operations["listOrganizationGroups"];
        put?: never;
        /** Creates a group of an organization */
        post: operations["addOrganizationGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/groups/{group}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One group of an organization */
        get: operations["readOrganizationGroup"];
        put?: never;
        post?: never;
        /** Deletes a group of an organization; its members lose its roles */
        delete: operations["removeOrganizationGroup"];
        options?: never;
        head?: never;
        /** Renames a group of an organization; tokens have the new name from the next one */
        patch: operations["renameOrganizationGroup"];
        trace?: never;
    };
    "/organizations/{organization}/groups/{group}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The members of a group of an organization */
        get: operations["listOrganizationGroupMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/groups/{group}/members/{person}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Adds a member of an organization to a group of it, whose roles count from their next token */
        put: operations["addOrganizationGroupMember"];
        post?: never;
        /** Removes a member from a group of an organization */
        delete: operations["removeOrganizationGroupMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/groups/{group}/members/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Adds up to 100 members of an organization to a group of it, and says for each what came of it */
        post: operations["addOrganizationGroupMembers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/groups/{group}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The roles of a group in an organization, which its members have; up to 200 */
        get: operations["listRolesOfOrganizationGroup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/groups/{group}/roles/{role}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Assigns a group a role in an organization; it counts from the next tokens of its members */
        put: operations["giveRoleToOrganizationGroup"];
        post?: never;
        /** Removes a role in an organization from a group */
        delete: operations["takeRoleFromOrganizationGroup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The open invitations into an organization, by address */
        get: operations["listOrganizationInvitations"];
        put?: never;
        /** Emails an invitation into an organization; it replaces an open one of the same address */
        post: operations["addOrganizationInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/invitations/{invitation}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Withdraws an invitation into an organization */
        delete: operations["withdrawOrganizationInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/invitations/{invitation}/send-again": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mails an open invitation into an organization again, with a new link and time; the link before is void */
        post: operations["sendOrganizationInvitationAgain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/invitations/many": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Emails invitations into an organization to up to 100 addresses, and says for each what came of it */
        post: operations["invitePeopleIntoOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/invitations/send-again": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mails up to 100 invitations into an organization again, each with a new link, and says for each what came of it */
        post: operations["sendOrganizationInvitationsAgain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/invitations/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Withdraws up to 100 invitations into an organization, and says for each what came of it */
        post: operations["withdrawOrganizationInvitations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The members of an organization */
        get: operations["listOrganizationMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/members/{person}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Adds a user to an organization */
        put: operations["addOrganizationMember"];
        post?: never;
        /** Removes a member from an organization, with their roles and groups there */
        delete: operations["removeOrganizationMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/members/{person}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The roles that a member has in an organization, in addition to those of their groups; up to 200 */
        get: operations["listRolesOfMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/members/{person}/roles/{role}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Assigns a member a role in an organization; it counts from their next token */
        put: operations["giveRoleToMember"];
        post?: never;
        /** Removes a role in an organization from a member */
        delete: operations["takeRoleFromMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/members/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Adds up to 100 users to an organization, and says for each what came of it */
        post: operations["addOrganizationMembers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/members/give-role": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Assigns up to 100 members a role in an organization, and says for each what came of it */
        post: operations["giveRoleToMembers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/members/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Removes up to 100 members from an organization, and says for each what came of it */
        post: operations["removeOrganizationMembers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/members/take-role": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Removes a role in an organization from up to 100 members, and says for each what came of it */
        post: operations["takeRoleFromMembers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The roles that may be assigned in an organization; up to 200 */
        get: operations["listOrganizationRoles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/scim-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The tokens of an organization for SCIM, without the tokens themselves */
        get: operations["listOrganizationScimTokens"];
        put?: never;
        /** Creates a token with which the directory of an organization calls SCIM, and shows it once */
        post: operations["addOrganizationScimToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/scim-tokens/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revokes a token: the directory can do nothing more by it */
        delete: operations["revokeOrganizationScimToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/outboxes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How many emails, events for webhooks and logout tokens wait to be sent, and since when */
        get: operations["readOutboxes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The users who match; a page may have fewer than limit, and the last one has no next_cursor */
        get: operations["listPeople"];
        put?: never;
        /** Creates an account with a password */
        post: operations["addPerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One user, and with include what belongs to them */
        get: operations["readPerson"];
        put?: never;
        post?: never;
        /** Disables an account at once, and has it erased */
        delete: operations["deletePerson"];
        options?: never;
        head?: never;
        /** Changes claims about a user; null removes one */
        patch: operations["changePerson"];
        trace?: never;
    };
    "/people/{id}/authenticator-apps/{factor}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Removes one authenticator app of a user */
        delete: operations["removeAuthenticatorApp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/{id}/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The identities at other providers with which a user signs in, the oldest first */
        get: operations["listConnections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/{id}/connections/{connection}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Disconnects an identity from the account of a user; the only way in of an account stays */
        delete: operations["removeConnection"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/{id}/consents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a user agreed to, by client and resource server */
        get: operations["listConsents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/{id}/consents/{client}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Withdraws what a user agreed to with a client, and revokes what was issued under it */
        delete: operations["withdrawConsents"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/{id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Disables an account, ends its sessions and revokes what was issued in its name */
        post: operations["disablePerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/{id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Enables a disabled account, and cancels its deletion */
        post: operations["enablePerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/{id}/end-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends all sessions of a user */
        post: operations["endSessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/{id}/factors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The passkeys, security keys and apps of a user, and how many recovery codes and connections they have */
        get: operations["listFactors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/{id}/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The groups of the deployment that a user is in, by name */
        get: operations["listGroupsOfPerson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/{id}/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The organizations that a user is a member of, by slug, with their groups there */
        get: operations["listOrganizationsOfPerson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/{id}/passkeys/{factor}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Removes one passkey or security key of a user; the only way in of an account stays */
        delete: operations["removePasskey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/{id}/reset-factors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Removes every factor of a user but the password, and what is connected at other providers; ends sessions */
        post: operations["resetFactors"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/{id}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The roles that a user has, in addition to those of their groups; up to 200 */
        get: operations["listRolesOfPerson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/{id}/roles/{role}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Assigns a role to a user; it counts from their next token */
        put: operations["giveRoleToPerson"];
        post?: never;
        /** Removes a role from a user */
        delete: operations["takeRoleFromPerson"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/{id}/send-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Emails a user the link that they could ask for themselves, within the same limits */
        post: operations["sendPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The live sessions of a user, up to 100, the last used first */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/{id}/sessions/{session}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Ends one session, and revokes what was issued in it */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Disables up to 100 users at once and has them erased, and says for each what came of it */
        post: operations["deletePeople"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Disables up to 100 users, and says for each what came of it */
        post: operations["disablePeople"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Enables up to 100 users, and says for each what came of it */
        post: operations["enablePeople"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/end-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends all sessions of up to 100 users, and says for each what came of it */
        post: operations["endSessionsOfPeople"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/give-role": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Assigns a role to up to 100 users, and says for each what came of it */
        post: operations["giveRoleToPeople"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/take-role": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Removes a role from up to 100 users, and says for each what came of it */
        post: operations["takeRoleFromPeople"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The providers at which users may sign in, by alias */
        get: operations["listProviders"];
        put?: never;
        /** Adds a provider at which users may sign in; only owners may */
        post: operations["addProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/providers/{alias}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One provider */
        get: operations["readProvider"];
        put?: never;
        post?: never;
        /** Removes a provider, and disconnects every identity there */
        delete: operations["removeProvider"];
        options?: never;
        head?: never;
        /** Changes settings of a provider; only owners may change whom it can sign in */
        patch: operations["changeProvider"];
        trace?: never;
    };
    "/providers/{alias}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reads the metadata and the keys of a provider now, and says what is wrong; changes nothing */
        post: operations["testProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/resource-servers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The resource servers, by identifier */
        get: operations["listResourceServers"];
        put?: never;
        /** Creates a resource server */
        post: operations["addResourceServer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/resource-servers/{resource}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One resource server, by its identifier */
        get: operations["readResourceServer"];
        put?: never;
        post?: never;
        /** Deletes a resource server that has no roles, and what users agreed to for it */
        delete: operations["removeResourceServer"];
        options?: never;
        head?: never;
        /** Changes settings of a resource server */
        patch: operations["changeResourceServer"];
        trace?: never;
    };
    "/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The roles, by resource server and name */
        get: operations["listRoles"];
        put?: never;
        /** Creates a role that gives scopes of a resource server */
        post: operations["addRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/roles/{role}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One role */
        get: operations["readRole"];
        put?: never;
        post?: never;
        /** Deletes a role: the next tokens of those who have it lack its scopes */
        delete: operations["removeRole"];
        options?: never;
        head?: never;
        /** Changes what a role gives; it counts from the next tokens of those who have it */
        patch: operations["changeRole"];
        trace?: never;
    };
    "/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Users, clients and organizations with a part of a text in a name, address or id, if the caller may read them */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The live sessions of all users, the newest first; a page may have fewer than limit */
        get: operations["listAllSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends up to 100 sessions, and revokes what was issued in them, and says for each what came of it */
        post: operations["endSessionsAtOnce"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the pages look like; null where the product decides */
        get: operations["readSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Changes settings; null removes one, or a language of a text (RFC 7396) */
        patch: operations["changeSettings"];
        trace?: never;
    };
    "/settings/logo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Replaces the logo above every page: a PNG, JPEG or WebP picture of at most 128 KB */
        put: operations["replaceLogo"];
        post?: never;
        /** Removes the logo */
        delete: operations["removeLogo"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes an address that shows pages as a change of settings would make them, for ten minutes */
        post: operations["previewSettings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Sign-ins, failures and users by day (UTC), the last 30 days if no others are asked for */
        get: operations["readStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/terms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every version of the terms that users accept, by name, the newest version first */
        get: operations["listTerms"];
        put?: never;
        /** Adds a version of terms: users are asked for it at their next sign-in, or from a time on */
        post: operations["addTerms"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trusted-issuers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The trusted issuers, by name; there are at most 50 */
        get: operations["listTrustedIssuers"];
        put?: never;
        /** Trusts an issuer: its assertions give access; for owners */
        post: operations["addTrustedIssuer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trusted-issuers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One trusted issuer */
        get: operations["readTrustedIssuer"];
        put?: never;
        post?: never;
        /** Removes a trusted issuer, and ends what its assertions gave; for owners */
        delete: operations["removeTrustedIssuer"];
        options?: never;
        head?: never;
        /** Changes a trusted issuer, enables or disables it, and ends what its assertions gave; for owners */
        patch: operations["changeTrustedIssuer"];
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The webhooks, by name; there are at most 50 */
        get: operations["listWebhooks"];
        put?: never;
        /** Adds an address that is sent events; needs the scope audit:read, too */
        post: operations["addWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One webhook */
        get: operations["readWebhook"];
        put?: never;
        post?: never;
        /** Removes a webhook, and what was to be delivered to it */
        delete: operations["removeWebhook"];
        options?: never;
        head?: never;
        /** Changes settings of a webhook, enables or disables it; needs the scope audit:read, too */
        patch: operations["changeWebhook"];
        trace?: never;
    };
    "/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What was and is to be delivered to a webhook in the last 30 days, the newest event first */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries/{delivery}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One event for a webhook, and what became of it */
        get: operations["readWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries/{delivery}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends an event to a webhook again, with the same webhook-id */
        post: operations["replayWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Rotates the key of a webhook; the previous one is also used for some time */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends the webhook an event of any type as a test, and answers how it went; needs the scope audit:read, too */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Problem: {
            /** @description what is wrong with this request */
            detail?: string;
            /** @description the members of the request that are wrong */
            errors?: {
                /**
                 * @description the kind of reason; `invalid` if it has no other
                 * @enum {string}
                 */
                code: "missing" | "too_long" | "too_short" | "too_many" | "too_few" | "too_large" | "too_small" | "not_listed" | "unknown_member" | "wrong_type" | "whole_number" | "number" | "url" | "https" | "public_https" | "native_redirect_uri" | "redirect_uri" | "fragment" | "wildcard" | "userinfo" | "spelling" | "uri_characters" | "unseen_characters" | "ascii" | "color" | "contrast" | "language" | "slug" | "scope" | "openid" | "date" | "time" | "time_zone" | "phone" | "email" | "domain" | "domain_or_network" | "host" | "ip_address" | "picture" | "key" | "profile" | "together" | "unknown" | "twice" | "password" | "username" | "claim_source" | "star" | "unchangeable" | "invalid";
                /** @description a sentence in English that begins with the member */
                detail: string;
                /** @description the bound that a value does not keep */
                limit?: number;
                pointer: string;
            }[];
            /** @description finds the request in the log */
            reference: string;
            status: number;
            /** @description the kind of problem in words */
            title: string;
            /** @description identifies the kind of problem */
            type: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listAuditEvents: {
        parameters: {
            query?: {
                actor?: "operator" | "administrator" | "client" | "directory" | "user" | "schedule";
                actor_id?: string;
                client_id?: string;
                cursor?: string;
                limit?: number;
                reference?: string;
                since?: string;
                type?: "sign_in" | "sign_in_failed" | "sign_in_limited" | "client_authentication_limited" | "second_factor_failed" | "recovery_code_used" | "second_factor_added" | "second_factor_removed" | "second_factor_preferred" | "recovery_codes_made" | "remembered_device_removed" | "factors_reset" | "sign_out" | "session_ended" | "logout_not_delivered" | "consent" | "consent_withdrawn" | "consent_reopened" | "device_approved" | "device_denied" | "assertion_accepted" | "person_impersonated" | "user_added" | "user_signed_up" | "import_added" | "import_lines_received" | "import_started" | "import_cancelled" | "people_imported" | "profile_changed" | "username_changed" | "email_changed" | "email_change_undone" | "terms_added" | "invitation_added" | "invitation_changed" | "invitation_sent_again" | "invitation_withdrawn" | "invited_role_withheld" | "user_disabled" | "user_enabled" | "password_changed" | "password_removed" | "deletion_requested" | "deletion_cancelled" | "user_deleted" | "password_reset" | "password_change_required" | "enrolment_link_sent" | "passkey_added" | "passkey_renamed" | "passkey_removed" | "passkey_cloned" | "identity_connected" | "identity_disconnected" | "client_added" | "client_disabled" | "client_enabled" | "client_secret_rotated" | "client_secret_ended" | "client_sign_in_tried" | "client_moved" | "client_registered" | "client_updated" | "claim_mapping_changed" | "client_deleted" | "client_expired" | "client_document_decided" | "resource_server_added" | "resource_server_changed" | "resource_server_disabled" | "resource_server_enabled" | "resource_server_removed" | "role_added" | "role_changed" | "role_removed" | "role_assigned" | "role_revoked" | "group_added" | "group_renamed" | "group_removed" | "group_member_added" | "group_member_removed" | "organization_added" | "organization_changed" | "organization_disabled" | "organization_enabled" | "organization_removed" | "organization_member_added" | "organization_member_removed" | "organization_role_assigned" | "organization_role_revoked" | "organization_domain_added" | "organization_domain_verified" | "organization_domain_removed" | "organization_domain_missing" | "organization_domain_found" | "organization_domain_contested" | "organization_domain_lapsed" | "organization_invitation_added" | "organization_invitation_sent_again" | "organization_invitation_accepted" | "organization_invitation_withdrawn" | "scim_token_added" | "scim_token_revoked" | "activity_read" | "configuration_applied" | "configuration_drifted" | "settings_changed" | "test_mail_sent" | "identity_provider_added" | "identity_provider_changed" | "identity_provider_removed" | "exchange_policy_added" | "exchange_policy_changed" | "exchange_policy_removed" | "hook_added" | "hook_changed" | "hook_tested" | "hook_secret_rotated" | "hook_removed" | "trusted_issuer_added" | "trusted_issuer_changed" | "trusted_issuer_removed" | "webhook_added" | "webhook_changed" | "webhook_secret_rotated" | "webhook_removed" | "webhook_tested" | "webhook_replayed" | "webhook_disabled" | "blocked_address_added" | "blocked_address_changed" | "blocked_address_removed" | "blocked_address_refused" | "initial_access_token_added" | "initial_access_token_revoked" | "signing_key_added" | "signing_key_rotated" | "signing_key_removed" | "deployment_restored" | "keys_resealed" | "code_replayed" | "refresh_token_replayed" | "refresh_token_resumed" | "token_revoked" | "authorizations_revoked";
                types?: string;
                until?: string;
                user_id?: string;
                with_total?: "yes";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The audit log, the newest event first; a page may have fewer than limit */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @enum {string} */
                            actor: "operator" | "administrator" | "client" | "directory" | "user" | "schedule";
                            actor_id: string | null;
                            address: string | null;
                            /**
                             * Format: date-time
                             * @description a time in UTC (RFC 3339)
                             */
                            at: string;
                            client_id: string | null;
                            detail: {
                                [key: string]: unknown;
                            };
                            id: string;
                            /** @description the reference of the request that it came from */
                            reference: string | null;
                            /** @enum {string} */
                            type: "sign_in" | "sign_in_failed" | "sign_in_limited" | "client_authentication_limited" | "second_factor_failed" | "recovery_code_used" | "second_factor_added" | "second_factor_removed" | "second_factor_preferred" | "recovery_codes_made" | "remembered_device_removed" | "factors_reset" | "sign_out" | "session_ended" | "logout_not_delivered" | "consent" | "consent_withdrawn" | "consent_reopened" | "device_approved" | "device_denied" | "assertion_accepted" | "person_impersonated" | "user_added" | "user_signed_up" | "import_added" | "import_lines_received" | "import_started" | "import_cancelled" | "people_imported" | "profile_changed" | "username_changed" | "email_changed" | "email_change_undone" | "terms_added" | "invitation_added" | "invitation_changed" | "invitation_sent_again" | "invitation_withdrawn" | "invited_role_withheld" | "user_disabled" | "user_enabled" | "password_changed" | "password_removed" | "deletion_requested" | "deletion_cancelled" | "user_deleted" | "password_reset" | "password_change_required" | "enrolment_link_sent" | "passkey_added" | "passkey_renamed" | "passkey_removed" | "passkey_cloned" | "identity_connected" | "identity_disconnected" | "client_added" | "client_disabled" | "client_enabled" | "client_secret_rotated" | "client_secret_ended" | "client_sign_in_tried" | "client_moved" | "client_registered" | "client_updated" | "claim_mapping_changed" | "client_deleted" | "client_expired" | "client_document_decided" | "resource_server_added" | "resource_server_changed" | "resource_server_disabled" | "resource_server_enabled" | "resource_server_removed" | "role_added" | "role_changed" | "role_removed" | "role_assigned" | "role_revoked" | "group_added" | "group_renamed" | "group_removed" | "group_member_added" | "group_member_removed" | "organization_added" | "organization_changed" | "organization_disabled" | "organization_enabled" | "organization_removed" | "organization_member_added" | "organization_member_removed" | "organization_role_assigned" | "organization_role_revoked" | "organization_domain_added" | "organization_domain_verified" | "organization_domain_removed" | "organization_domain_missing" | "organization_domain_found" | "organization_domain_contested" | "organization_domain_lapsed" | "organization_invitation_added" | "organization_invitation_sent_again" | "organization_invitation_accepted" | "organization_invitation_withdrawn" | "scim_token_added" | "scim_token_revoked" | "activity_read" | "configuration_applied" | "configuration_drifted" | "settings_changed" | "test_mail_sent" | "identity_provider_added" | "identity_provider_changed" | "identity_provider_removed" | "exchange_policy_added" | "exchange_policy_changed" | "exchange_policy_removed" | "hook_added" | "hook_changed" | "hook_tested" | "hook_secret_rotated" | "hook_removed" | "trusted_issuer_added" | "trusted_issuer_changed" | "trusted_issuer_removed" | "webhook_added" | "webhook_changed" | "webhook_secret_rotated" | "webhook_removed" | "webhook_tested" | "webhook_replayed" | "webhook_disabled" | "blocked_address_added" | "blocked_address_changed" | "blocked_address_removed" | "blocked_address_refused" | "initial_access_token_added" | "initial_access_token_revoked" | "signing_key_added" | "signing_key_rotated" | "signing_key_removed" | "deployment_restored" | "keys_resealed" | "code_replayed" | "refresh_token_replayed" | "refresh_token_resumed" | "token_revoked" | "authorizations_revoked";
                            user_id: string | null;
                        }[];
                        /** @description absent on the last page */
                        next_cursor?: string;
                        /** @description absent on the first page */
                        previous_cursor?: string;
                        /** @description how many items match the filter; there if with_total is yes */
                        total?: {
                            /** @description up to 10,000 */
                            count: number;
                            /** @description whether there may be more */
                            is_more: boolean;
                        };
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportAuditEvents: {
        parameters: {
            query?: {
                actor?: "operator" | "administrator" | "client" | "directory" | "user" | "schedule";
                actor_id?: string;
                client_id?: string;
                format?: "jsonl" | "csv";
                reference?: string;
                since?: string;
                type?: "sign_in" | "sign_in_failed" | "sign_in_limited" | "client_authentication_limited" | "second_factor_failed" | "recovery_code_used" | "second_factor_added" | "second_factor_removed" | "second_factor_preferred" | "recovery_codes_made" | "remembered_device_removed" | "factors_reset" | "sign_out" | "session_ended" | "logout_not_delivered" | "consent" | "consent_withdrawn" | "consent_reopened" | "device_approved" | "device_denied" | "assertion_accepted" | "person_impersonated" | "user_added" | "user_signed_up" | "import_added" | "import_lines_received" | "import_started" | "import_cancelled" | "people_imported" | "profile_changed" | "username_changed" | "email_changed" | "email_change_undone" | "terms_added" | "invitation_added" | "invitation_changed" | "invitation_sent_again" | "invitation_withdrawn" | "invited_role_withheld" | "user_disabled" | "user_enabled" | "password_changed" | "password_removed" | "deletion_requested" | "deletion_cancelled" | "user_deleted" | "password_reset" | "password_change_required" | "enrolment_link_sent" | "passkey_added" | "passkey_renamed" | "passkey_removed" | "passkey_cloned" | "identity_connected" | "identity_disconnected" | "client_added" | "client_disabled" | "client_enabled" | "client_secret_rotated" | "client_secret_ended" | "client_sign_in_tried" | "client_moved" | "client_registered" | "client_updated" | "claim_mapping_changed" | "client_deleted" | "client_expired" | "client_document_decided" | "resource_server_added" | "resource_server_changed" | "resource_server_disabled" | "resource_server_enabled" | "resource_server_removed" | "role_added" | "role_changed" | "role_removed" | "role_assigned" | "role_revoked" | "group_added" | "group_renamed" | "group_removed" | "group_member_added" | "group_member_removed" | "organization_added" | "organization_changed" | "organization_disabled" | "organization_enabled" | "organization_removed" | "organization_member_added" | "organization_member_removed" | "organization_role_assigned" | "organization_role_revoked" | "organization_domain_added" | "organization_domain_verified" | "organization_domain_removed" | "organization_domain_missing" | "organization_domain_found" | "organization_domain_contested" | "organization_domain_lapsed" | "organization_invitation_added" | "organization_invitation_sent_again" | "organization_invitation_accepted" | "organization_invitation_withdrawn" | "scim_token_added" | "scim_token_revoked" | "activity_read" | "configuration_applied" | "configuration_drifted" | "settings_changed" | "test_mail_sent" | "identity_provider_added" | "identity_provider_changed" | "identity_provider_removed" | "exchange_policy_added" | "exchange_policy_changed" | "exchange_policy_removed" | "hook_added" | "hook_changed" | "hook_tested" | "hook_secret_rotated" | "hook_removed" | "trusted_issuer_added" | "trusted_issuer_changed" | "trusted_issuer_removed" | "webhook_added" | "webhook_changed" | "webhook_secret_rotated" | "webhook_removed" | "webhook_tested" | "webhook_replayed" | "webhook_disabled" | "blocked_address_added" | "blocked_address_changed" | "blocked_address_removed" | "blocked_address_refused" | "initial_access_token_added" | "initial_access_token_revoked" | "signing_key_added" | "signing_key_rotated" | "signing_key_removed" | "deployment_restored" | "keys_resealed" | "code_replayed" | "refresh_token_replayed" | "refresh_token_resumed" | "token_revoked" | "authorizations_revoked";
                types?: string;
                until?: string;
                user_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The audit log as a text, the newest event first: one JSON object or CSV record (RFC 4180) a line */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listBlockedAddresses: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                q?: string;
                with_total?: "yes";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The blocked addresses, in the order of address; there are at most 10000 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @description a mail domain, such as mail.example, or a network, such as 192.0.2.0/24 or 2001:db8::/32 */
                            address: string;
                            /**
                             * Format: date-time
                             * @description a time in UTC (RFC 3339)
                             */
                            created_at: string;
                            /** @description until when it is blocked; null for always */
                            expires_at: string | null;
                            /** Format: uuid */
                            id: string;
                            /** @description the configuration file that declares it and in which it is changed; null if there is none */
                            managed_by: string | null;
                            /** @description why it is blocked, for administrators */
                            reason: string;
                            /** @description whether the subdomains of a mail domain are blocked, too */
                            subdomains: boolean;
                        }[];
                        /** @description absent on the last page */
                        next_cursor?: string;
                        /** @description absent on the first page */
                        previous_cursor?: string;
                        /** @description how many items match the filter; there if with_total is yes */
                        total?: {
                            /** @description up to 10,000 */
                            count: number;
                            /** @description whether there may be more */
                            is_more: boolean;
                        };
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addBlockedAddress: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description a mail domain, such as mail.example, or a network, such as 192.0.2.0/24 or 2001:db8::/32 */
                    address: string;
                    /**
                     * @description until when it is blocked; null for always
                     * @default null
                     */
                    expires_at?: string | null;
                    /**
                     * @description why it is blocked, for administrators
                     * @default
                     */
                    reason?: string;
                    /**
                     * @description whether the subdomains of a mail domain are blocked, too
                     * @default false
                     */
                    subdomains?: boolean;
                };
            };
        };
        responses: {
            /** @description Adds a blocked address */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description a mail domain, such as mail.example, or a network, such as 192.0.2.0/24 or 2001:db8::/32 */
                        address: string;
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        /** @description until when it is blocked; null for always */
                        expires_at: string | null;
                        /** Format: uuid */
                        id: string;
                        /** @description the configuration file that declares it and in which it is changed; null if there is none */
                        managed_by: string | null;
                        /** @description why it is blocked, for administrators */
                        reason: string;
                        /** @description whether the subdomains of a mail domain are blocked, too */
                        subdomains: boolean;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readBlockedAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One blocked address */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description a mail domain, such as mail.example, or a network, such as 192.0.2.0/24 or 2001:db8::/32 */
                        address: string;
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        /** @description until when it is blocked; null for always */
                        expires_at: string | null;
                        /** Format: uuid */
                        id: string;
                        /** @description the configuration file that declares it and in which it is changed; null if there is none */
                        managed_by: string | null;
                        /** @description why it is blocked, for administrators */
                        reason: string;
                        /** @description whether the subdomains of a mail domain are blocked, too */
                        subdomains: boolean;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeBlockedAddress: {
        parameters: {
            query?: never;
            header: {
                /** @description the ETag that was read */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removes a blocked address */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeBlockedAddress: {
        parameters: {
            query?: never;
            header: {
                /** @description the ETag that was read */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description until when it is blocked; null for always */
                    expires_at?: string | null;
                    /** @description why it is blocked, for administrators */
                    reason?: string;
                    /** @description whether the subdomains of a mail domain are blocked, too */
                    subdomains?: boolean;
                };
            };
        };
        responses: {
            /** @description Changes a blocked address */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description a mail domain, such as mail.example, or a network, such as 192.0.2.0/24 or 2001:db8::/32 */
                        address: string;
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        /** @description until when it is blocked; null for always */
                        expires_at: string | null;
                        /** Format: uuid */
                        id: string;
                        /** @description the configuration file that declares it and in which it is changed; null if there is none */
                        managed_by: string | null;
                        /** @description why it is blocked, for administrators */
                        reason: string;
                        /** @description whether the subdomains of a mail domain are blocked, too */
                        subdomains: boolean;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readCaller: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who calls, and what they may do: of a user, what their roles allow */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description the user's id, or the client's */
                        id: string;
                        /** @enum {string} */
                        kind: "person" | "program";
                        /** @description how pages call the user or the client */
                        name: string;
                        /** @description the one organization that they administer */
                        organization: string | null;
                        /** @description the role of the service itself that allows just that; null if several roles do, or another */
                        role: ("owner" | "people" | "clients" | "auditor" | "organizations") | null;
                        scopes: ("people:read" | "people:write" | "sessions:read" | "sessions:write" | "clients:read" | "clients:write" | "roles:read" | "roles:write" | "organizations:read" | "organizations:write" | "audit:read" | "statistics:read" | "settings:read" | "settings:write")[];
                        /** @description of a user: the claim zoneinfo, such as Europe/Berlin */
                        time_zone: string | null;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listClients: {
        parameters: {
            query?: {
                cursor?: string;
                kind?: "browser" | "web" | "native" | "device" | "machine";
                limit?: number;
                q?: string;
                sort?: "client_name" | "-created_at";
                status?: "enabled" | "disabled";
                with_total?: "yes";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The clients that match, by name unless another order is asked for; q is a part of their name or id */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            application_type: string;
                            client_id: string;
                            client_name: string;
                            /**
                             * Format: date-time
                             * @description a time in UTC (RFC 3339)
                             */
                            created_at: string;
                            grant_types: string[];
                            has_logo: boolean;
                            /** @description when someone last signed in to it, to five minutes; null if no sign-in is known */
                            last_sign_in_at: string | null;
                            /** @description the configuration file that declares it and in which it is changed; null if there is none */
                            managed_by: string | null;
                            profile: string;
                            /** @enum {string} */
                            status: "enabled" | "disabled";
                            token_endpoint_auth_method: string;
                        }[];
                        /** @description absent on the last page */
                        next_cursor?: string;
                        /** @description absent on the first page */
                        previous_cursor?: string;
                        /** @description how many items match the filter; there if with_total is yes */
                        total?: {
                            /** @description up to 10,000 */
                            count: number;
                            /** @description whether there may be more */
                            is_more: boolean;
                        };
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Registers a client; its secret is shown once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        client_id: string;
                        client_name: string;
                        client_secret?: string;
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        has_logo: boolean;
                        /** @description when someone last signed in to it, to five minutes; null if no sign-in is known */
                        last_sign_in_at: string | null;
                        /** @description the configuration file that declares it and in which it is changed; null if there is none */
                        managed_by: string | null;
                        /** @enum {string} */
                        status: "enabled" | "disabled";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readClient: {
        parameters: {
            query?: {
                include?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One client with its metadata, and with include its last refused requests and its secrets */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        client_id: string;
                        client_name: string;
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        has_logo: boolean;
                        /** @description what include names, as far as the caller may read it */
                        included?: {
                            refusals?: {
                                items: {
                                    /** @description the cause as the log states it, which the client was not told */
                                    detail: string | null;
                                    /** @description authorization, par, token, introspection or revocation */
                                    endpoint: string;
                                    error: string;
                                    /** @description what the client was told */
                                    error_description: string;
                                    /**
                                     * Format: date-time
                                     * @description a time in UTC (RFC 3339)
                                     */
                                    first_at: string;
                                    /**
                                     * Format: date-time
                                     * @description a time in UTC (RFC 3339)
                                     */
                                    last_at: string;
                                    /** @description what was sent */
                                    parameter_names: string[];
                                    /** @description the values of those that are neither secret nor about a user */
                                    parameters: {
                                        [key: string]: string;
                                    };
                                    /** @description what to set so that such a request is accepted */
                                    remedy: string | null;
                                    /** @description how often it was refused for this cause since first_at */
                                    times: number;
                                }[];
                            };
                            secrets?: {
                                items: {
                                    /** @description null if it does not expire */
                                    expires_at: string | null;
                                    /** @description to five minutes; null if no use is known */
                                    last_used_at: string | null;
                                    /** @enum {string} */
                                    which: "current" | "previous";
                                }[];
                            };
                        };
                        /** @description when someone last signed in to it, to five minutes; null if no sign-in is known */
                        last_sign_in_at: string | null;
                        /** @description the configuration file that declares it and in which it is changed; null if there is none */
                        managed_by: string | null;
                        /** @enum {string} */
                        status: "enabled" | "disabled";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteClient: {
        parameters: {
            query?: never;
            header: {
                /** @description the ETag that was read */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deletes a client, what was issued to it, and what users agreed to with it */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeClient: {
        parameters: {
            query?: never;
            header: {
                /** @description the ETag that was read */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Changes members of a client's metadata; null removes one (RFC 7396) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        client_id: string;
                        client_name: string;
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        has_logo: boolean;
                        /** @description when someone last signed in to it, to five minutes; null if no sign-in is known */
                        last_sign_in_at: string | null;
                        /** @description the configuration file that declares it and in which it is changed; null if there is none */
                        managed_by: string | null;
                        /** @enum {string} */
                        status: "enabled" | "disabled";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readClaimMapping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The claims that are made for a client */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        claims: {
                            [key: string]: string;
                        };
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replaceClaimMapping: {
        parameters: {
            query?: never;
            header: {
                /** @description the ETag that was read */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description an expression of CEL for each claim; none removes the mapping */
                    claims: {
                        [key: string]: string;
                    };
                    /** @default [] */
                    examples?: {
                        /** @description claims of a user */
                        claims: {
                            [key: string]: unknown;
                        };
                        /** @description the claims that must be made of them */
                        gives: {
                            [key: string]: unknown;
                        };
                        /** @default [] */
                        groups?: string[];
                        /** @default [] */
                        scopes?: string[];
                    }[];
                };
            };
        };
        responses: {
            /** @description Says which claims are made for a client, if every example gives what it should */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        claims: {
                            [key: string]: string;
                        };
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listConsentsOfClient: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                with_total?: "yes";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What users agreed to with a client, by user and resource server, the newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @description the claims that the user granted by name */
                            claims: string[];
                            declined_claims: string[];
                            declined_scopes: string[];
                            resource: string;
                            resource_name: string;
                            /** @description the scopes that the user granted */
                            scopes: string[];
                            /**
                             * Format: date-time
                             * @description a time in UTC (RFC 3339)
                             */
                            updated_at: string;
                            /** Format: uuid */
                            user_id: string;
                            username: string;
                        }[];
                        /** @description absent on the last page */
                        next_cursor?: string;
                        /** @description absent on the first page */
                        previous_cursor?: string;
                        /** @description how many items match the filter; there if with_total is yes */
                        total?: {
                            /** @description up to 10,000 */
                            count: number;
                            /** @description whether there may be more */
                            is_more: boolean;
                        };
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    disableClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Disables a client, and revokes what was issued to it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        client_id: string;
                        client_name: string;
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        has_logo: boolean;
                        /** @description when someone last signed in to it, to five minutes; null if no sign-in is known */
                        last_sign_in_at: string | null;
                        /** @description the configuration file that declares it and in which it is changed; null if there is none */
                        managed_by: string | null;
                        /** @enum {string} */
                        status: "enabled" | "disabled";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    enableClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Enables a disabled client */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        client_id: string;
                        client_name: string;
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        has_logo: boolean;
                        /** @description when someone last signed in to it, to five minutes; null if no sign-in is known */
                        last_sign_in_at: string | null;
                        /** @description the configuration file that declares it and in which it is changed; null if there is none */
                        managed_by: string | null;
                        /** @enum {string} */
                        status: "enabled" | "disabled";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    endPreviousClientSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ends the previous secret of a client before its time, and what the client got for itself */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        client_id: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readClientRefusals: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The last refused requests of a client, up to 20 of one day, the newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @description the cause as the log states it, which the client was not told */
                            detail: string | null;
                            /** @description authorization, par, token, introspection or revocation */
                            endpoint: string;
                            error: string;
                            /** @description what the client was told */
                            error_description: string;
                            /**
                             * Format: date-time
                             * @description a time in UTC (RFC 3339)
                             */
                            first_at: string;
                            /**
                             * Format: date-time
                             * @description a time in UTC (RFC 3339)
                             */
                            last_at: string;
                            /** @description what was sent */
                            parameter_names: string[];
                            /** @description the values of those that are neither secret nor about a user */
                            parameters: {
                                [key: string]: string;
                            };
                            /** @description what to set so that such a request is accepted */
                            remedy: string | null;
                            /** @description how often it was refused for this cause since first_at */
                            times: number;
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateClientSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description for how many seconds the previous secret is valid, too; 0 ends it at once, and so does a secret that is the key of an HMAC
                     * @default 86400
                     */
                    overlap?: number;
                };
            };
        };
        responses: {
            /** @description Rotates the secret of a client: the new one is shown once, and the one before stays valid for some time */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        client_id: string;
                        client_secret?: string;
                        /** @description null if the secret before has ended */
                        previous_secret_expires_at: string | null;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readClientSecrets: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Which secrets of a client are valid, up to two, and when each was last used; never the secrets */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @description null if it does not expire */
                            expires_at: string | null;
                            /** @description to five minutes; null if no use is known */
                            last_used_at: string | null;
                            /** @enum {string} */
                            which: "current" | "previous";
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    tryClientSignIn: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    prompt?: "none" | "login" | "consent" | "select_account";
                    /** @description the one that the client sends; its first one without it */
                    redirect_uri?: string;
                    /** @description openid without it */
                    scope?: string;
                };
            };
        };
        responses: {
            /** @description Begins a sign-in as a client begins it, whose answer the user sees, and no client: no code and no token exists */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        expires_at: string;
                        parameters: {
                            name: string;
                            value: string;
                        }[];
                        /** @description the request as the client sends it */
                        request_url: string;
                        /** @description where a browser begins with the trial, once */
                        trial_url: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportConfiguration: {
        parameters: {
            query: {
                name: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the database has, as a configuration of this name; what another configuration manages is left out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description YAML 1.2 */
                        configuration: string;
                        /** @description the sections of which nothing is shown, and the scope that you need to read each */
                        hidden: {
                            /** @enum {string} */
                            scope: "people:read" | "people:write" | "sessions:read" | "sessions:write" | "clients:read" | "clients:write" | "roles:read" | "roles:write" | "organizations:read" | "organizations:write" | "audit:read" | "statistics:read" | "settings:read" | "settings:write";
                            /** @enum {string} */
                            section: "resource_servers" | "clients" | "roles" | "groups" | "exchange_policies" | "providers" | "trusted_issuers" | "terms" | "webhooks" | "blocked_addresses" | "settings";
                        }[];
                        left_out: string[];
                        /** @description the same as left_out, for programs */
                        omissions: {
                            /**
                             * @description managed: by another configuration; logo: only that of it
                             * @enum {string}
                             */
                            code: "managed" | "logo";
                            key: string;
                            managed_by: string | null;
                            /** @enum {string} */
                            section: "resource_servers" | "clients" | "roles" | "groups" | "exchange_policies" | "providers" | "trusted_issuers" | "terms" | "webhooks" | "blocked_addresses" | "settings";
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    applyConfiguration: {
        parameters: {
            query?: never;
            header: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
                /** @description the ETag that was read */
                "If-Match": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description the configuration, in YAML 1.2 or JSON */
                    configuration: string;
                    /**
                     * @description whether to remove what this configuration manages and no longer declares
                     * @default false
                     */
                    prune?: boolean;
                };
            };
        };
        responses: {
            /** @description Makes the changes of a plan, all of them or none; refused if others are needed by now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: {
                            /** @enum {string} */
                            act: "create" | "change" | "adopt" | "remove";
                            fields: {
                                after?: unknown;
                                before?: unknown;
                                field: string;
                            }[];
                            key: string;
                            section: string;
                        }[];
                        /** @description the sections of which nothing is shown, and the scope that you need to read each */
                        hidden: {
                            /** @enum {string} */
                            scope: "people:read" | "people:write" | "sessions:read" | "sessions:write" | "clients:read" | "clients:write" | "roles:read" | "roles:write" | "organizations:read" | "organizations:write" | "audit:read" | "statistics:read" | "settings:read" | "settings:write";
                            /** @enum {string} */
                            section: "resource_servers" | "clients" | "roles" | "groups" | "exchange_policies" | "providers" | "trusted_issuers" | "terms" | "webhooks" | "blocked_addresses" | "settings";
                        }[];
                        /** @description what the configuration no longer declares, and stays without prune */
                        left: {
                            key: string;
                            section: string;
                        }[];
                        managed_by: string;
                        secrets?: {
                            key: string;
                            secret: string;
                            section: string;
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    planConfiguration: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description the configuration, in YAML 1.2 or JSON */
                    configuration: string;
                    /**
                     * @description whether to remove what this configuration manages and no longer declares
                     * @default false
                     */
                    prune?: boolean;
                };
            };
        };
        responses: {
            /** @description What applying a configuration would change; changes nothing. The ETag is that of the plan */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: {
                            /** @enum {string} */
                            act: "create" | "change" | "adopt" | "remove";
                            fields: {
                                after?: unknown;
                                before?: unknown;
                                field: string;
                            }[];
                            key: string;
                            section: string;
                        }[];
                        /** @description the sections of which nothing is shown, and the scope that you need to read each */
                        hidden: {
                            /** @enum {string} */
                            scope: "people:read" | "people:write" | "sessions:read" | "sessions:write" | "clients:read" | "clients:write" | "roles:read" | "roles:write" | "organizations:read" | "organizations:write" | "audit:read" | "statistics:read" | "settings:read" | "settings:write";
                            /** @enum {string} */
                            section: "resource_servers" | "clients" | "roles" | "groups" | "exchange_policies" | "providers" | "trusted_issuers" | "terms" | "webhooks" | "blocked_addresses" | "settings";
                        }[];
                        /** @description what the configuration no longer declares, and stays without prune */
                        left: {
                            key: string;
                            section: string;
                        }[];
                        managed_by: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listExchangePolicies: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                q?: string;
                with_total?: "yes";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Which clients may exchange tokens (RFC 8693), by name; there are at most 500 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @description the client that may exchange */
                            client_id: string;
                            /**
                             * Format: date-time
                             * @description a time in UTC (RFC 3339)
                             */
                            created_at: string;
                            enabled: boolean;
                            /** @description groups of users whose tokens are not exchanged, by name */
                            excluded_groups: string[];
                            /** Format: uuid */
                            id: string;
                            /** @description whether the new token names no actor, as if the user had come by themselves */
                            impersonation: boolean;
                            /** @description the configuration file that declares it and in which it is changed; null if there is none */
                            managed_by: string | null;
                            /** @description how long a new token lives at most; never longer than the subject's token */
                            max_lifetime_seconds: number;
                            /** @description whether tokens of users for source name this client in may_act, so that no other actor may exchange them */
                            may_act: boolean;
                            name: string;
                            /** @description by each scope of the subject's token, the scopes that it gives at the target, separated by spaces */
                            scopes: {
                                [key: string]: string;
                            };
                            /** @description the resource server that the subject's tokens are for */
                            source: string;
                            /** @description which tokens: received by the resource server that the client runs, or own, which were issued to the client */
                            subject_tokens: ("received" | "own")[];
                            /** @description the resource server that the new tokens are for */
                            target: string;
                        }[];
                        /** @description absent on the last page */
                        next_cursor?: string;
                        /** @description absent on the first page */
                        previous_cursor?: string;
                        /** @description how many items match the filter; there if with_total is yes */
                        total?: {
                            /** @description up to 10,000 */
                            count: number;
                            /** @description whether there may be more */
                            is_more: boolean;
                        };
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addExchangePolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description the client that may exchange */
                    client_id: string;
                    /**
                     * @description groups of users whose tokens are not exchanged, by name
                     * @default []
                     */
                    excluded_groups?: string[];
                    /**
                     * @description whether the new token names no actor, as if the user had come by themselves
                     * @default false
                     */
                    impersonation?: boolean;
                    /**
                     * @description how long a new token lives at most; never longer than the subject's token
                     * @default 300
                     */
                    max_lifetime_seconds?: number;
                    /**
                     * @description whether tokens of users for source name this client in may_act, so that no other actor may exchange them
                     * @default false
                     */
                    may_act?: boolean;
                    name: string;
                    /**
                     * @description by each scope of the subject's token, the scopes that it gives at the target, separated by spaces
                     * @default {}
                     */
                    scopes?: {
                        [key: string]: string;
                    };
                    /** @description the resource server that the subject's tokens are for */
                    source: string;
                    /**
                     * @description which tokens: received by the resource server that the client runs, or own, which were issued to the client
                     * @default [
                     *       "received"
                     *     ]
                     */
                    subject_tokens?: ("received" | "own")[];
                    /** @description the resource server that the new tokens are for */
                    target: string;
                };
            };
        };
        responses: {
            /** @description Allows a client to exchange tokens of users for tokens of another audience; for owners */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description the client that may exchange */
                        client_id: string;
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        enabled: boolean;
                        /** @description groups of users whose tokens are not exchanged, by name */
                        excluded_groups: string[];
                        /** Format: uuid */
                        id: string;
                        /** @description whether the new token names no actor, as if the user had come by themselves */
                        impersonation: boolean;
                        /** @description the configuration file that declares it and in which it is changed; null if there is none */
                        managed_by: string | null;
                        /** @description how long a new token lives at most; never longer than the subject's token */
                        max_lifetime_seconds: number;
                        /** @description whether tokens of users for source name this client in may_act, so that no other actor may exchange them */
                        may_act: boolean;
                        name: string;
                        /** @description by each scope of the subject's token, the scopes that it gives at the target, separated by spaces */
                        scopes: {
                            [key: string]: string;
                        };
                        /** @description the resource server that the subject's tokens are for */
                        source: string;
                        /** @description which tokens: received by the resource server that the client runs, or own, which were issued to the client */
                        subject_tokens: ("received" | "own")[];
                        /** @description the resource server that the new tokens are for */
                        target: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readExchangePolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One exchange policy */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description the client that may exchange */
                        client_id: string;
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        enabled: boolean;
                        /** @description groups of users whose tokens are not exchanged, by name */
                        excluded_groups: string[];
                        /** Format: uuid */
                        id: string;
                        /** @description whether the new token names no actor, as if the user had come by themselves */
                        impersonation: boolean;
                        /** @description the configuration file that declares it and in which it is changed; null if there is none */
                        managed_by: string | null;
                        /** @description how long a new token lives at most; never longer than the subject's token */
                        max_lifetime_seconds: number;
                        /** @description whether tokens of users for source name this client in may_act, so that no other actor may exchange them */
                        may_act: boolean;
                        name: string;
                        /** @description by each scope of the subject's token, the scopes that it gives at the target, separated by spaces */
                        scopes: {
                            [key: string]: string;
                        };
                        /** @description the resource server that the subject's tokens are for */
                        source: string;
                        /** @description which tokens: received by the resource server that the client runs, or own, which were issued to the client */
                        subject_tokens: ("received" | "own")[];
                        /** @description the resource server that the new tokens are for */
                        target: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeExchangePolicy: {
        parameters: {
            query?: never;
            header: {
                /** @description the ETag that was read */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removes an exchange policy: its client exchanges nothing by it any more; for owners */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeExchangePolicy: {
        parameters: {
            query?: never;
            header: {
                /** @description the ETag that was read */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    enabled?: boolean;
                    /** @description groups of users whose tokens are not exchanged, by name */
                    excluded_groups?: string[];
                    /** @description whether the new token names no actor, as if the user had come by themselves */
                    impersonation?: boolean;
                    /** @description how long a new token lives at most; never longer than the subject's token */
                    max_lifetime_seconds?: number;
                    /** @description whether tokens of users for source name this client in may_act, so that no other actor may exchange them */
                    may_act?: boolean;
                    name?: string;
                    /** @description by each scope of the subject's token, the scopes that it gives at the target, separated by spaces */
                    scopes?: {
                        [key: string]: string;
                    };
                    /** @description which tokens: received by the resource server that the client runs, or own, which were issued to the client */
                    subject_tokens?: ("received" | "own")[];
                };
            };
        };
        responses: {
            /** @description Changes settings of an exchange policy, enables or disables it; for owners */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description the client that may exchange */
                        client_id: string;
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        enabled: boolean;
                        /** @description groups of users whose tokens are not exchanged, by name */
                        excluded_groups: string[];
                        /** Format: uuid */
                        id: string;
                        /** @description whether the new token names no actor, as if the user had come by themselves */
                        impersonation: boolean;
                        /** @description the configuration file that declares it and in which it is changed; null if there is none */
                        managed_by: string | null;
                        /** @description how long a new token lives at most; never longer than the subject's token */
                        max_lifetime_seconds: number;
                        /** @description whether tokens of users for source name this client in may_act, so that no other actor may exchange them */
                        may_act: boolean;
                        name: string;
                        /** @description by each scope of the subject's token, the scopes that it gives at the target, separated by spaces */
                        scopes: {
                            [key: string]: string;
                        };
                        /** @description the resource server that the subject's tokens are for */
                        source: string;
                        /** @description which tokens: received by the resource server that the client runs, or own, which were issued to the client */
                        subject_tokens: ("received" | "own")[];
                        /** @description the resource server that the new tokens are for */
                        target: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readFailingJobs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The jobs of the service that could not do everything, and when they try again */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @description how many parts of the job fail */
                            failing: number;
                            name: string;
                            /** @description the parts that failed most often, up to ten */
                            parts: {
                                /**
                                 * Format: date-time
                                 * @description a time in UTC (RFC 3339)
                                 */
                                failed_at: string;
                                /** @description how often it failed, one time after the other */
                                failures: number;
                                /**
                                 * Format: date-time
                                 * @description until then it waits; what comes after it does not
                                 */
                                next_attempt_at: string;
                                /** @description what failed, such as an account or a kind of row; null for a run as a whole */
                                part: string | null;
                                /** @description the code of the last error, such as an SQLSTATE; the log has its message */
                                reason: string;
                            }[];
                            /**
                             * Format: date-time
                             * @description when the first of them failed
                             */
                            since: string;
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listGroups: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                q?: string;
                with_members?: "no";
                with_total?: "yes";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The groups, by name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            /** @description the configuration file that declares it and in which it is changed; null if there is none */
                            managed_by: string | null;
                            /** @description how many, up to 10000; left out if with_members is no */
                            members?: number;
                            /** @description what it is called */
                            name: string;
                        }[];
                        /** @description absent on the last page */
                        next_cursor?: string;
                        /** @description absent on the first page */
                        previous_cursor?: string;
                        /** @description how many items match the filter; there if with_total is yes */
                        total?: {
                            /** @description up to 10,000 */
                            count: number;
                            /** @description whether there may be more */
                            is_more: boolean;
                        };
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description what it is called */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Creates a group */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        /** @description the configuration file that declares it and in which it is changed; null if there is none */
                        managed_by: string | null;
                        /** @description how many; lists count up to 10000 */
                        members: number;
                        /** @description what it is called */
                        name: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One group */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        /** @description the configuration file that declares it and in which it is changed; null if there is none */
                        managed_by: string | null;
                        /** @description how many; lists count up to 10000 */
                        members: number;
                        /** @description what it is called */
                        name: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deletes a group; its members lose its roles */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    renameGroup: {
        parameters: {
            query?: never;
            header: {
                /** @description the ETag that was read */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description what it is called */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Renames a group; tokens have the new name from the next one */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        /** @description the configuration file that declares it and in which it is changed; null if there is none */
                        managed_by: string | null;
                        /** @description how many; lists count up to 10000 */
                        members: number;
                        /** @description what it is called */
                        name: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listMembers: {
        parameters: {
            query?: {
                cursor?: string;
                ids?: string;
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The members of a group */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            username: string;
                        }[];
                        /** @description absent on the last page */
                        next_cursor?: string;
                        /** @description absent on the first page */
                        previous_cursor?: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                person: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Adds a user to a group, whose roles count from their next token */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                person: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removes a user from a group */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addMembers: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description the ids of up to 100 people, each once */
                    ids: string[];
                };
            };
        };
        responses: {
            /** @description Adds up to 100 users to a group, and says for each what came of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            /** @description why it was refused */
                            reason: string | null;
                            /**
                             * @description already: it was so before
                             * @enum {string}
                             */
                            result: "done" | "already" | "refused";
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRolesOfGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The roles of a group, which its members have; up to 200 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            /** @description whether it may be assigned in organizations */
                            in_organizations: boolean;
                            /** @description whether every deployment has it */
                            is_of_service: boolean;
                            /** @description the configuration file that declares it and in which it is changed; null if there is none */
                            managed_by: string | null;
                            name: string;
                            /** @description the identifier of the resource server */
                            resource: string;
                            /** @description the name of the resource server */
                            resource_name: string;
                            /** @description whether a change ends what was issued to the users concerned */
                            revoke_on_change: boolean;
                            /** @description the scopes that it gives */
                            scopes: string[];
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    giveRoleToGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                role: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Assigns a role to a group; it counts from the next tokens of its members */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    takeRoleFromGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                role: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removes a role from a group */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listHooks: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                q?: string;
                with_total?: "yes";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The hooks, by name; there are at most 20 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @description for how many seconds an answer of a claims hook counts */
                            cache_seconds: number;
                            /** @description the claims that a claims hook may add */
                            claims: string[];
                            /** @description the clients that a claims hook adds claims for */
                            clients: string[];
                            /**
                             * Format: date-time
                             * @description a time in UTC (RFC 3339)
                             */
                            created_at: string;
                            enabled: boolean;
                            /** Format: uuid */
                            id: string;
                            /**
                             * @description what it is asked
                             * @enum {string}
                             */
                            kind: "claims" | "sign-up" | "sign-in";
                            name: string;
                            /**
                             * @description what happens without an answer
                             * @enum {string}
                             */
                            on_error: "omit" | "fail" | "allow" | "deny";
                            /** @description the previous secret is also used until then */
                            previous_until: string | null;
                            /** @description a claims hook is asked only if one of these was granted; always if there is none */
                            scopes: string[];
                            /** @description how long an answer is waited for, in milliseconds */
                            timeout_ms: number;
                            /** @description where the questions are sent; https, at a public address */
                            url: string;
                        }[];
                        /** @description absent on the last page */
                        next_cursor?: string;
                        /** @description absent on the first page */
                        previous_cursor?: string;
                        /** @description how many items match the filter; there if with_total is yes */
                        total?: {
                            /** @description up to 10,000 */
                            count: number;
                            /** @description whether there may be more */
                            is_more: boolean;
                        };
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addHook: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description for how many seconds an answer of a claims hook counts
                     * @default 60
                     */
                    cache_seconds?: number;
                    /**
                     * @description the claims that a claims hook may add
                     * @default []
                     */
                    claims?: string[];
                    /**
                     * @description the clients that a claims hook adds claims for
                     * @default []
                     */
                    clients?: string[];
                    /**
                     * @description what it is asked
                     * @enum {string}
                     */
                    kind: "claims" | "sign-up" | "sign-in";
                    name: string;
                    /**
                     * @description what happens without an answer
                     * @enum {string}
                     */
                    on_error: "omit" | "fail" | "allow" | "deny";
                    /**
                     * @description a claims hook is asked only if one of these was granted; always if there is none
                     * @default []
                     */
                    scopes?: string[];
                    /**
                     * @description how long an answer is waited for, in milliseconds
                     * @default 500
                     */
                    timeout_ms?: number;
                    /**
                     * Format: uri
                     * @description where the questions are sent; https, at a public address
                     */
                    url: string;
                };
            };
        };
        responses: {
            /** @description Adds a service that is asked; for owners */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description for how many seconds an answer of a claims hook counts */
                        cache_seconds: number;
                        /** @description the claims that a claims hook may add */
                        claims: string[];
                        /** @description the clients that a claims hook adds claims for */
                        clients: string[];
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        enabled: boolean;
                        /** Format: uuid */
                        id: string;
                        /**
                         * @description what it is asked
                         * @enum {string}
                         */
                        kind: "claims" | "sign-up" | "sign-in";
                        name: string;
                        /**
                         * @description what happens without an answer
                         * @enum {string}
                         */
                        on_error: "omit" | "fail" | "allow" | "deny";
                        /** @description the previous secret is also used until then */
                        previous_until: string | null;
                        /** @description a claims hook is asked only if one of these was granted; always if there is none */
                        scopes: string[];
                        /** @description what the receiver verifies with; it is shown once */
                        secret?: string;
                        /** @description how long an answer is waited for, in milliseconds */
                        timeout_ms: number;
                        /** @description where the questions are sent; https, at a public address */
                        url: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readHook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One hook */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description for how many seconds an answer of a claims hook counts */
                        cache_seconds: number;
                        /** @description the claims that a claims hook may add */
                        claims: string[];
                        /** @description the clients that a claims hook adds claims for */
                        clients: string[];
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        enabled: boolean;
                        /** Format: uuid */
                        id: string;
                        /**
                         * @description what it is asked
                         * @enum {string}
                         */
                        kind: "claims" | "sign-up" | "sign-in";
                        name: string;
                        /**
                         * @description what happens without an answer
                         * @enum {string}
                         */
                        on_error: "omit" | "fail" | "allow" | "deny";
                        /** @description the previous secret is also used until then */
                        previous_until: string | null;
                        /** @description a claims hook is asked only if one of these was granted; always if there is none */
                        scopes: string[];
                        /** @description how long an answer is waited for, in milliseconds */
                        timeout_ms: number;
                        /** @description where the questions are sent; https, at a public address */
                        url: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeHook: {
        parameters: {
            query?: never;
            header: {
                /** @description the ETag that was read */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removes a hook: it is not asked any more; for owners */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeHook: {
        parameters: {
            query?: never;
            header: {
                /** @description the ETag that was read */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description for how many seconds an answer of a claims hook counts */
                    cache_seconds?: number;
                    /** @description the claims that a claims hook may add */
                    claims?: string[];
                    /** @description the clients that a claims hook adds claims for */
                    clients?: string[];
                    enabled?: boolean;
                    name?: string;
                    /**
                     * @description what happens without an answer
                     * @enum {string}
                     */
                    on_error?: "omit" | "fail" | "allow" | "deny";
                    /** @description a claims hook is asked only if one of these was granted; always if there is none */
                    scopes?: string[];
                    /** @description how long an answer is waited for, in milliseconds */
                    timeout_ms?: number;
                    /**
                     * Format: uri
                     * @description where the questions are sent; https, at a public address
                     */
                    url?: string;
                };
            };
        };
        responses: {
            /** @description Changes settings of a hook, enables or disables it; for owners */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description for how many seconds an answer of a claims hook counts */
                        cache_seconds: number;
                        /** @description the claims that a claims hook may add */
                        claims: string[];
                        /** @description the clients that a claims hook adds claims for */
                        clients: string[];
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        enabled: boolean;
                        /** Format: uuid */
                        id: string;
                        /**
                         * @description what it is asked
                         * @enum {string}
                         */
                        kind: "claims" | "sign-up" | "sign-in";
                        name: string;
                        /**
                         * @description what happens without an answer
                         * @enum {string}
                         */
                        on_error: "omit" | "fail" | "allow" | "deny";
                        /** @description the previous secret is also used until then */
                        previous_until: string | null;
                        /** @description a claims hook is asked only if one of these was granted; always if there is none */
                        scopes: string[];
                        /** @description how long an answer is waited for, in milliseconds */
                        timeout_ms: number;
                        /** @description where the questions are sent; https, at a public address */
                        url: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateHookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description for how many seconds the previous secret is also used
                     * @default 86400
                     */
                    overlap?: number;
                };
            };
        };
        responses: {
            /** @description Rotates the secret of a hook; the previous one is also used for some time */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description for how many seconds an answer of a claims hook counts */
                        cache_seconds: number;
                        /** @description the claims that a claims hook may add */
                        claims: string[];
                        /** @description the clients that a claims hook adds claims for */
                        clients: string[];
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        enabled: boolean;
                        /** Format: uuid */
                        id: string;
                        /**
                         * @description what it is asked
                         * @enum {string}
                         */
                        kind: "claims" | "sign-up" | "sign-in";
                        name: string;
                        /**
                         * @description what happens without an answer
                         * @enum {string}
                         */
                        on_error: "omit" | "fail" | "allow" | "deny";
                        /** @description the previous secret is also used until then */
                        previous_until: string | null;
                        /** @description a claims hook is asked only if one of these was granted; always if there is none */
                        scopes: string[];
                        /** @description what the receiver verifies with; it is shown once */
                        secret?: string;
                        /** @description how long an answer is waited for, in milliseconds */
                        timeout_ms: number;
                        /** @description where the questions are sent; https, at a public address */
                        url: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    testHook: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description members of the data; the others come from an example that names no user */
                    data?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Asks a hook a question as a test, and answers what it would do: nothing is done; for owners */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description the body of the response, if its status is 200 */
                        body: string | null;
                        /** @description what a claims hook adds */
                        claims: {
                            [key: string]: unknown;
                        } | null;
                        /** @description what a hook of another kind decides */
                        decision: {
                            acr?: string;
                            text?: string;
                            /** @enum {string} */
                            verdict: "allow" | "deny" | "require";
                        } | null;
                        duration_ms: number;
                        /** @description why the response is no answer; kind: it is not one of this kind of hook */
                        failure: ("no_response" | "status" | "media_type" | "json" | "kind") | null;
                        /** @description claims of the answer that are not added */
                        left_out: string[];
                        /** @description the request of the attempt, if this service made it */
                        request: {
                            body: string;
                            /** @description the headers that were set, with the signature; they contain no secret */
                            headers: {
                                [key: string]: string;
                            };
                            method: string;
                            url: string;
                        };
                        status: number | null;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listImports: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                with_total?: "yes";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The imports of users of the last 30 days, the newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            added: number;
                            allow_weak_hashes: boolean;
                            changed: number;
                            /**
                             * Format: date-time
                             * @description a time in UTC (RFC 3339)
                             */
                            created_at: string;
                            finished_at: string | null;
                            /** Format: uuid */
                            id: string;
                            /** @description received */
                            lines: number;
                            refused: number;
                            /** @description checked or imported so far; blank lines do not count */
                            seen: number;
                            source: string;
                            /** @enum {string} */
                            state: "receiving" | "checking" | "checked" | "running" | "done" | "cancelled" | "failed";
                            trust_verified: boolean;
                            unchanged: number;
                            /**
                             * Format: date-time
                             * @description a time in UTC (RFC 3339)
                             */
                            updated_at: string;
                        }[];
                        /** @description absent on the last page */
                        next_cursor?: string;
                        /** @description absent on the first page */
                        previous_cursor?: string;
                        /** @description how many items match the filter; there if with_total is yes */
                        total?: {
                            /** @description up to 10,000 */
                            count: number;
                            /** @description whether there may be more */
                            is_more: boolean;
                        };
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description whether password hashes that protect badly are accepted
                     * @default false
                     */
                    allow_weak_hashes?: boolean;
                    /** @description what the users come from: external ids are unique within it */
                    source: string;
                    /**
                     * @description whether addresses and numbers that a line calls verified are verified here
                     * @default false
                     */
                    trust_verified?: boolean;
                };
            };
        };
        responses: {
            /** @description Begins an import of users, without lines. It changes no account of an administrator, and assigns no role */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        added: number;
                        allow_weak_hashes: boolean;
                        changed: number;
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        finished_at: string | null;
                        /** Format: uuid */
                        id: string;
                        /** @description received */
                        lines: number;
                        refused: number;
                        /** @description checked or imported so far; blank lines do not count */
                        seen: number;
                        source: string;
                        /** @enum {string} */
                        state: "receiving" | "checking" | "checked" | "running" | "done" | "cancelled" | "failed";
                        trust_verified: boolean;
                        unchanged: number;
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        updated_at: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One import, and how far it is */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        added: number;
                        allow_weak_hashes: boolean;
                        changed: number;
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        finished_at: string | null;
                        /** Format: uuid */
                        id: string;
                        /** @description received */
                        lines: number;
                        refused: number;
                        /** @description checked or imported so far; blank lines do not count */
                        seen: number;
                        source: string;
                        /** @enum {string} */
                        state: "receiving" | "checking" | "checked" | "running" | "done" | "cancelled" | "failed";
                        trust_verified: boolean;
                        unchanged: number;
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        updated_at: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ends an import. What it imported stays */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        added: number;
                        allow_weak_hashes: boolean;
                        changed: number;
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        finished_at: string | null;
                        /** Format: uuid */
                        id: string;
                        /** @description received */
                        lines: number;
                        refused: number;
                        /** @description checked or imported so far; blank lines do not count */
                        seen: number;
                        source: string;
                        /** @enum {string} */
                        state: "receiving" | "checking" | "checked" | "running" | "done" | "cancelled" | "failed";
                        trust_verified: boolean;
                        unchanged: number;
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        updated_at: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sendImportLines: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description the number of the first line; the lines come in their order */
                    first: number;
                    /** @description whole lines, with line feeds between them */
                    text: string;
                };
            };
        };
        responses: {
            /** @description Sends the next lines of an import: one JSON object in each */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        added: number;
                        allow_weak_hashes: boolean;
                        changed: number;
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        finished_at: string | null;
                        /** Format: uuid */
                        id: string;
                        /** @description received */
                        lines: number;
                        refused: number;
                        /** @description checked or imported so far; blank lines do not count */
                        seen: number;
                        source: string;
                        /** @enum {string} */
                        state: "receiving" | "checking" | "checked" | "running" | "done" | "cancelled" | "failed";
                        trust_verified: boolean;
                        unchanged: number;
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        updated_at: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listImportRefusals: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lines that an import refused, and why, in their order */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            detail: string;
                            line: number;
                            /** @enum {string} */
                            problem: "malformed" | "hash_unknown" | "hash_excessive" | "hash_weak" | "repeated" | "taken" | "retired" | "username_differs" | "administrator" | "passkey" | "failed";
                        }[];
                        /** @description absent on the last page */
                        next_cursor?: string;
                        /** @description absent on the first page */
                        previous_cursor?: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    startImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description whether to only say what would be done */
                    check: boolean;
                };
            };
        };
        responses: {
            /** @description Has the lines checked, which changes nothing, or imported; after a check, it can be started again */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        added: number;
                        allow_weak_hashes: boolean;
                        changed: number;
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        finished_at: string | null;
                        /** Format: uuid */
                        id: string;
                        /** @description received */
                        lines: number;
                        refused: number;
                        /** @description checked or imported so far; blank lines do not count */
                        seen: number;
                        source: string;
                        /** @enum {string} */
                        state: "receiving" | "checking" | "checked" | "running" | "done" | "cancelled" | "failed";
                        trust_verified: boolean;
                        unchanged: number;
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        updated_at: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listInvitations: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                q?: string;
                with_total?: "yes";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The open invitations, by address */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /**
                             * Format: date-time
                             * @description a time in UTC (RFC 3339)
                             */
                            created_at: string;
                            email: string;
                            /**
                             * Format: date-time
                             * @description a time in UTC (RFC 3339)
                             */
                            expires_at: string;
                            /** Format: uuid */
                            id: string;
                            /** @description who invited; null for an invitation of an earlier version */
                            invited_by: {
                                /** @enum {string} */
                                actor: "operator" | "administrator" | "client";
                                /** @description the user or client that invited */
                                actor_id: string | null;
                            } | null;
                            /** @description the roles that the user gets who accepts it */
                            roles: string[];
                        }[];
                        /** @description absent on the last page */
                        next_cursor?: string;
                        /** @description absent on the first page */
                        previous_cursor?: string;
                        /** @description how many items match the filter; there if with_total is yes */
                        total?: {
                            /** @description up to 10,000 */
                            count: number;
                            /** @description whether there may be more */
                            is_more: boolean;
                        };
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    /**
                     * @description the language of the email (BCP 47)
                     * @default en
                     */
                    language?: string;
                    /**
                     * @description seconds
                     * @default 604800
                     */
                    lifetime?: number;
                };
            };
        };
        responses: {
            /** @description Emails an invitation to create an account; it replaces an open one of the same address */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        email: string;
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        expires_at: string;
                        /** Format: uuid */
                        id: string;
                        /** @description who invited; null for an invitation of an earlier version */
                        invited_by: {
                            /** @enum {string} */
                            actor: "operator" | "administrator" | "client";
                            /** @description the user or client that invited */
                            actor_id: string | null;
                        } | null;
                        /** @description the roles that the user gets who accepts it */
                        roles: string[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One open invitation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        email: string;
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        expires_at: string;
                        /** Format: uuid */
                        id: string;
                        /** @description who invited; null for an invitation of an earlier version */
                        invited_by: {
                            /** @enum {string} */
                            actor: "operator" | "administrator" | "client";
                            /** @description the user or client that invited */
                            actor_id: string | null;
                        } | null;
                        /** @description the roles that the user gets who accepts it */
                        roles: string[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    withdrawInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Withdraws an invitation: its link no longer works */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    giveRoleToInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                role: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Adds a role to an invitation, for the user who accepts it */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    takeRoleFromInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                role: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removes a role from an invitation */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sendInvitationAgain: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description the language of the email (BCP 47)
                     * @default en
                     */
                    language?: string;
                    /**
                     * @description seconds
                     * @default 604800
                     */
                    lifetime?: number;
                };
            };
        };
        responses: {
            /** @description Mails an open invitation again, with a new link and time; the link before no longer works */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        email: string;
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        expires_at: string;
                        /** Format: uuid */
                        id: string;
                        /** @description who invited; null for an invitation of an earlier version */
                        invited_by: {
                            /** @enum {string} */
                            actor: "operator" | "administrator" | "client";
                            /** @description the user or client that invited */
                            actor_id: string | null;
                        } | null;
                        /** @description the roles that the user gets who accepts it */
                        roles: string[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    invitePeople: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description up to 100 addresses */
                    emails: string[];
                    /**
                     * @description the language of the email (BCP 47)
                     * @default en
                     */
                    language?: string;
                    /**
                     * @description seconds
                     * @default 604800
                     */
                    lifetime?: number;
                    /** @default [] */
                    roles?: string[];
                };
            };
        };
        responses: {
            /** @description Emails invitations to create an account to up to 100 addresses, and says for each what came of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @description why it was refused, for programs */
                            code: ("invalid_address" | "mailbox_limit" | "mail_budget" | "not_possible") | null;
                            /** @description as it was sent */
                            email: string;
                            /** @description the invitation that was emailed */
                            id: string | null;
                            /** @description why it was refused */
                            reason: string | null;
                            /**
                             * @description member: the address belongs to an account, or to a member; already_invited: one is open, and stays
                             * @enum {string}
                             */
                            result: "invited" | "member" | "already_invited" | "refused";
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sendInvitationsAgain: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description the ids of up to 100 invitations, each once */
                    ids: string[];
                    /**
                     * @description the language of the email (BCP 47)
                     * @default en
                     */
                    language?: string;
                    /**
                     * @description seconds
                     * @default 604800
                     */
                    lifetime?: number;
                };
            };
        };
        responses: {
            /** @description Mails up to 100 invitations again, each with a new link, and says for each what came of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            /** @description why it was refused */
                            reason: string | null;
                            /**
                             * @description already: it was so before
                             * @enum {string}
                             */
                            result: "done" | "already" | "refused";
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    withdrawInvitations: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description the ids of up to 100 invitations, each once */
                    ids: string[];
                };
            };
        };
        responses: {
            /** @description Withdraws up to 100 invitations, and says for each what came of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            /** @description why it was refused */
                            reason: string | null;
                            /**
                             * @description already: it was so before
                             * @enum {string}
                             */
                            result: "done" | "already" | "refused";
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The published keys, the newest first, without anything secret */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            alg: string;
                            /**
                             * Format: date-time
                             * @description a time in UTC (RFC 3339)
                             */
                            created_at: string;
                            kid: string;
                            published_until: string | null;
                            /**
                             * Format: date-time
                             * @description a time in UTC (RFC 3339)
                             */
                            signs_from: string;
                            signs_until: string | null;
                            /**
                             * @description a waiting key is published, and signs later
                             * @enum {string}
                             */
                            state: "waiting" | "signing" | "retired";
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateKeys: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rotates the signing keys: each algorithm gets a new one, which is published now and signs some minutes later */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description the kids of the new keys */
                        made: string[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listMails: {
        parameters: {
            query?: {
                address?: string;
                cursor?: string;
                limit?: number;
                state?: "waiting" | "delivered" | "failed";
                with_total?: "yes";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What became of the emails of the last days, the newest first, and nothing of their content */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            address: string;
                            attempts: number;
                            /**
                             * Format: date-time
                             * @description a time in UTC (RFC 3339)
                             */
                            created_at: string;
                            delivered_at: string | null;
                            /**
                             * Format: date-time
                             * @description a time in UTC (RFC 3339)
                             */
                            expires_at: string;
                            /** @description what the mail server answered last */
                            failure: string | null;
                            /** Format: uuid */
                            id: string;
                            kind: string;
                            next_attempt_at: string | null;
                            /** @enum {string} */
                            state: "waiting" | "delivered" | "failed";
                        }[];
                        /** @description absent on the last page */
                        next_cursor?: string;
                        /** @description absent on the first page */
                        previous_cursor?: string;
                        /** @description how many items match the filter; there if with_total is yes */
                        total?: {
                            /** @description up to 10,000 */
                            count: number;
                            /** @description whether there may be more */
                            is_more: boolean;
                        };
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sendTestMail: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Emails the calling user at their own verified address; GET /mails says what became of it */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    disableClients: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description the ids of up to 100 clients, each once */
                    ids: string[];
                };
            };
        };
        responses: {
            /** @description Disables up to 100 clients, and revokes what was issued to them, and says for each what came of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            /** @description why it was refused */
                            reason: string | null;
                            /**
                             * @description already: it was so before
                             * @enum {string}
                             */
                            result: "done" | "already" | "refused";
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    enableClients: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description the ids of up to 100 clients, each once */
                    ids: string[];
                };
            };
        };
        responses: {
            /** @description Enables up to 100 clients that are disabled, and says for each what came of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            /** @description why it was refused */
                            reason: string | null;
                            /**
                             * @description already: it was so before
                             * @enum {string}
                             */
                            result: "done" | "already" | "refused";
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listOrganizations: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                q?: string;
                with_total?: "yes";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organizations, by slug, or those with a part of a text in their slug or name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /**
                             * Format: date-time
                             * @description a time in UTC (RFC 3339)
                             */
                            created_at: string;
                            disabled_at: string | null;
                            /** Format: uuid */
                            id: string;
                            /** @description how many; lists count up to 10000 */
                            members: number;
                            name: string;
                            /** @description its name in scopes: `organization:<slug>` */
                            slug: string;
                        }[];
                        /** @description absent on the last page */
                        next_cursor?: string;
                        /** @description absent on the first page */
                        previous_cursor?: string;
                        /** @description how many items match the filter; there if with_total is yes */
                        total?: {
                            /** @description up to 10,000 */
                            count: number;
                            /** @description whether there may be more */
                            is_more: boolean;
                        };
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description what it is called */
                    name: string;
                    /** @description lower-case letters, digits and hyphens; it never changes */
                    slug: string;
                };
            };
        };
        responses: {
            /** @description Creates an organization without members */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        disabled_at: string | null;
                        /** Format: uuid */
                        id: string;
                        /** @description how many; lists count up to 10000 */
                        members: number;
                        name: string;
                        /** @description its name in scopes: `organization:<slug>` */
                        slug: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readOrganization: {
        parameters: {
            query?: {
                include?: string;
            };
            header?: never;
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One organization, and with include what belongs to it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        disabled_at: string | null;
                        /** Format: uuid */
                        id: string;
                        /** @description what include names, as far as the caller may read it */
                        included?: {
                            domains?: {
                                items: {
                                    domain: string;
                                    /** Format: uuid */
                                    id: string;
                                    /** @description when the domain stops counting, unless the record is back */
                                    lapses_at: string | null;
                                    /** @description since when the record of a verified domain is gone */
                                    missing_since: string | null;
                                    /** @description the name of the TXT record that proves the domain */
                                    record_name: string;
                                    /** @description what that record says */
                                    record_value: string;
                                    verified_at: string | null;
                                }[];
                            };
                            groups?: {
                                items: {
                                    /** Format: uuid */
                                    id: string;
                                    /** @description the configuration file that declares it and in which it is changed; null if there is none */
                                    managed_by: string | null;
                                    /** @description how many, up to 10000; left out if with_members is no */
                                    members?: number;
                                    /** @description what it is called */
                                    name: string;
                                }[];
                                /** @description absent on the last page */
                                next_cursor?: string;
                                /** @description absent on the first page */
                                previous_cursor?: string;
                                /** @description how many items match the filter; there if with_total is yes */
                                total?: {
                                    /** @description up to 10,000 */
                                    count: number;
                                    /** @description whether there may be more */
                                    is_more: boolean;
                                };
                            };
                            invitations?: {
                                items: {
                                    /**
                                     * Format: date-time
                                     * @description a time in UTC (RFC 3339)
                                     */
                                    created_at: string;
                                    email: string;
                                    /**
                                     * Format: date-time
                                     * @description a time in UTC (RFC 3339)
                                     */
                                    expires_at: string;
                                    /** Format: uuid */
                                    id: string;
                                    /** @description who invited; null for an invitation of an earlier version */
                                    invited_by: {
                                        /** @enum {string} */
                                        actor: "operator" | "administrator" | "client";
                                        /** @description the user or client that invited */
                                        actor_id: string | null;
                                    } | null;
                                    /** @description the roles in the organization that the user gets who accepts it */
                                    roles: string[];
                                }[];
                                /** @description absent on the last page */
                                next_cursor?: string;
                                /** @description absent on the first page */
                                previous_cursor?: string;
                                /** @description how many items match the filter; there if with_total is yes */
                                total?: {
                                    /** @description up to 10,000 */
                                    count: number;
                                    /** @description whether there may be more */
                                    is_more: boolean;
                                };
                            };
                            roles?: {
                                items: {
                                    /** Format: uuid */
                                    id: string;
                                    /** @description whether it may be assigned in organizations */
                                    in_organizations: boolean;
                                    /** @description whether every deployment has it */
                                    is_of_service: boolean;
                                    /** @description the configuration file that declares it and in which it is changed; null if there is none */
                                    managed_by: string | null;
                                    name: string;
                                    /** @description the identifier of the resource server */
                                    resource: string;
                                    /** @description the name of the resource server */
                                    resource_name: string;
                                    /** @description whether a change ends what was issued to the users concerned */
                                    revoke_on_change: boolean;
                                    /** @description the scopes that it gives */
                                    scopes: string[];
                                }[];
                            };
                        };
                        /** @description how many; lists count up to 10000 */
                        members: number;
                        name: string;
                        /** @description its name in scopes: `organization:<slug>` */
                        slug: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeOrganization: {
        parameters: {
            query?: never;
            header: {
                /** @description the ETag that was read */
                "If-Match": string;
            };
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deletes an organization with its groups, roles, domains and invitations; its members keep their accounts */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeOrganization: {
        parameters: {
            query?: never;
            header: {
                /** @description the ETag that was read */
                "If-Match": string;
            };
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description what it is called */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Renames an organization */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        disabled_at: string | null;
                        /** Format: uuid */
                        id: string;
                        /** @description how many; lists count up to 10000 */
                        members: number;
                        name: string;
                        /** @description its name in scopes: `organization:<slug>` */
                        slug: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    disableOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Disables an organization: no token is issued for it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        disabled_at: string | null;
                        /** Format: uuid */
                        id: string;
                        /** @description how many; lists count up to 10000 */
                        members: number;
                        name: string;
                        /** @description its name in scopes: `organization:<slug>` */
                        slug: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listOrganizationDomains: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The domains of an organization */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            domain: string;
                            /** Format: uuid */
                            id: string;
                            /** @description when the domain stops counting, unless the record is back */
                            lapses_at: string | null;
                            /** @description since when the record of a verified domain is gone */
                            missing_since: string | null;
                            /** @description the name of the TXT record that proves the domain */
                            record_name: string;
                            /** @description what that record says */
                            record_value: string;
                            verified_at: string | null;
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addOrganizationDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    domain: string;
                };
            };
        };
        responses: {
            /** @description Claims a domain for an organization; the answer says which TXT record proves it */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        domain: string;
                        /** Format: uuid */
                        id: string;
                        /** @description when the domain stops counting, unless the record is back */
                        lapses_at: string | null;
                        /** @description since when the record of a verified domain is gone */
                        missing_since: string | null;
                        /** @description the name of the TXT record that proves the domain */
                        record_name: string;
                        /** @description what that record says */
                        record_value: string;
                        verified_at: string | null;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeOrganizationDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                domain: string;
                organization: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removes a domain from an organization */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    verifyOrganizationDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path: {
                domain: string;
                organization: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Looks for the TXT record of a domain; with it, the domain counts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        domain: string;
                        /** Format: uuid */
                        id: string;
                        /** @description when the domain stops counting, unless the record is back */
                        lapses_at: string | null;
                        /** @description since when the record of a verified domain is gone */
                        missing_since: string | null;
                        /** @description the name of the TXT record that proves the domain */
                        record_name: string;
                        /** @description what that record says */
                        record_value: string;
                        verified_at: string | null;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    enableOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Enables a disabled organization */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        disabled_at: string | null;
                        /** Format: uuid */
                        id: string;
                        /** @description how many; lists count up to 10000 */
                        members: number;
                        name: string;
                        /** @description its name in scopes: `organization:<slug>` */
                        slug: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listOrganizationGroups: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                q?: string;
                with_members?: "no";
                with_total?: "yes";
            };
            header?: never;
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The groups of an organization, by name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            /** @description the configuration file that declares it and in which it is changed; null if there is none */
                            managed_by: string | null;
                            /** @description how many, up to 10000; left out if with_members is no */
                            members?: number;
                            /** @description what it is called */
                            name: string;
                        }[];
                        /** @description absent on the last page */
                        next_cursor?: string;
                        /** @description absent on the first page */
                        previous_cursor?: string;
                        /** @description how many items match the filter; there if with_total is yes */
                        total?: {
                            /** @description up to 10,000 */
                            count: number;
                            /** @description whether there may be more */
                            is_more: boolean;
                        };
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addOrganizationGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description what it is called */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Creates a group of an organization */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        /** @description the configuration file that declares it and in which it is changed; null if there is none */
                        managed_by: string | null;
                        /** @description how many; lists count up to 10000 */
                        members: number;
                        /** @description what it is called */
                        name: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readOrganizationGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                group: string;
                organization: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One group of an organization */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        /** @description the configuration file that declares it and in which it is changed; null if there is none */
                        managed_by: string | null;
                        /** @description how many; lists count up to 10000 */
                        members: number;
                        /** @description what it is called */
                        name: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeOrganizationGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                group: string;
                organization: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deletes a group of an organization; its members lose its roles */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    renameOrganizationGroup: {
        parameters: {
            query?: never;
            header: {
                /** @description the ETag that was read */
                "If-Match": string;
            };
            path: {
                group: string;
                organization: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description what it is called */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Renames a group of an organization; tokens have the new name from the next one */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        /** @description the configuration file that declares it and in which it is changed; null if there is none */
                        managed_by: string | null;
                        /** @description how many; lists count up to 10000 */
                        members: number;
                        /** @description what it is called */
                        name: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listOrganizationGroupMembers: {
        parameters: {
            query?: {
                cursor?: string;
                ids?: string;
                limit?: number;
            };
            header?: never;
            path: {
                group: string;
                organization: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The members of a group of an organization */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            username: string;
                        }[];
                        /** @description absent on the last page */
                        next_cursor?: string;
                        /** @description absent on the first page */
                        previous_cursor?: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addOrganizationGroupMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                group: string;
                organization: string;
                person: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Adds a member of an organization to a group of it, whose roles count from their next token */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeOrganizationGroupMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                group: string;
                organization: string;
                person: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removes a member from a group of an organization */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addOrganizationGroupMembers: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path: {
                group: string;
                organization: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description the ids of up to 100 people, each once */
                    ids: string[];
                };
            };
        };
        responses: {
            /** @description Adds up to 100 members of an organization to a group of it, and says for each what came of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            /** @description why it was refused */
                            reason: string | null;
                            /**
                             * @description already: it was so before
                             * @enum {string}
                             */
                            result: "done" | "already" | "refused";
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRolesOfOrganizationGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                group: string;
                organization: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The roles of a group in an organization, which its members have; up to 200 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            /** @description whether it may be assigned in organizations */
                            in_organizations: boolean;
                            /** @description whether every deployment has it */
                            is_of_service: boolean;
                            /** @description the configuration file that declares it and in which it is changed; null if there is none */
                            managed_by: string | null;
                            name: string;
                            /** @description the identifier of the resource server */
                            resource: string;
                            /** @description the name of the resource server */
                            resource_name: string;
                            /** @description whether a change ends what was issued to the users concerned */
                            revoke_on_change: boolean;
                            /** @description the scopes that it gives */
                            scopes: string[];
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    giveRoleToOrganizationGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                group: string;
                organization: string;
                role: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Assigns a group a role in an organization; it counts from the next tokens of its members */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    takeRoleFromOrganizationGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                group: string;
                organization: string;
                role: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removes a role in an organization from a group */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listOrganizationInvitations: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                with_total?: "yes";
            };
            header?: never;
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The open invitations into an organization, by address */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /**
                             * Format: date-time
                             * @description a time in UTC (RFC 3339)
                             */
                            created_at: string;
                            email: string;
                            /**
                             * Format: date-time
                             * @description a time in UTC (RFC 3339)
                             */
                            expires_at: string;
                            /** Format: uuid */
                            id: string;
                            /** @description who invited; null for an invitation of an earlier version */
                            invited_by: {
                                /** @enum {string} */
                                actor: "operator" | "administrator" | "client";
                                /** @description the user or client that invited */
                                actor_id: string | null;
                            } | null;
                            /** @description the roles in the organization that the user gets who accepts it */
                            roles: string[];
                        }[];
                        /** @description absent on the last page */
                        next_cursor?: string;
                        /** @description absent on the first page */
                        previous_cursor?: string;
                        /** @description how many items match the filter; there if with_total is yes */
                        total?: {
                            /** @description up to 10,000 */
                            count: number;
                            /** @description whether there may be more */
                            is_more: boolean;
                        };
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addOrganizationInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    /**
                     * @description the language of the email (BCP 47)
                     * @default en
                     */
                    language?: string;
                    /**
                     * @description seconds
                     * @default 604800
                     */
                    lifetime?: number;
                    /** @default [] */
                    roles?: string[];
                };
            };
        };
        responses: {
            /** @description Emails an invitation into an organization; it replaces an open one of the same address */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        email: string;
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        expires_at: string;
                        /** Format: uuid */
                        id: string;
                        /** @description who invited; null for an invitation of an earlier version */
                        invited_by: {
                            /** @enum {string} */
                            actor: "operator" | "administrator" | "client";
                            /** @description the user or client that invited */
                            actor_id: string | null;
                        } | null;
                        /** @description the roles in the organization that the user gets who accepts it */
                        roles: string[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    withdrawOrganizationInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                invitation: string;
                organization: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Withdraws an invitation into an organization */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sendOrganizationInvitationAgain: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path: {
                invitation: string;
                organization: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description the language of the email (BCP 47)
                     * @default en
                     */
                    language?: string;
                    /**
                     * @description seconds
                     * @default 604800
                     */
                    lifetime?: number;
                };
            };
        };
        responses: {
            /** @description Mails an open invitation into an organization again, with a new link and time; the link before is void */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        email: string;
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        expires_at: string;
                        /** Format: uuid */
                        id: string;
                        /** @description who invited; null for an invitation of an earlier version */
                        invited_by: {
                            /** @enum {string} */
                            actor: "operator" | "administrator" | "client";
                            /** @description the user or client that invited */
                            actor_id: string | null;
                        } | null;
                        /** @description the roles in the organization that the user gets who accepts it */
                        roles: string[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    invitePeopleIntoOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description up to 100 addresses */
                    emails: string[];
                    /**
                     * @description the language of the email (BCP 47)
                     * @default en
                     */
                    language?: string;
                    /**
                     * @description seconds
                     * @default 604800
                     */
                    lifetime?: number;
                    /** @default [] */
                    roles?: string[];
                };
            };
        };
        responses: {
            /** @description Emails invitations into an organization to up to 100 addresses, and says for each what came of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @description why it was refused, for programs */
                            code: ("invalid_address" | "mailbox_limit" | "mail_budget" | "not_possible") | null;
                            /** @description as it was sent */
                            email: string;
                            /** @description the invitation that was emailed */
                            id: string | null;
                            /** @description why it was refused */
                            reason: string | null;
                            /**
                             * @description member: the address belongs to an account, or to a member; already_invited: one is open, and stays
                             * @enum {string}
                             */
                            result: "invited" | "member" | "already_invited" | "refused";
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sendOrganizationInvitationsAgain: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description the ids of up to 100 invitations, each once */
                    ids: string[];
                    /**
                     * @description the language of the email (BCP 47)
                     * @default en
                     */
                    language?: string;
                    /**
                     * @description seconds
                     * @default 604800
                     */
                    lifetime?: number;
                };
            };
        };
        responses: {
            /** @description Mails up to 100 invitations into an organization again, each with a new link, and says for each what came of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            /** @description why it was refused */
                            reason: string | null;
                            /**
                             * @description already: it was so before
                             * @enum {string}
                             */
                            result: "done" | "already" | "refused";
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    withdrawOrganizationInvitations: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description the ids of up to 100 invitations, each once */
                    ids: string[];
                };
            };
        };
        responses: {
            /** @description Withdraws up to 100 invitations into an organization, and says for each what came of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            /** @description why it was refused */
                            reason: string | null;
                            /**
                             * @description already: it was so before
                             * @enum {string}
                             */
                            result: "done" | "already" | "refused";
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listOrganizationMembers: {
        parameters: {
            query?: {
                cursor?: string;
                ids?: string;
                limit?: number;
                q?: string;
                username?: string;
            };
            header?: never;
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The members of an organization */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            username: string;
                        }[];
                        /** @description absent on the last page */
                        next_cursor?: string;
                        /** @description absent on the first page */
                        previous_cursor?: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addOrganizationMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization: string;
                person: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Adds a user to an organization */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeOrganizationMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization: string;
                person: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removes a member from an organization, with their roles and groups there */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRolesOfMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization: string;
                person: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The roles that a member has in an organization, in addition to those of their groups; up to 200 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            /** @description whether it may be assigned in organizations */
                            in_organizations: boolean;
                            /** @description whether every deployment has it */
                            is_of_service: boolean;
                            /** @description the configuration file that declares it and in which it is changed; null if there is none */
                            managed_by: string | null;
                            name: string;
                            /** @description the identifier of the resource server */
                            resource: string;
                            /** @description the name of the resource server */
                            resource_name: string;
                            /** @description whether a change ends what was issued to the users concerned */
                            revoke_on_change: boolean;
                            /** @description the scopes that it gives */
                            scopes: string[];
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    giveRoleToMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization: string;
                person: string;
                role: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Assigns a member a role in an organization; it counts from their next token */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    takeRoleFromMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization: string;
                person: string;
                role: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removes a role in an organization from a member */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addOrganizationMembers: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description the ids of up to 100 people, each once */
                    ids: string[];
                };
            };
        };
        responses: {
            /** @description Adds up to 100 users to an organization, and says for each what came of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            /** @description why it was refused */
                            reason: string | null;
                            /**
                             * @description already: it was so before
                             * @enum {string}
                             */
                            result: "done" | "already" | "refused";
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    giveRoleToMembers: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description the ids of up to 100 people, each once */
                    ids: string[];
                    /**
                     * Format: uuid
                     * @description the id of the role
                     */
                    role: string;
                };
            };
        };
        responses: {
            /** @description Assigns up to 100 members a role in an organization, and says for each what came of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            /** @description why it was refused */
                            reason: string | null;
                            /**
                             * @description already: it was so before
                             * @enum {string}
                             */
                            result: "done" | "already" | "refused";
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeOrganizationMembers: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description the ids of up to 100 people, each once */
                    ids: string[];
                };
            };
        };
        responses: {
            /** @description Removes up to 100 members from an organization, and says for each what came of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            /** @description why it was refused */
                            reason: string | null;
                            /**
                             * @description already: it was so before
                             * @enum {string}
                             */
                            result: "done" | "already" | "refused";
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    takeRoleFromMembers: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description the ids of up to 100 people, each once */
                    ids: string[];
                    /**
                     * Format: uuid
                     * @description the id of the role
                     */
                    role: string;
                };
            };
        };
        responses: {
            /** @description Removes a role in an organization from up to 100 members, and says for each what came of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            /** @description why it was refused */
                            reason: string | null;
                            /**
                             * @description already: it was so before
                             * @enum {string}
                             */
                            result: "done" | "already" | "refused";
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listOrganizationRoles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The roles that may be assigned in an organization; up to 200 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            /** @description whether it may be assigned in organizations */
                            in_organizations: boolean;
                            /** @description whether every deployment has it */
                            is_of_service: boolean;
                            /** @description the configuration file that declares it and in which it is changed; null if there is none */
                            managed_by: string | null;
                            name: string;
                            /** @description the identifier of the resource server */
                            resource: string;
                            /** @description the name of the resource server */
                            resource_name: string;
                            /** @description whether a change ends what was issued to the users concerned */
                            revoke_on_change: boolean;
                            /** @description the scopes that it gives */
                            scopes: string[];
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listOrganizationScimTokens: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tokens of an organization for SCIM, without the tokens themselves */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /**
                             * Format: date-time
                             * @description a time in UTC (RFC 3339)
                             */
                            created_at: string;
                            /**
                             * Format: date-time
                             * @description a time in UTC (RFC 3339)
                             */
                            expires_at: string;
                            /** Format: uuid */
                            id: string;
                            note: string;
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addOrganizationScimToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default 365 */
                    lifetime_days?: number;
                    /**
                     * @description what it is for
                     * @default
                     */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description Creates a token with which the directory of an organization calls SCIM, and shows it once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        expires_at: string;
                        /** Format: uuid */
                        id: string;
                        note: string;
                        /** @description shown once */
                        token?: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeOrganizationScimToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization: string;
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revokes a token: the directory can do nothing more by it */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readOutboxes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many emails, events for webhooks and logout tokens wait to be sent, and since when */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @enum {string} */
                            name: "mails" | "webhooks" | "logout_tokens";
                            /** @description since when the oldest one waits */
                            oldest_at: string | null;
                            /** @description how many wait, counted up to 10000 */
                            waiting: number;
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listPeople: {
        parameters: {
            query?: {
                created_after?: string;
                cursor?: string;
                factor?: "passkey" | "authenticator_app" | "none";
                ids?: string;
                limit?: number;
                q?: string;
                role?: string;
                sort?: "username" | "-created_at";
                status?: "enabled" | "disabled";
                with_total?: "yes";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The users who match; a page may have fewer than limit, and the last one has no next_cursor */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /**
                             * Format: date-time
                             * @description a time in UTC (RFC 3339)
                             */
                            created_at: string;
                            email: string | null;
                            email_verified: boolean;
                            family_name: string | null;
                            given_name: string | null;
                            /** Format: uuid */
                            id: string;
                            last_sign_in_at: string | null;
                            name: string | null;
                            /** @description with what the user can sign in; empty: nothing yet */
                            signs_in_with: ("passkey" | "password" | "security_key" | "authenticator_app" | "identity_provider")[];
                            /** @enum {string} */
                            status: "enabled" | "disabled";
                            username: string;
                        }[];
                        /** @description absent on the last page */
                        next_cursor?: string;
                        /** @description absent on the first page */
                        previous_cursor?: string;
                        /** @description how many items match the filter; there if with_total is yes */
                        total?: {
                            /** @description up to 10,000 */
                            count: number;
                            /** @description whether there may be more */
                            is_more: boolean;
                        };
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addPerson: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default {} */
                    claims?: {
                        address?: {
                            country?: string;
                            formatted?: string;
                            locality?: string;
                            postal_code?: string;
                            region?: string;
                            street_address?: string;
                        };
                        birthdate?: string;
                        /** Format: email */
                        email?: string;
                        email_verified?: boolean;
                        family_name?: string;
                        gender?: string;
                        given_name?: string;
                        locale?: string;
                        middle_name?: string;
                        name?: string;
                        nickname?: string;
                        phone_number?: string;
                        phone_number_verified?: boolean;
                        preferred_username?: string;
                        /** Format: uri */
                        profile?: string;
                        /** Format: uri */
                        website?: string;
                        zoneinfo?: string;
                    };
                    password: string;
                    username: string;
                };
            };
        };
        responses: {
            /** @description Creates an account with a password */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        claims: {
                            birthdate: string | null;
                            family_name: string | null;
                            gender: string | null;
                            given_name: string | null;
                            locale: string | null;
                            middle_name: string | null;
                            name: string | null;
                            nickname: string | null;
                            profile: string | null;
                            website: string | null;
                            zoneinfo: string | null;
                        };
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        /** @description when the account is erased, if it waits for that */
                        deletion_due_at: string | null;
                        email: string | null;
                        email_verified: boolean;
                        factors: {
                            authenticator_apps: number;
                            passkeys: number;
                            password: boolean;
                            recovery_codes: number;
                        };
                        family_name: string | null;
                        given_name: string | null;
                        /** Format: uuid */
                        id: string;
                        last_sign_in_at: string | null;
                        name: string | null;
                        /** @description with what the user can sign in; empty: nothing yet */
                        signs_in_with: ("passkey" | "password" | "security_key" | "authenticator_app" | "identity_provider")[];
                        /** @enum {string} */
                        status: "enabled" | "disabled";
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        updated_at: string;
                        username: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readPerson: {
        parameters: {
            query?: {
                include?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One user, and with include what belongs to them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        claims: {
                            birthdate: string | null;
                            family_name: string | null;
                            gender: string | null;
                            given_name: string | null;
                            locale: string | null;
                            middle_name: string | null;
                            name: string | null;
                            nickname: string | null;
                            profile: string | null;
                            website: string | null;
                            zoneinfo: string | null;
                        };
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        /** @description when the account is erased, if it waits for that */
                        deletion_due_at: string | null;
                        email: string | null;
                        email_verified: boolean;
                        factors: {
                            authenticator_apps: number;
                            passkeys: number;
                            password: boolean;
                            recovery_codes: number;
                        };
                        family_name: string | null;
                        given_name: string | null;
                        /** Format: uuid */
                        id: string;
                        /** @description what include names, as far as the caller may read it */
                        included?: {
                            connections?: {
                                items: {
                                    /**
                                     * Format: date-time
                                     * @description a time in UTC (RFC 3339)
                                     */
                                    created_at: string;
                                    /** Format: uuid */
                                    id: string;
                                    last_used_at: string | null;
                                    /** @description the alias of the provider */
                                    provider: string;
                                    provider_name: string;
                                    /** @description who the user is there */
                                    subject: string;
                                }[];
                            };
                            consents?: {
                                items: {
                                    /** @description the claims that the user granted by name */
                                    claims: string[];
                                    client_id: string;
                                    client_name: string;
                                    declined_claims: string[];
                                    declined_scopes: string[];
                                    resource: string;
                                    resource_name: string;
                                    /** @description the scopes that the user granted */
                                    scopes: string[];
                                    /**
                                     * Format: date-time
                                     * @description a time in UTC (RFC 3339)
                                     */
                                    updated_at: string;
                                }[];
                            };
                            events?: {
                                items: {
                                    /** @enum {string} */
                                    actor: "operator" | "administrator" | "client" | "directory" | "user" | "schedule";
                                    actor_id: string | null;
                                    address: string | null;
                                    /**
                                     * Format: date-time
                                     * @description a time in UTC (RFC 3339)
                                     */
                                    at: string;
                                    client_id: string | null;
                                    detail: {
                                        [key: string]: unknown;
                                    };
                                    id: string;
                                    /** @description the reference of the request that it came from */
                                    reference: string | null;
                                    /** @enum {string} */
                                    type: "sign_in" | "sign_in_failed" | "sign_in_limited" | "client_authentication_limited" | "second_factor_failed" | "recovery_code_used" | "second_factor_added" | "second_factor_removed" | "second_factor_preferred" | "recovery_codes_made" | "remembered_device_removed" | "factors_reset" | "sign_out" | "session_ended" | "logout_not_delivered" | "consent" | "consent_withdrawn" | "consent_reopened" | "device_approved" | "device_denied" | "assertion_accepted" | "person_impersonated" | "user_added" | "user_signed_up" | "import_added" | "import_lines_received" | "import_started" | "import_cancelled" | "people_imported" | "profile_changed" | "username_changed" | "email_changed" | "email_change_undone" | "terms_added" | "invitation_added" | "invitation_changed" | "invitation_sent_again" | "invitation_withdrawn" | "invited_role_withheld" | "user_disabled" | "user_enabled" | "password_changed" | "password_removed" | "deletion_requested" | "deletion_cancelled" | "user_deleted" | "password_reset" | "password_change_required" | "enrolment_link_sent" | "passkey_added" | "passkey_renamed" | "passkey_removed" | "passkey_cloned" | "identity_connected" | "identity_disconnected" | "client_added" | "client_disabled" | "client_enabled" | "client_secret_rotated" | "client_secret_ended" | "client_sign_in_tried" | "client_moved" | "client_registered" | "client_updated" | "claim_mapping_changed" | "client_deleted" | "client_expired" | "client_document_decided" | "resource_server_added" | "resource_server_changed" | "resource_server_disabled" | "resource_server_enabled" | "resource_server_removed" | "role_added" | "role_changed" | "role_removed" | "role_assigned" | "role_revoked" | "group_added" | "group_renamed" | "group_removed" | "group_member_added" | "group_member_removed" | "organization_added" | "organization_changed" | "organization_disabled" | "organization_enabled" | "organization_removed" | "organization_member_added" | "organization_member_removed" | "organization_role_assigned" | "organization_role_revoked" | "organization_domain_added" | "organization_domain_verified" | "organization_domain_removed" | "organization_domain_missing" | "organization_domain_found" | "organization_domain_contested" | "organization_domain_lapsed" | "organization_invitation_added" | "organization_invitation_sent_again" | "organization_invitation_accepted" | "organization_invitation_withdrawn" | "scim_token_added" | "scim_token_revoked" | "activity_read" | "configuration_applied" | "configuration_drifted" | "settings_changed" | "test_mail_sent" | "identity_provider_added" | "identity_provider_changed" | "identity_provider_removed" | "exchange_policy_added" | "exchange_policy_changed" | "exchange_policy_removed" | "hook_added" | "hook_changed" | "hook_tested" | "hook_secret_rotated" | "hook_removed" | "trusted_issuer_added" | "trusted_issuer_changed" | "trusted_issuer_removed" | "webhook_added" | "webhook_changed" | "webhook_secret_rotated" | "webhook_removed" | "webhook_tested" | "webhook_replayed" | "webhook_disabled" | "blocked_address_added" | "blocked_address_changed" | "blocked_address_removed" | "blocked_address_refused" | "initial_access_token_added" | "initial_access_token_revoked" | "signing_key_added" | "signing_key_rotated" | "signing_key_removed" | "deployment_restored" | "keys_resealed" | "code_replayed" | "refresh_token_replayed" | "refresh_token_resumed" | "token_revoked" | "authorizations_revoked";
                                    user_id: string | null;
                                }[];
                                /** @description absent on the last page */
                                next_cursor?: string;
                                /** @description absent on the first page */
                                previous_cursor?: string;
                                /** @description how many items match the filter; there if with_total is yes */
                                total?: {
                                    /** @description up to 10,000 */
                                    count: number;
                                    /** @description whether there may be more */
                                    is_more: boolean;
                                };
                            };
                            factors?: {
                                authenticator_apps: {
                                    /** Format: uuid */
                                    id: string;
                                    /**
                                     * Format: date-time
                                     * @description a time in UTC (RFC 3339)
                                     */
                                    last_used_at: string;
                                    name: string;
                                }[];
                                /** @description how many identities at other providers */
                                connections: number;
                                passkeys: {
                                    /** @description whether its provider keeps a copy */
                                    backed_up: boolean;
                                    /**
                                     * Format: date-time
                                     * @description a time in UTC (RFC 3339)
                                     */
                                    created_at: string;
                                    /** Format: uuid */
                                    id: string;
                                    last_used_at: string | null;
                                    name: string;
                                    /**
                                     * @description whether it signs in by itself, or is a security key
                                     * @enum {string}
                                     */
                                    use: "sign-in" | "second-factor";
                                }[];
                                /** @description how many are left */
                                recovery_codes: number;
                            };
                            groups?: {
                                items: {
                                    /** Format: uuid */
                                    id: string;
                                    /** @description the configuration file that declares it and in which it is changed; null if there is none */
                                    managed_by: string | null;
                                    /** @description how many; lists count up to 10000 */
                                    members: number;
                                    /** @description what it is called */
                                    name: string;
                                }[];
                                /** @description absent on the last page */
                                next_cursor?: string;
                                /** @description absent on the first page */
                                previous_cursor?: string;
                            };
                            known_groups?: {
                                items: {
                                    /** Format: uuid */
                                    id: string;
                                    /** @description the configuration file that declares it and in which it is changed; null if there is none */
                                    managed_by: string | null;
                                    /** @description how many, up to 10000; left out if with_members is no */
                                    members?: number;
                                    /** @description what it is called */
                                    name: string;
                                }[];
                                /** @description absent on the last page */
                                next_cursor?: string;
                                /** @description absent on the first page */
                                previous_cursor?: string;
                                /** @description how many items match the filter; there if with_total is yes */
                                total?: {
                                    /** @description up to 10,000 */
                                    count: number;
                                    /** @description whether there may be more */
                                    is_more: boolean;
                                };
                            };
                            known_organizations?: {
                                items: {
                                    /**
                                     * Format: date-time
                                     * @description a time in UTC (RFC 3339)
                                     */
                                    created_at: string;
                                    disabled_at: string | null;
                                    /** Format: uuid */
                                    id: string;
                                    /** @description how many; lists count up to 10000 */
                                    members: number;
                                    name: string;
                                    /** @description its name in scopes: `organization:<slug>` */
                                    slug: string;
                                }[];
                                /** @description absent on the last page */
                                next_cursor?: string;
                                /** @description absent on the first page */
                                previous_cursor?: string;
                                /** @description how many items match the filter; there if with_total is yes */
                                total?: {
                                    /** @description up to 10,000 */
                                    count: number;
                                    /** @description whether there may be more */
                                    is_more: boolean;
                                };
                            };
                            known_roles?: {
                                items: {
                                    /** Format: uuid */
                                    id: string;
                                    /** @description whether it may be assigned in organizations */
                                    in_organizations: boolean;
                                    /** @description whether every deployment has it */
                                    is_of_service: boolean;
                                    /** @description the configuration file that declares it and in which it is changed; null if there is none */
                                    managed_by: string | null;
                                    name: string;
                                    /** @description the identifier of the resource server */
                                    resource: string;
                                    /** @description the name of the resource server */
                                    resource_name: string;
                                    /** @description whether a change ends what was issued to the users concerned */
                                    revoke_on_change: boolean;
                                    /** @description the scopes that it gives */
                                    scopes: string[];
                                }[];
                                /** @description absent on the last page */
                                next_cursor?: string;
                                /** @description absent on the first page */
                                previous_cursor?: string;
                                /** @description how many items match the filter; there if with_total is yes */
                                total?: {
                                    /** @description up to 10,000 */
                                    count: number;
                                    /** @description whether there may be more */
                                    is_more: boolean;
                                };
                            };
                            organizations?: {
                                items: {
                                    disabled_at: string | null;
                                    /** @description the groups of the organization that the user is in; up to 200 */
                                    groups: {
                                        /** Format: uuid */
                                        id: string;
                                        name: string;
                                    }[];
                                    /** Format: uuid */
                                    id: string;
                                    /**
                                     * Format: date-time
                                     * @description a time in UTC (RFC 3339)
                                     */
                                    member_since: string;
                                    name: string;
                                    /** @description its name in scopes: `organization:<slug>` */
                                    slug: string;
                                }[];
                                /** @description absent on the last page */
                                next_cursor?: string;
                                /** @description absent on the first page */
                                previous_cursor?: string;
                            };
                            roles?: {
                                items: {
                                    /** Format: uuid */
                                    id: string;
                                    /** @description whether it may be assigned in organizations */
                                    in_organizations: boolean;
                                    /** @description whether every deployment has it */
                                    is_of_service: boolean;
                                    /** @description the configuration file that declares it and in which it is changed; null if there is none */
                                    managed_by: string | null;
                                    name: string;
                                    /** @description the identifier of the resource server */
                                    resource: string;
                                    /** @description the name of the resource server */
                                    resource_name: string;
                                    /** @description whether a change ends what was issued to the users concerned */
                                    revoke_on_change: boolean;
                                    /** @description the scopes that it gives */
                                    scopes: string[];
                                }[];
                            };
                            sessions?: {
                                items: {
                                    /** @description the names of up to 20 clients that know this session */
                                    clients: string[];
                                    /**
                                     * Format: date-time
                                     * @description a time in UTC (RFC 3339)
                                     */
                                    created_at: string;
                                    /** Format: uuid */
                                    id: string;
                                    /**
                                     * Format: date-time
                                     * @description a time in UTC (RFC 3339)
                                     */
                                    idle_expires_at: string;
                                    network: string | null;
                                    user_agent: string | null;
                                }[];
                            };
                        };
                        last_sign_in_at: string | null;
                        name: string | null;
                        /** @description with what the user can sign in; empty: nothing yet */
                        signs_in_with: ("passkey" | "password" | "security_key" | "authenticator_app" | "identity_provider")[];
                        /** @enum {string} */
                        status: "enabled" | "disabled";
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        updated_at: string;
                        username: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deletePerson: {
        parameters: {
            query?: never;
            header: {
                /** @description the ETag that was read */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Disables an account at once, and has it erased */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changePerson: {
        parameters: {
            query?: never;
            header: {
                /** @description the ETag that was read */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    claims: {
                        birthdate?: string | null;
                        family_name?: string | null;
                        gender?: string | null;
                        given_name?: string | null;
                        locale?: string | null;
                        middle_name?: string | null;
                        name?: string | null;
                        nickname?: string | null;
                        profile?: string | null;
                        website?: string | null;
                        zoneinfo?: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description Changes claims about a user; null removes one */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        claims: {
                            birthdate: string | null;
                            family_name: string | null;
                            gender: string | null;
                            given_name: string | null;
                            locale: string | null;
                            middle_name: string | null;
                            name: string | null;
                            nickname: string | null;
                            profile: string | null;
                            website: string | null;
                            zoneinfo: string | null;
                        };
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        /** @description when the account is erased, if it waits for that */
                        deletion_due_at: string | null;
                        email: string | null;
                        email_verified: boolean;
                        factors: {
                            authenticator_apps: number;
                            passkeys: number;
                            password: boolean;
                            recovery_codes: number;
                        };
                        family_name: string | null;
                        given_name: string | null;
                        /** Format: uuid */
                        id: string;
                        last_sign_in_at: string | null;
                        name: string | null;
                        /** @description with what the user can sign in; empty: nothing yet */
                        signs_in_with: ("passkey" | "password" | "security_key" | "authenticator_app" | "identity_provider")[];
                        /** @enum {string} */
                        status: "enabled" | "disabled";
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        updated_at: string;
                        username: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeAuthenticatorApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                factor: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removes one authenticator app of a user */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listConnections: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The identities at other providers with which a user signs in, the oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /**
                             * Format: date-time
                             * @description a time in UTC (RFC 3339)
                             */
                            created_at: string;
                            /** Format: uuid */
                            id: string;
                            last_used_at: string | null;
                            /** @description the alias of the provider */
                            provider: string;
                            provider_name: string;
                            /** @description who the user is there */
                            subject: string;
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connection: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Disconnects an identity from the account of a user; the only way in of an account stays */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listConsents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What a user agreed to, by client and resource server */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @description the claims that the user granted by name */
                            claims: string[];
                            client_id: string;
                            client_name: string;
                            declined_claims: string[];
                            declined_scopes: string[];
                            resource: string;
                            resource_name: string;
                            /** @description the scopes that the user granted */
                            scopes: string[];
                            /**
                             * Format: date-time
                             * @description a time in UTC (RFC 3339)
                             */
                            updated_at: string;
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    withdrawConsents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                client: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Withdraws what a user agreed to with a client, and revokes what was issued under it */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    disablePerson: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Disables an account, ends its sessions and revokes what was issued in its name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        claims: {
                            birthdate: string | null;
                            family_name: string | null;
                            gender: string | null;
                            given_name: string | null;
                            locale: string | null;
                            middle_name: string | null;
                            name: string | null;
                            nickname: string | null;
                            profile: string | null;
                            website: string | null;
                            zoneinfo: string | null;
                        };
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        /** @description when the account is erased, if it waits for that */
                        deletion_due_at: string | null;
                        email: string | null;
                        email_verified: boolean;
                        factors: {
                            authenticator_apps: number;
                            passkeys: number;
                            password: boolean;
                            recovery_codes: number;
                        };
                        family_name: string | null;
                        given_name: string | null;
                        /** Format: uuid */
                        id: string;
                        last_sign_in_at: string | null;
                        name: string | null;
                        /** @description with what the user can sign in; empty: nothing yet */
                        signs_in_with: ("passkey" | "password" | "security_key" | "authenticator_app" | "identity_provider")[];
                        /** @enum {string} */
                        status: "enabled" | "disabled";
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        updated_at: string;
                        username: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    enablePerson: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Enables a disabled account, and cancels its deletion */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        claims: {
                            birthdate: string | null;
                            family_name: string | null;
                            gender: string | null;
                            given_name: string | null;
                            locale: string | null;
                            middle_name: string | null;
                            name: string | null;
                            nickname: string | null;
                            profile: string | null;
                            website: string | null;
                            zoneinfo: string | null;
                        };
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        /** @description when the account is erased, if it waits for that */
                        deletion_due_at: string | null;
                        email: string | null;
                        email_verified: boolean;
                        factors: {
                            authenticator_apps: number;
                            passkeys: number;
                            password: boolean;
                            recovery_codes: number;
                        };
                        family_name: string | null;
                        given_name: string | null;
                        /** Format: uuid */
                        id: string;
                        last_sign_in_at: string | null;
                        name: string | null;
                        /** @description with what the user can sign in; empty: nothing yet */
                        signs_in_with: ("passkey" | "password" | "security_key" | "authenticator_app" | "identity_provider")[];
                        /** @enum {string} */
                        status: "enabled" | "disabled";
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        updated_at: string;
                        username: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    endSessions: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ends all sessions of a user */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description how many sessions ended */
                        ended: number;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listFactors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The passkeys, security keys and apps of a user, and how many recovery codes and connections they have */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        authenticator_apps: {
                            /** Format: uuid */
                            id: string;
                            /**
                             * Format: date-time
                             * @description a time in UTC (RFC 3339)
                             */
                            last_used_at: string;
                            name: string;
                        }[];
                        /** @description how many identities at other providers */
                        connections: number;
                        passkeys: {
                            /** @description whether its provider keeps a copy */
                            backed_up: boolean;
                            /**
                             * Format: date-time
                             * @description a time in UTC (RFC 3339)
                             */
                            created_at: string;
                            /** Format: uuid */
                            id: string;
                            last_used_at: string | null;
                            name: string;
                            /**
                             * @description whether it signs in by itself, or is a security key
                             * @enum {string}
                             */
                            use: "sign-in" | "second-factor";
                        }[];
                        /** @description how many are left */
                        recovery_codes: number;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listGroupsOfPerson: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The groups of the deployment that a user is in, by name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            /** @description the configuration file that declares it and in which it is changed; null if there is none */
                            managed_by: string | null;
                            /** @description how many; lists count up to 10000 */
                            members: number;
                            /** @description what it is called */
                            name: string;
                        }[];
                        /** @description absent on the last page */
                        next_cursor?: string;
                        /** @description absent on the first page */
                        previous_cursor?: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listOrganizationsOfPerson: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organizations that a user is a member of, by slug, with their groups there */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            disabled_at: string | null;
                            /** @description the groups of the organization that the user is in; up to 200 */
                            groups: {
                                /** Format: uuid */
                                id: string;
                                name: string;
                            }[];
                            /** Format: uuid */
                            id: string;
                            /**
                             * Format: date-time
                             * @description a time in UTC (RFC 3339)
                             */
                            member_since: string;
                            name: string;
                            /** @description its name in scopes: `organization:<slug>` */
                            slug: string;
                        }[];
                        /** @description absent on the last page */
                        next_cursor?: string;
                        /** @description absent on the first page */
                        previous_cursor?: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                factor: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removes one passkey or security key of a user; the only way in of an account stays */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resetFactors: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description whether identities at other providers stay connected. Without it they are disconnected. It is required if the user has identities and no password
                     * @enum {string}
                     */
                    connections?: "keep" | "remove";
                    /** @description why, and how the user was identified; stands in the audit log */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Removes every factor of a user but the password, and what is connected at other providers; ends sessions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        claims: {
                            birthdate: string | null;
                            family_name: string | null;
                            gender: string | null;
                            given_name: string | null;
                            locale: string | null;
                            middle_name: string | null;
                            name: string | null;
                            nickname: string | null;
                            profile: string | null;
                            website: string | null;
                            zoneinfo: string | null;
                        };
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        /** @description when the account is erased, if it waits for that */
                        deletion_due_at: string | null;
                        email: string | null;
                        email_verified: boolean;
                        factors: {
                            authenticator_apps: number;
                            passkeys: number;
                            password: boolean;
                            recovery_codes: number;
                        };
                        family_name: string | null;
                        given_name: string | null;
                        /** Format: uuid */
                        id: string;
                        last_sign_in_at: string | null;
                        name: string | null;
                        /** @description with what the user can sign in; empty: nothing yet */
                        signs_in_with: ("passkey" | "password" | "security_key" | "authenticator_app" | "identity_provider")[];
                        /** @enum {string} */
                        status: "enabled" | "disabled";
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        updated_at: string;
                        username: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRolesOfPerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The roles that a user has, in addition to those of their groups; up to 200 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            /** @description whether it may be assigned in organizations */
                            in_organizations: boolean;
                            /** @description whether every deployment has it */
                            is_of_service: boolean;
                            /** @description the configuration file that declares it and in which it is changed; null if there is none */
                            managed_by: string | null;
                            name: string;
                            /** @description the identifier of the resource server */
                            resource: string;
                            /** @description the name of the resource server */
                            resource_name: string;
                            /** @description whether a change ends what was issued to the users concerned */
                            revoke_on_change: boolean;
                            /** @description the scopes that it gives */
                            scopes: string[];
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    giveRoleToPerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                role: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Assigns a role to a user; it counts from their next token */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    takeRoleFromPerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                role: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removes a role from a user */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sendPasswordReset: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Emails a user the link that they could ask for themselves, within the same limits */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The live sessions of a user, up to 100, the last used first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @description the names of up to 20 clients that know this session */
                            clients: string[];
                            /**
                             * Format: date-time
                             * @description a time in UTC (RFC 3339)
                             */
                            created_at: string;
                            /** Format: uuid */
                            id: string;
                            /**
                             * Format: date-time
                             * @description a time in UTC (RFC 3339)
                             */
                            idle_expires_at: string;
                            network: string | null;
                            user_agent: string | null;
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ends one session, and revokes what was issued in it */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deletePeople: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description the ids of up to 100 people, each once */
                    ids: string[];
                };
            };
        };
        responses: {
            /** @description Disables up to 100 users at once and has them erased, and says for each what came of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            /** @description why it was refused */
                            reason: string | null;
                            /**
                             * @description already: it was so before
                             * @enum {string}
                             */
                            result: "done" | "already" | "refused";
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    disablePeople: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description the ids of up to 100 people, each once */
                    ids: string[];
                };
            };
        };
        responses: {
            /** @description Disables up to 100 users, and says for each what came of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            /** @description why it was refused */
                            reason: string | null;
                            /**
                             * @description already: it was so before
                             * @enum {string}
                             */
                            result: "done" | "already" | "refused";
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    enablePeople: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description the ids of up to 100 people, each once */
                    ids: string[];
                };
            };
        };
        responses: {
            /** @description Enables up to 100 users, and says for each what came of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            /** @description why it was refused */
                            reason: string | null;
                            /**
                             * @description already: it was so before
                             * @enum {string}
                             */
                            result: "done" | "already" | "refused";
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    endSessionsOfPeople: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description the ids of up to 100 people, each once */
                    ids: string[];
                };
            };
        };
        responses: {
            /** @description Ends all sessions of up to 100 users, and says for each what came of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            /** @description why it was refused */
                            reason: string | null;
                            /**
                             * @description already: it was so before
                             * @enum {string}
                             */
                            result: "done" | "already" | "refused";
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    giveRoleToPeople: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description the ids of up to 100 people, each once */
                    ids: string[];
                    /**
                     * Format: uuid
                     * @description the id of the role
                     */
                    role: string;
                };
            };
        };
        responses: {
            /** @description Assigns a role to up to 100 users, and says for each what came of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            /** @description why it was refused */
                            reason: string | null;
                            /**
                             * @description already: it was so before
                             * @enum {string}
                             */
                            result: "done" | "already" | "refused";
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    takeRoleFromPeople: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description the ids of up to 100 people, each once */
                    ids: string[];
                    /**
                     * Format: uuid
                     * @description the id of the role
                     */
                    role: string;
                };
            };
        };
        responses: {
            /** @description Removes a role from up to 100 users, and says for each what came of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            /** @description why it was refused */
                            reason: string | null;
                            /**
                             * @description already: it was so before
                             * @enum {string}
                             */
                            result: "done" | "already" | "refused";
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listProviders: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                q?: string;
                with_total?: "yes";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The providers at which users may sign in, by alias */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @description its name in the redirect URI */
                            alias: string;
                            /** @description whether it connects the account with its proved address, without asking */
                            auto_link: boolean;
                            /** @description where the provider says that a session there ended */
                            backchannel_logout_uri: string;
                            claims: string[];
                            /** @description our client ID there */
                            client_id: string;
                            /**
                             * Format: date-time
                             * @description a time in UTC (RFC 3339)
                             */
                            created_at: string;
                            domains: string[];
                            enabled: boolean;
                            /** @description whether users of its domains sign in there, and not with a password here */
                            enforced: boolean;
                            /** @description its issuer, needed without a preset: its metadata is below it */
                            issuer: string;
                            /** @description the configuration file that declares it and in which it is changed; null if there is none */
                            managed_by: string | null;
                            mfa: string[];
                            /**
                             * @description who gets an account by signing in there
                             * @enum {string}
                             */
                            mode: "create" | "invited" | "linked-only";
                            /** @description the name that users see */
                            name: string;
                            organization: string | null;
                            phr: string[];
                            /** @description registered at the provider for rp_initiated_logout */
                            post_logout_redirect_uri: string;
                            /** @description a known provider without ID tokens; null for an OpenID Provider */
                            preset: "github" | null;
                            /** @description what is registered at the provider */
                            redirect_uri: string;
                            /** @description whether a sign-out here asks it to end its session (OIDC RP-Initiated Logout) */
                            rp_initiated_logout: boolean;
                            scopes: string[];
                            /** @enum {string} */
                            token_endpoint_auth_method: "client_secret" | "private_key_jwt";
                        }[];
                        /** @description absent on the last page */
                        next_cursor?: string;
                        /** @description absent on the first page */
                        previous_cursor?: string;
                        /** @description how many items match the filter; there if with_total is yes */
                        total?: {
                            /** @description up to 10,000 */
                            count: number;
                            /** @description whether there may be more */
                            is_more: boolean;
                        };
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addProvider: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description its name in the redirect URI */
                    alias: string;
                    /**
                     * @description whether it connects the account with its proved address, without asking
                     * @default false
                     */
                    auto_link?: boolean;
                    /**
                     * @description what its claims become here: claim=from, or claim=from@each-time
                     * @default []
                     */
                    claims?: string[];
                    /** @description our client ID there */
                    client_id: string;
                    /** @description the mail domains that it may speak for */
                    domains?: string[];
                    /** @default true */
                    enabled?: boolean;
                    /**
                     * @description whether users of its domains sign in there, and not with a password here
                     * @default false
                     */
                    enforced?: boolean;
                    /** @description its issuer, needed without a preset: its metadata is below it */
                    issuer?: string;
                    /**
                     * @description values of acr or amr that mean several factors
                     * @default []
                     */
                    mfa?: string[];
                    /**
                     * @description who gets an account by signing in there
                     * @default linked-only
                     * @enum {string}
                     */
                    mode?: "create" | "invited" | "linked-only";
                    /** @description the name that users see */
                    name: string;
                    /**
                     * @description the organization whose users sign in there; its domains are those that this one proved
                     * @default null
                     */
                    organization?: string | null;
                    /**
                     * @description values of acr or amr that mean a phishing-resistant sign-in
                     * @default []
                     */
                    phr?: string[];
                    /**
                     * @description a known provider without ID tokens; null for an OpenID Provider
                     * @default null
                     */
                    preset?: "github" | null;
                    /**
                     * @description whether a sign-out here asks it to end its session (OIDC RP-Initiated Logout)
                     * @default false
                     */
                    rp_initiated_logout?: boolean;
                    /** @description the scopes to ask for; by default those that it usually has */
                    scopes?: string[];
                    /** @description our client secret there, of which another issuer needs another one; null for our signing keys */
                    secret: string | null;
                };
            };
        };
        responses: {
            /** @description Adds a provider at which users may sign in; only owners may */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description its name in the redirect URI */
                        alias: string;
                        /** @description whether it connects the account with its proved address, without asking */
                        auto_link: boolean;
                        /** @description where the provider says that a session there ended */
                        backchannel_logout_uri: string;
                        claims: string[];
                        /** @description our client ID there */
                        client_id: string;
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        domains: string[];
                        enabled: boolean;
                        /** @description whether users of its domains sign in there, and not with a password here */
                        enforced: boolean;
                        /** @description its issuer, needed without a preset: its metadata is below it */
                        issuer: string;
                        /** @description the configuration file that declares it and in which it is changed; null if there is none */
                        managed_by: string | null;
                        mfa: string[];
                        /**
                         * @description who gets an account by signing in there
                         * @enum {string}
                         */
                        mode: "create" | "invited" | "linked-only";
                        /** @description the name that users see */
                        name: string;
                        organization: string | null;
                        phr: string[];
                        /** @description registered at the provider for rp_initiated_logout */
                        post_logout_redirect_uri: string;
                        /** @description a known provider without ID tokens; null for an OpenID Provider */
                        preset: "github" | null;
                        /** @description what is registered at the provider */
                        redirect_uri: string;
                        /** @description whether a sign-out here asks it to end its session (OIDC RP-Initiated Logout) */
                        rp_initiated_logout: boolean;
                        scopes: string[];
                        /** @enum {string} */
                        token_endpoint_auth_method: "client_secret" | "private_key_jwt";
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                alias: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One provider */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description its name in the redirect URI */
                        alias: string;
                        /** @description whether it connects the account with its proved address, without asking */
                        auto_link: boolean;
                        /** @description where the provider says that a session there ended */
                        backchannel_logout_uri: string;
                        claims: string[];
                        /** @description our client ID there */
                        client_id: string;
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        domains: string[];
                        enabled: boolean;
                        /** @description whether users of its domains sign in there, and not with a password here */
                        enforced: boolean;
                        /** @description its issuer, needed without a preset: its metadata is below it */
                        issuer: string;
                        /** @description the configuration file that declares it and in which it is changed; null if there is none */
                        managed_by: string | null;
                        mfa: string[];
                        /**
                         * @description who gets an account by signing in there
                         * @enum {string}
                         */
                        mode: "create" | "invited" | "linked-only";
                        /** @description the name that users see */
                        name: string;
                        organization: string | null;
                        phr: string[];
                        /** @description registered at the provider for rp_initiated_logout */
                        post_logout_redirect_uri: string;
                        /** @description a known provider without ID tokens; null for an OpenID Provider */
                        preset: "github" | null;
                        /** @description what is registered at the provider */
                        redirect_uri: string;
                        /** @description whether a sign-out here asks it to end its session (OIDC RP-Initiated Logout) */
                        rp_initiated_logout: boolean;
                        scopes: string[];
                        /** @enum {string} */
                        token_endpoint_auth_method: "client_secret" | "private_key_jwt";
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                alias: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removes a provider, and disconnects every identity there */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeProvider: {
        parameters: {
            query?: never;
            header: {
                /** @description the ETag that was read */
                "If-Match": string;
            };
            path: {
                alias: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description whether it connects the account with its proved address, without asking */
                    auto_link?: boolean;
                    /** @description what its claims become here: claim=from, or claim=from@each-time */
                    claims?: string[];
                    /** @description our client ID there */
                    client_id?: string;
                    /** @description the mail domains that it may speak for */
                    domains?: string[];
                    enabled?: boolean;
                    /** @description whether users of its domains sign in there, and not with a password here */
                    enforced?: boolean;
                    /** @description its issuer, needed without a preset: its metadata is below it */
                    issuer?: string;
                    /** @description values of acr or amr that mean several factors */
                    mfa?: string[];
                    /**
                     * @description who gets an account by signing in there
                     * @enum {string}
                     */
                    mode?: "create" | "invited" | "linked-only";
                    /** @description the name that users see */
                    name?: string;
                    /** @description values of acr or amr that mean a phishing-resistant sign-in */
                    phr?: string[];
                    /** @description whether a sign-out here asks it to end its session (OIDC RP-Initiated Logout) */
                    rp_initiated_logout?: boolean;
                    /** @description the scopes to ask for; by default those that it usually has */
                    scopes?: string[];
                    /** @description our client secret there, of which another issuer needs another one; null for our signing keys */
                    secret?: string | null;
                };
            };
        };
        responses: {
            /** @description Changes settings of a provider; only owners may change whom it can sign in */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description its name in the redirect URI */
                        alias: string;
                        /** @description whether it connects the account with its proved address, without asking */
                        auto_link: boolean;
                        /** @description where the provider says that a session there ended */
                        backchannel_logout_uri: string;
                        claims: string[];
                        /** @description our client ID there */
                        client_id: string;
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        domains: string[];
                        enabled: boolean;
                        /** @description whether users of its domains sign in there, and not with a password here */
                        enforced: boolean;
                        /** @description its issuer, needed without a preset: its metadata is below it */
                        issuer: string;
                        /** @description the configuration file that declares it and in which it is changed; null if there is none */
                        managed_by: string | null;
                        mfa: string[];
                        /**
                         * @description who gets an account by signing in there
                         * @enum {string}
                         */
                        mode: "create" | "invited" | "linked-only";
                        /** @description the name that users see */
                        name: string;
                        organization: string | null;
                        phr: string[];
                        /** @description registered at the provider for rp_initiated_logout */
                        post_logout_redirect_uri: string;
                        /** @description a known provider without ID tokens; null for an OpenID Provider */
                        preset: "github" | null;
                        /** @description what is registered at the provider */
                        redirect_uri: string;
                        /** @description whether a sign-out here asks it to end its session (OIDC RP-Initiated Logout) */
                        rp_initiated_logout: boolean;
                        scopes: string[];
                        /** @enum {string} */
                        token_endpoint_auth_method: "client_secret" | "private_key_jwt";
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    testProvider: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path: {
                alias: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Reads the metadata and the keys of a provider now, and says what is wrong; changes nothing */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        problems: ("no_answer" | "no_metadata" | "other_issuer" | "no_code_flow" | "no_endpoint" | "no_pkce" | "no_client_authentication" | "no_keys")[];
                        /** @description whether users can sign in there, as far as the metadata says */
                        works: boolean;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listResourceServers: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                q?: string;
                with_total?: "yes";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The resource servers, by identifier */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @enum {string} */
                            access_token_signing_alg: "RS256" | "ES256" | "EdDSA";
                            access_token_ttl_seconds: number;
                            /**
                             * @description the typ of its access tokens: JWT for a library that refuses at+jwt, and less safe
                             * @enum {string}
                             */
                            access_token_typ: "at+jwt" | "JWT";
                            dpop_bound_access_tokens_required: boolean;
                            enabled: boolean;
                            /** @description whether the service itself defines it */
                            is_of_service: boolean;
                            /** @description whether the metadata of this server lists it (RFC 9728 §4) */
                            listed: boolean;
                            /** @description the configuration file that declares it and in which it is changed; null if there is none */
                            managed_by: string | null;
                            /** @description its name, as users read it */
                            name: string;
                            /** @description its identifier (RFC 8707 §2) */
                            resource: string;
                            role_scopes: string[];
                            /** @description what its scopes are called on pages: by scope, or by scope, # and a language */
                            scope_texts: {
                                [key: string]: string;
                            };
                            scopes: string[];
                        }[];
                        /** @description absent on the last page */
                        next_cursor?: string;
                        /** @description absent on the first page */
                        previous_cursor?: string;
                        /** @description how many items match the filter; there if with_total is yes */
                        total?: {
                            /** @description up to 10,000 */
                            count: number;
                            /** @description whether there may be more */
                            is_more: boolean;
                        };
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addResourceServer: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @default ES256
                     * @enum {string}
                     */
                    access_token_signing_alg?: "RS256" | "ES256" | "EdDSA";
                    /** @default 300 */
                    access_token_ttl_seconds?: number;
                    /**
                     * @description the typ of its access tokens: JWT for a library that refuses at+jwt, and less safe
                     * @default at+jwt
                     * @enum {string}
                     */
                    access_token_typ?: "at+jwt" | "JWT";
                    /** @default false */
                    dpop_bound_access_tokens_required?: boolean;
                    /** @default true */
                    enabled?: boolean;
                    /**
                     * @description whether the metadata of this server lists it (RFC 9728 §4)
                     * @default false
                     */
                    listed?: boolean;
                    /** @description its name, as users read it */
                    name: string;
                    /** @description its identifier (RFC 8707 §2) */
                    resource: string;
                    /** @description those of its scopes that a user gets only by a role */
                    role_scopes?: string[];
                    /**
                     * @description what its scopes are called on pages: by scope, or by scope, # and a language
                     * @default {}
                     */
                    scope_texts?: {
                        [key: string]: string;
                    };
                    /** @description the scopes that it defines */
                    scopes: string[];
                };
            };
        };
        responses: {
            /** @description Creates a resource server */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        access_token_signing_alg: "RS256" | "ES256" | "EdDSA";
                        access_token_ttl_seconds: number;
                        /**
                         * @description the typ of its access tokens: JWT for a library that refuses at+jwt, and less safe
                         * @enum {string}
                         */
                        access_token_typ: "at+jwt" | "JWT";
                        dpop_bound_access_tokens_required: boolean;
                        enabled: boolean;
                        /** @description whether the service itself defines it */
                        is_of_service: boolean;
                        /** @description whether the metadata of this server lists it (RFC 9728 §4) */
                        listed: boolean;
                        /** @description the configuration file that declares it and in which it is changed; null if there is none */
                        managed_by: string | null;
                        /** @description its name, as users read it */
                        name: string;
                        /** @description its identifier (RFC 8707 §2) */
                        resource: string;
                        role_scopes: string[];
                        /** @description what its scopes are called on pages: by scope, or by scope, # and a language */
                        scope_texts: {
                            [key: string]: string;
                        };
                        scopes: string[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readResourceServer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                resource: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One resource server, by its identifier */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        access_token_signing_alg: "RS256" | "ES256" | "EdDSA";
                        access_token_ttl_seconds: number;
                        /**
                         * @description the typ of its access tokens: JWT for a library that refuses at+jwt, and less safe
                         * @enum {string}
                         */
                        access_token_typ: "at+jwt" | "JWT";
                        dpop_bound_access_tokens_required: boolean;
                        enabled: boolean;
                        /** @description whether the service itself defines it */
                        is_of_service: boolean;
                        /** @description whether the metadata of this server lists it (RFC 9728 §4) */
                        listed: boolean;
                        /** @description the configuration file that declares it and in which it is changed; null if there is none */
                        managed_by: string | null;
                        /** @description its name, as users read it */
                        name: string;
                        /** @description its identifier (RFC 8707 §2) */
                        resource: string;
                        role_scopes: string[];
                        /** @description what its scopes are called on pages: by scope, or by scope, # and a language */
                        scope_texts: {
                            [key: string]: string;
                        };
                        scopes: string[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeResourceServer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                resource: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deletes a resource server that has no roles, and what users agreed to for it */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeResourceServer: {
        parameters: {
            query?: never;
            header: {
                /** @description the ETag that was read */
                "If-Match": string;
            };
            path: {
                resource: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    access_token_signing_alg?: "RS256" | "ES256" | "EdDSA";
                    access_token_ttl_seconds?: number;
                    /**
                     * @description the typ of its access tokens: JWT for a library that refuses at+jwt, and less safe
                     * @enum {string}
                     */
                    access_token_typ?: "at+jwt" | "JWT";
                    dpop_bound_access_tokens_required?: boolean;
                    enabled?: boolean;
                    /** @description whether the metadata of this server lists it (RFC 9728 §4) */
                    listed?: boolean;
                    /** @description its name, as users read it */
                    name?: string;
                    /** @description those of its scopes that a user gets only by a role */
                    role_scopes?: string[];
                    /** @description what its scopes are called on pages: by scope, or by scope, # and a language */
                    scope_texts?: {
                        [key: string]: string;
                    };
                    /** @description the scopes that it defines */
                    scopes?: string[];
                };
            };
        };
        responses: {
            /** @description Changes settings of a resource server */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        access_token_signing_alg: "RS256" | "ES256" | "EdDSA";
                        access_token_ttl_seconds: number;
                        /**
                         * @description the typ of its access tokens: JWT for a library that refuses at+jwt, and less safe
                         * @enum {string}
                         */
                        access_token_typ: "at+jwt" | "JWT";
                        dpop_bound_access_tokens_required: boolean;
                        enabled: boolean;
                        /** @description whether the service itself defines it */
                        is_of_service: boolean;
                        /** @description whether the metadata of this server lists it (RFC 9728 §4) */
                        listed: boolean;
                        /** @description the configuration file that declares it and in which it is changed; null if there is none */
                        managed_by: string | null;
                        /** @description its name, as users read it */
                        name: string;
                        /** @description its identifier (RFC 8707 §2) */
                        resource: string;
                        role_scopes: string[];
                        /** @description what its scopes are called on pages: by scope, or by scope, # and a language */
                        scope_texts: {
                            [key: string]: string;
                        };
                        scopes: string[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRoles: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                q?: string;
                with_total?: "yes";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The roles, by resource server and name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            /** @description whether it may be assigned in organizations */
                            in_organizations: boolean;
                            /** @description whether every deployment has it */
                            is_of_service: boolean;
                            /** @description the configuration file that declares it and in which it is changed; null if there is none */
                            managed_by: string | null;
                            name: string;
                            /** @description the identifier of the resource server */
                            resource: string;
                            /** @description the name of the resource server */
                            resource_name: string;
                            /** @description whether a change ends what was issued to the users concerned */
                            revoke_on_change: boolean;
                            /** @description the scopes that it gives */
                            scopes: string[];
                        }[];
                        /** @description absent on the last page */
                        next_cursor?: string;
                        /** @description absent on the first page */
                        previous_cursor?: string;
                        /** @description how many items match the filter; there if with_total is yes */
                        total?: {
                            /** @description up to 10,000 */
                            count: number;
                            /** @description whether there may be more */
                            is_more: boolean;
                        };
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addRole: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description whether it may be assigned in organizations
                     * @default false
                     */
                    in_organizations?: boolean;
                    name: string;
                    /** @description the identifier of the resource server */
                    resource: string;
                    /**
                     * @description whether a change ends what was issued to the users concerned
                     * @default false
                     */
                    revoke_on_change?: boolean;
                    /** @description the scopes that it gives */
                    scopes: string[];
                };
            };
        };
        responses: {
            /** @description Creates a role that gives scopes of a resource server */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        /** @description whether it may be assigned in organizations */
                        in_organizations: boolean;
                        /** @description whether every deployment has it */
                        is_of_service: boolean;
                        /** @description the configuration file that declares it and in which it is changed; null if there is none */
                        managed_by: string | null;
                        name: string;
                        /** @description the identifier of the resource server */
                        resource: string;
                        /** @description the name of the resource server */
                        resource_name: string;
                        /** @description whether a change ends what was issued to the users concerned */
                        revoke_on_change: boolean;
                        /** @description the scopes that it gives */
                        scopes: string[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                role: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One role */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        /** @description whether it may be assigned in organizations */
                        in_organizations: boolean;
                        /** @description whether every deployment has it */
                        is_of_service: boolean;
                        /** @description the configuration file that declares it and in which it is changed; null if there is none */
                        managed_by: string | null;
                        name: string;
                        /** @description the identifier of the resource server */
                        resource: string;
                        /** @description the name of the resource server */
                        resource_name: string;
                        /** @description whether a change ends what was issued to the users concerned */
                        revoke_on_change: boolean;
                        /** @description the scopes that it gives */
                        scopes: string[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                role: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deletes a role: the next tokens of those who have it lack its scopes */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeRole: {
        parameters: {
            query?: never;
            header: {
                /** @description the ETag that was read */
                "If-Match": string;
            };
            path: {
                role: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description whether it may be assigned in organizations */
                    in_organizations?: boolean;
                    /** @description whether a change ends what was issued to the users concerned */
                    revoke_on_change?: boolean;
                    /** @description the scopes that it gives */
                    scopes?: string[];
                };
            };
        };
        responses: {
            /** @description Changes what a role gives; it counts from the next tokens of those who have it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        /** @description whether it may be assigned in organizations */
                        in_organizations: boolean;
                        /** @description whether every deployment has it */
                        is_of_service: boolean;
                        /** @description the configuration file that declares it and in which it is changed; null if there is none */
                        managed_by: string | null;
                        name: string;
                        /** @description the identifier of the resource server */
                        resource: string;
                        /** @description the name of the resource server */
                        resource_name: string;
                        /** @description whether a change ends what was issued to the users concerned */
                        revoke_on_change: boolean;
                        /** @description the scopes that it gives */
                        scopes: string[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    search: {
        parameters: {
            query: {
                limit?: number;
                q: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Users, clients and organizations with a part of a text in a name, address or id, if the caller may read them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        clients: {
                            client_id: string;
                            client_name: string;
                        }[];
                        organizations: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            slug: string;
                        }[];
                        people: {
                            email: string | null;
                            family_name: string | null;
                            given_name: string | null;
                            /** Format: uuid */
                            id: string;
                            name: string | null;
                            username: string;
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAllSessions: {
        parameters: {
            query?: {
                client_id?: string;
                cursor?: string;
                limit?: number;
                since?: string;
                until?: string;
                user_id?: string;
                with_total?: "yes";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The live sessions of all users, the newest first; a page may have fewer than limit */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @description the names of up to 20 clients that know this session */
                            clients: string[];
                            /**
                             * Format: date-time
                             * @description a time in UTC (RFC 3339)
                             */
                            created_at: string;
                            /** Format: uuid */
                            id: string;
                            /**
                             * Format: date-time
                             * @description a time in UTC (RFC 3339)
                             */
                            idle_expires_at: string;
                            network: string | null;
                            user_agent: string | null;
                            /** Format: uuid */
                            user_id: string;
                            /** @description whose session it is */
                            username: string;
                        }[];
                        /** @description absent on the last page */
                        next_cursor?: string;
                        /** @description absent on the first page */
                        previous_cursor?: string;
                        /** @description how many items match the filter; there if with_total is yes */
                        total?: {
                            /** @description up to 10,000 */
                            count: number;
                            /** @description whether there may be more */
                            is_more: boolean;
                        };
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    endSessionsAtOnce: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description the ids of up to 100 sessions, each once */
                    ids: string[];
                };
            };
        };
        responses: {
            /** @description Ends up to 100 sessions, and revokes what was issued in them, and says for each what came of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            /** @description why it was refused */
                            reason: string | null;
                            /**
                             * @description already: it was so before
                             * @enum {string}
                             */
                            result: "done" | "already" | "refused";
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the pages look like; null where the product decides */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accent_dark: string | null;
                        accent_light: string | null;
                        corner: number | null;
                        font: ("inter" | "system") | null;
                        footer_text: {
                            [key: string]: string;
                        } | null;
                        layout: ("centered" | "split") | null;
                        /** @description the picture above every page, and where it is served */
                        logo: {
                            height: number;
                            media_type: string;
                            url: string;
                            width: number;
                        } | null;
                        /** @description the configuration that declares a setting and in which it is changed, by setting */
                        managed_by: {
                            [key: string]: string;
                        };
                        page_dark: string | null;
                        page_light: string | null;
                        privacy_url: string | null;
                        service_name: string | null;
                        sign_in_text: {
                            [key: string]: string;
                        } | null;
                        support_url: string | null;
                        terms_url: string | null;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeSettings: {
        parameters: {
            query?: never;
            header: {
                /** @description the ETag that was read */
                "If-Match": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    accent_dark?: string | null;
                    accent_light?: string | null;
                    corner?: number | null;
                    font?: ("inter" | "system") | null;
                    footer_text?: {
                        [key: string]: string | null;
                    } | null;
                    layout?: ("centered" | "split") | null;
                    page_dark?: string | null;
                    page_light?: string | null;
                    privacy_url?: string | null;
                    service_name?: string | null;
                    sign_in_text?: {
                        [key: string]: string | null;
                    } | null;
                    support_url?: string | null;
                    terms_url?: string | null;
                };
            };
        };
        responses: {
            /** @description Changes settings; null removes one, or a language of a text (RFC 7396) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accent_dark: string | null;
                        accent_light: string | null;
                        corner: number | null;
                        font: ("inter" | "system") | null;
                        footer_text: {
                            [key: string]: string;
                        } | null;
                        layout: ("centered" | "split") | null;
                        /** @description the picture above every page, and where it is served */
                        logo: {
                            height: number;
                            media_type: string;
                            url: string;
                            width: number;
                        } | null;
                        /** @description the configuration that declares a setting and in which it is changed, by setting */
                        managed_by: {
                            [key: string]: string;
                        };
                        page_dark: string | null;
                        page_light: string | null;
                        privacy_url: string | null;
                        service_name: string | null;
                        sign_in_text: {
                            [key: string]: string;
                        } | null;
                        support_url: string | null;
                        terms_url: string | null;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replaceLogo: {
        parameters: {
            query?: never;
            header: {
                /** @description the ETag that was read */
                "If-Match": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: base64
                     * @description the file in base64
                     */
                    image: string;
                };
            };
        };
        responses: {
            /** @description Replaces the logo above every page: a PNG, JPEG or WebP picture of at most 128 KB */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accent_dark: string | null;
                        accent_light: string | null;
                        corner: number | null;
                        font: ("inter" | "system") | null;
                        footer_text: {
                            [key: string]: string;
                        } | null;
                        layout: ("centered" | "split") | null;
                        /** @description the picture above every page, and where it is served */
                        logo: {
                            height: number;
                            media_type: string;
                            url: string;
                            width: number;
                        } | null;
                        /** @description the configuration that declares a setting and in which it is changed, by setting */
                        managed_by: {
                            [key: string]: string;
                        };
                        page_dark: string | null;
                        page_light: string | null;
                        privacy_url: string | null;
                        service_name: string | null;
                        sign_in_text: {
                            [key: string]: string;
                        } | null;
                        support_url: string | null;
                        terms_url: string | null;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeLogo: {
        parameters: {
            query?: never;
            header: {
                /** @description the ETag that was read */
                "If-Match": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removes the logo */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accent_dark: string | null;
                        accent_light: string | null;
                        corner: number | null;
                        font: ("inter" | "system") | null;
                        footer_text: {
                            [key: string]: string;
                        } | null;
                        layout: ("centered" | "split") | null;
                        /** @description the picture above every page, and where it is served */
                        logo: {
                            height: number;
                            media_type: string;
                            url: string;
                            width: number;
                        } | null;
                        /** @description the configuration that declares a setting and in which it is changed, by setting */
                        managed_by: {
                            [key: string]: string;
                        };
                        page_dark: string | null;
                        page_light: string | null;
                        privacy_url: string | null;
                        service_name: string | null;
                        sign_in_text: {
                            [key: string]: string;
                        } | null;
                        support_url: string | null;
                        terms_url: string | null;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    previewSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    accent_dark?: string | null;
                    accent_light?: string | null;
                    corner?: number | null;
                    font?: ("inter" | "system") | null;
                    footer_text?: {
                        [key: string]: string | null;
                    } | null;
                    layout?: ("centered" | "split") | null;
                    page_dark?: string | null;
                    page_light?: string | null;
                    privacy_url?: string | null;
                    service_name?: string | null;
                    sign_in_text?: {
                        [key: string]: string | null;
                    } | null;
                    support_url?: string | null;
                    terms_url?: string | null;
                };
            };
        };
        responses: {
            /** @description Makes an address that shows pages as a change of settings would make them, for ten minutes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description the address of the preview, which opens without a sign-in: the sign-in page; with `page`, that of `consent`, `account` or `mail`, and with `scheme`, in `light` or `dark` */
                        url: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readStatistics: {
        parameters: {
            query?: {
                since?: string;
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sign-ins, failures and users by day (UTC), the last 30 days if no others are asked for */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        days: {
                            /** @description users who signed in on this day */
                            active_people: number;
                            /** Format: date */
                            day: string;
                            deleted_people: number;
                            /** @description wrong passwords, passkeys and codes */
                            failed_sign_ins: number;
                            /** @description attempts that a limit refused */
                            limited_sign_ins: number;
                            new_people: number;
                            /** @description by what the user proved */
                            sign_ins: {
                                other: number;
                                passkey: number;
                                password: number;
                                password_and_second_factor: number;
                                /** @description at another provider, with or without a second step here */
                                provider: number;
                            };
                        }[];
                        people: {
                            /** @description when a job counted last; null before its first run */
                            counted_at: string | null;
                            total: number;
                            with_authenticator_app: number;
                            with_passkey: number;
                        };
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTerms: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every version of the terms that users accept, by name, the newest version first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /**
                             * Format: date-time
                             * @description a time in UTC (RFC 3339)
                             */
                            created_at: string;
                            /** Format: uuid */
                            id: string;
                            /** @description what users read, such as "Terms of use" */
                            name: string;
                            /**
                             * Format: date-time
                             * @description a time in UTC (RFC 3339)
                             */
                            required_from: string;
                            /** @description the address of the text by language tag */
                            urls: {
                                [key: string]: string;
                            };
                            /** @description such as 2030-01 */
                            version: string;
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addTerms: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description what users read, such as "Terms of use" */
                    name: string;
                    /**
                     * Format: date-time
                     * @description when it is asked for first; by default now
                     */
                    required_from?: string;
                    /** @description the address of the text by language tag */
                    urls: {
                        [key: string]: string;
                    };
                    /** @description such as 2030-01 */
                    version: string;
                };
            };
        };
        responses: {
            /** @description Adds a version of terms: users are asked for it at their next sign-in, or from a time on */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        /** Format: uuid */
                        id: string;
                        /** @description what users read, such as "Terms of use" */
                        name: string;
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        required_from: string;
                        /** @description the address of the text by language tag */
                        urls: {
                            [key: string]: string;
                        };
                        /** @description such as 2030-01 */
                        version: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTrustedIssuers: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                q?: string;
                with_total?: "yes";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The trusted issuers, by name; there are at most 50 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /**
                             * @description the aud that an assertion must have, and no other: our issuer, or the address of our token endpoint
                             * @enum {string}
                             */
                            audience: "issuer" | "token_endpoint";
                            /** @description for users: the clients that may bring its assertions */
                            clients: string[];
                            /**
                             * Format: date-time
                             * @description a time in UTC (RFC 3339)
                             */
                            created_at: string;
                            enabled: boolean;
                            /** Format: uuid */
                            id: string;
                            /** @description the iss of its assertions, exactly */
                            issuer: string;
                            jwks: {
                                keys: {
                                    [key: string]: unknown;
                                }[];
                            } | null;
                            jwks_uri: string | null;
                            /** @description the configuration file that declares it and in which it is changed; null if there is none */
                            managed_by: string | null;
                            /** @description how many seconds may be between iat and exp */
                            max_lifetime_seconds: number;
                            name: string;
                            /** @description for users: the alias of the provider whose connections say who a sub is */
                            provider: string | null;
                            /** @description the resource servers that it may give tokens for */
                            resources: string[];
                            /** @description the most scopes that it may give */
                            scopes: string[];
                            /** @description the algorithms that it signs with */
                            signing_algs: ("RS256" | "RS384" | "RS512" | "PS256" | "PS384" | "PS512" | "ES256" | "ES384" | "ES512" | "EdDSA" | "Ed25519")[];
                            /**
                             * @description whom its assertions stand for: users (person), or programs (workload)
                             * @enum {string}
                             */
                            subject: "person" | "workload";
                            /** @description for users: whether the organization decides for them, where a client asks for consent */
                            without_consent: boolean;
                            /** @description for programs: the client that each acts as, and the claims that say so */
                            workloads: {
                                claims: {
                                    [key: string]: string;
                                };
                                client: string;
                                scopes?: string[];
                            }[];
                        }[];
                        /** @description absent on the last page */
                        next_cursor?: string;
                        /** @description absent on the first page */
                        previous_cursor?: string;
                        /** @description how many items match the filter; there if with_total is yes */
                        total?: {
                            /** @description up to 10,000 */
                            count: number;
                            /** @description whether there may be more */
                            is_more: boolean;
                        };
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addTrustedIssuer: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description the aud that an assertion must have, and no other: our issuer, or the address of our token endpoint
                     * @default issuer
                     * @enum {string}
                     */
                    audience?: "issuer" | "token_endpoint";
                    /**
                     * @description for users: the clients that may bring its assertions
                     * @default []
                     */
                    clients?: string[];
                    /** @description the iss of its assertions, exactly */
                    issuer: string;
                    /**
                     * @description its keys as a JWK Set, where they cannot be fetched; null if they are fetched
                     * @default null
                     */
                    jwks?: {
                        keys: {
                            [key: string]: unknown;
                        }[];
                    } | null;
                    /**
                     * @description where its keys are fetched; null if they are given
                     * @default null
                     */
                    jwks_uri?: string | null;
                    /**
                     * @description how many seconds may be between iat and exp
                     * @default 600
                     */
                    max_lifetime_seconds?: number;
                    name: string;
                    /**
                     * @description for users: the alias of the provider whose connections say who a sub is
                     * @default null
                     */
                    provider?: string | null;
                    /** @description the resource servers that it may give tokens for */
                    resources: string[];
                    /** @description the most scopes that it may give */
                    scopes: string[];
                    /**
                     * @description the algorithms that it signs with
                     * @default [
                     *       "RS256",
                     *       "ES256"
                     *     ]
                     */
                    signing_algs?: ("RS256" | "RS384" | "RS512" | "PS256" | "PS384" | "PS512" | "ES256" | "ES384" | "ES512" | "EdDSA" | "Ed25519")[];
                    /**
                     * @description whom its assertions stand for: users (person), or programs (workload)
                     * @enum {string}
                     */
                    subject: "person" | "workload";
                    /**
                     * @description for users: whether the organization decides for them, where a client asks for consent
                     * @default false
                     */
                    without_consent?: boolean;
                    /**
                     * @description for programs: the client that each acts as, and the claims that say so
                     * @default []
                     */
                    workloads?: {
                        claims: {
                            [key: string]: string;
                        };
                        client: string;
                        scopes?: string[];
                    }[];
                };
            };
        };
        responses: {
            /** @description Trusts an issuer: its assertions give access; for owners */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description the aud that an assertion must have, and no other: our issuer, or the address of our token endpoint
                         * @enum {string}
                         */
                        audience: "issuer" | "token_endpoint";
                        /** @description for users: the clients that may bring its assertions */
                        clients: string[];
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        enabled: boolean;
                        /** Format: uuid */
                        id: string;
                        /** @description the iss of its assertions, exactly */
                        issuer: string;
                        jwks: {
                            keys: {
                                [key: string]: unknown;
                            }[];
                        } | null;
                        jwks_uri: string | null;
                        /** @description the configuration file that declares it and in which it is changed; null if there is none */
                        managed_by: string | null;
                        /** @description how many seconds may be between iat and exp */
                        max_lifetime_seconds: number;
                        name: string;
                        /** @description for users: the alias of the provider whose connections say who a sub is */
                        provider: string | null;
                        /** @description the resource servers that it may give tokens for */
                        resources: string[];
                        /** @description the most scopes that it may give */
                        scopes: string[];
                        /** @description the algorithms that it signs with */
                        signing_algs: ("RS256" | "RS384" | "RS512" | "PS256" | "PS384" | "PS512" | "ES256" | "ES384" | "ES512" | "EdDSA" | "Ed25519")[];
                        /**
                         * @description whom its assertions stand for: users (person), or programs (workload)
                         * @enum {string}
                         */
                        subject: "person" | "workload";
                        /** @description for users: whether the organization decides for them, where a client asks for consent */
                        without_consent: boolean;
                        /** @description for programs: the client that each acts as, and the claims that say so */
                        workloads: {
                            claims: {
                                [key: string]: string;
                            };
                            client: string;
                            scopes?: string[];
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readTrustedIssuer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One trusted issuer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description the aud that an assertion must have, and no other: our issuer, or the address of our token endpoint
                         * @enum {string}
                         */
                        audience: "issuer" | "token_endpoint";
                        /** @description for users: the clients that may bring its assertions */
                        clients: string[];
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        enabled: boolean;
                        /** Format: uuid */
                        id: string;
                        /** @description the iss of its assertions, exactly */
                        issuer: string;
                        jwks: {
                            keys: {
                                [key: string]: unknown;
                            }[];
                        } | null;
                        jwks_uri: string | null;
                        /** @description the configuration file that declares it and in which it is changed; null if there is none */
                        managed_by: string | null;
                        /** @description how many seconds may be between iat and exp */
                        max_lifetime_seconds: number;
                        name: string;
                        /** @description for users: the alias of the provider whose connections say who a sub is */
                        provider: string | null;
                        /** @description the resource servers that it may give tokens for */
                        resources: string[];
                        /** @description the most scopes that it may give */
                        scopes: string[];
                        /** @description the algorithms that it signs with */
                        signing_algs: ("RS256" | "RS384" | "RS512" | "PS256" | "PS384" | "PS512" | "ES256" | "ES384" | "ES512" | "EdDSA" | "Ed25519")[];
                        /**
                         * @description whom its assertions stand for: users (person), or programs (workload)
                         * @enum {string}
                         */
                        subject: "person" | "workload";
                        /** @description for users: whether the organization decides for them, where a client asks for consent */
                        without_consent: boolean;
                        /** @description for programs: the client that each acts as, and the claims that say so */
                        workloads: {
                            claims: {
                                [key: string]: string;
                            };
                            client: string;
                            scopes?: string[];
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeTrustedIssuer: {
        parameters: {
            query?: never;
            header: {
                /** @description the ETag that was read */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removes a trusted issuer, and ends what its assertions gave; for owners */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeTrustedIssuer: {
        parameters: {
            query?: never;
            header: {
                /** @description the ETag that was read */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description the aud that an assertion must have, and no other: our issuer, or the address of our token endpoint
                     * @enum {string}
                     */
                    audience?: "issuer" | "token_endpoint";
                    /** @description for users: the clients that may bring its assertions */
                    clients?: string[];
                    enabled?: boolean;
                    /** @description its keys as a JWK Set, where they cannot be fetched; null if they are fetched */
                    jwks?: {
                        keys: {
                            [key: string]: unknown;
                        }[];
                    } | null;
                    /** @description where its keys are fetched; null if they are given */
                    jwks_uri?: string | null;
                    /** @description how many seconds may be between iat and exp */
                    max_lifetime_seconds?: number;
                    name?: string;
                    /** @description for users: the alias of the provider whose connections say who a sub is */
                    provider?: string | null;
                    /** @description the resource servers that it may give tokens for */
                    resources?: string[];
                    /** @description the most scopes that it may give */
                    scopes?: string[];
                    /** @description the algorithms that it signs with */
                    signing_algs?: ("RS256" | "RS384" | "RS512" | "PS256" | "PS384" | "PS512" | "ES256" | "ES384" | "ES512" | "EdDSA" | "Ed25519")[];
                    /** @description for users: whether the organization decides for them, where a client asks for consent */
                    without_consent?: boolean;
                    /** @description for programs: the client that each acts as, and the claims that say so */
                    workloads?: {
                        claims: {
                            [key: string]: string;
                        };
                        client: string;
                        scopes?: string[];
                    }[];
                };
            };
        };
        responses: {
            /** @description Changes a trusted issuer, enables or disables it, and ends what its assertions gave; for owners */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description the aud that an assertion must have, and no other: our issuer, or the address of our token endpoint
                         * @enum {string}
                         */
                        audience: "issuer" | "token_endpoint";
                        /** @description for users: the clients that may bring its assertions */
                        clients: string[];
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        enabled: boolean;
                        /** Format: uuid */
                        id: string;
                        /** @description the iss of its assertions, exactly */
                        issuer: string;
                        jwks: {
                            keys: {
                                [key: string]: unknown;
                            }[];
                        } | null;
                        jwks_uri: string | null;
                        /** @description the configuration file that declares it and in which it is changed; null if there is none */
                        managed_by: string | null;
                        /** @description how many seconds may be between iat and exp */
                        max_lifetime_seconds: number;
                        name: string;
                        /** @description for users: the alias of the provider whose connections say who a sub is */
                        provider: string | null;
                        /** @description the resource servers that it may give tokens for */
                        resources: string[];
                        /** @description the most scopes that it may give */
                        scopes: string[];
                        /** @description the algorithms that it signs with */
                        signing_algs: ("RS256" | "RS384" | "RS512" | "PS256" | "PS384" | "PS512" | "ES256" | "ES384" | "ES512" | "EdDSA" | "Ed25519")[];
                        /**
                         * @description whom its assertions stand for: users (person), or programs (workload)
                         * @enum {string}
                         */
                        subject: "person" | "workload";
                        /** @description for users: whether the organization decides for them, where a client asks for consent */
                        without_consent: boolean;
                        /** @description for programs: the client that each acts as, and the claims that say so */
                        workloads: {
                            claims: {
                                [key: string]: string;
                            };
                            client: string;
                            scopes?: string[];
                        }[];
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                q?: string;
                with_total?: "yes";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhooks, by name; there are at most 50 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /**
                             * Format: date-time
                             * @description a time in UTC (RFC 3339)
                             */
                            created_at: string;
                            enabled: boolean;
                            event_types: string[];
                            /** @description why the service disabled it */
                            failure: string | null;
                            /** Format: uuid */
                            id: string;
                            last_success_at: string | null;
                            /** @description the configuration file that declares it and in which it is changed; null if there is none */
                            managed_by: string | null;
                            name: string;
                            /** @description whether events have network addresses, and the details that name users */
                            personal_data: boolean;
                            /** @description the previous key is also used until then */
                            previous_until: string | null;
                            /** @description what receivers of v1a verify with */
                            public_key: string | null;
                            /**
                             * @description HMAC-SHA256 with a secret (v1), or Ed25519 (v1a)
                             * @enum {string}
                             */
                            signature: "v1" | "v1a";
                            /** @description where events are sent; https, at a public address */
                            url: string;
                        }[];
                        /** @description absent on the last page */
                        next_cursor?: string;
                        /** @description absent on the first page */
                        previous_cursor?: string;
                        /** @description how many items match the filter; there if with_total is yes */
                        total?: {
                            /** @description up to 10,000 */
                            count: number;
                            /** @description whether there may be more */
                            is_more: boolean;
                        };
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description the types of events that are sent; every type if there is none
                     * @default []
                     */
                    event_types?: ("sign_in" | "sign_in_failed" | "sign_in_limited" | "client_authentication_limited" | "second_factor_failed" | "recovery_code_used" | "second_factor_added" | "second_factor_removed" | "second_factor_preferred" | "recovery_codes_made" | "remembered_device_removed" | "factors_reset" | "sign_out" | "session_ended" | "logout_not_delivered" | "consent" | "consent_withdrawn" | "consent_reopened" | "device_approved" | "device_denied" | "assertion_accepted" | "person_impersonated" | "user_added" | "user_signed_up" | "import_added" | "import_lines_received" | "import_started" | "import_cancelled" | "people_imported" | "profile_changed" | "username_changed" | "email_changed" | "email_change_undone" | "terms_added" | "invitation_added" | "invitation_changed" | "invitation_sent_again" | "invitation_withdrawn" | "invited_role_withheld" | "user_disabled" | "user_enabled" | "password_changed" | "password_removed" | "deletion_requested" | "deletion_cancelled" | "user_deleted" | "password_reset" | "password_change_required" | "enrolment_link_sent" | "passkey_added" | "passkey_renamed" | "passkey_removed" | "passkey_cloned" | "identity_connected" | "identity_disconnected" | "client_added" | "client_disabled" | "client_enabled" | "client_secret_rotated" | "client_secret_ended" | "client_sign_in_tried" | "client_moved" | "client_registered" | "client_updated" | "claim_mapping_changed" | "client_deleted" | "client_expired" | "client_document_decided" | "resource_server_added" | "resource_server_changed" | "resource_server_disabled" | "resource_server_enabled" | "resource_server_removed" | "role_added" | "role_changed" | "role_removed" | "role_assigned" | "role_revoked" | "group_added" | "group_renamed" | "group_removed" | "group_member_added" | "group_member_removed" | "organization_added" | "organization_changed" | "organization_disabled" | "organization_enabled" | "organization_removed" | "organization_member_added" | "organization_member_removed" | "organization_role_assigned" | "organization_role_revoked" | "organization_domain_added" | "organization_domain_verified" | "organization_domain_removed" | "organization_domain_missing" | "organization_domain_found" | "organization_domain_contested" | "organization_domain_lapsed" | "organization_invitation_added" | "organization_invitation_sent_again" | "organization_invitation_accepted" | "organization_invitation_withdrawn" | "scim_token_added" | "scim_token_revoked" | "activity_read" | "configuration_applied" | "configuration_drifted" | "settings_changed" | "test_mail_sent" | "identity_provider_added" | "identity_provider_changed" | "identity_provider_removed" | "exchange_policy_added" | "exchange_policy_changed" | "exchange_policy_removed" | "hook_added" | "hook_changed" | "hook_tested" | "hook_secret_rotated" | "hook_removed" | "trusted_issuer_added" | "trusted_issuer_changed" | "trusted_issuer_removed" | "webhook_added" | "webhook_changed" | "webhook_secret_rotated" | "webhook_removed" | "webhook_tested" | "webhook_replayed" | "webhook_disabled" | "blocked_address_added" | "blocked_address_changed" | "blocked_address_removed" | "blocked_address_refused" | "initial_access_token_added" | "initial_access_token_revoked" | "signing_key_added" | "signing_key_rotated" | "signing_key_removed" | "deployment_restored" | "keys_resealed" | "code_replayed" | "refresh_token_replayed" | "refresh_token_resumed" | "token_revoked" | "authorizations_revoked")[];
                    name: string;
                    /**
                     * @description whether events have network addresses, and the details that name users
                     * @default false
                     */
                    personal_data?: boolean;
                    /**
                     * @description HMAC-SHA256 with a secret (v1), or Ed25519 (v1a)
                     * @default v1
                     * @enum {string}
                     */
                    signature?: "v1" | "v1a";
                    /**
                     * Format: uri
                     * @description where events are sent; https, at a public address
                     */
                    url: string;
                };
            };
        };
        responses: {
            /** @description Adds an address that is sent events; needs the scope audit:read, too */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        enabled: boolean;
                        event_types: string[];
                        /** @description why the service disabled it */
                        failure: string | null;
                        /** Format: uuid */
                        id: string;
                        last_success_at: string | null;
                        /** @description the configuration file that declares it and in which it is changed; null if there is none */
                        managed_by: string | null;
                        name: string;
                        /** @description whether events have network addresses, and the details that name users */
                        personal_data: boolean;
                        /** @description the previous key is also used until then */
                        previous_until: string | null;
                        /** @description what receivers of v1a verify with */
                        public_key: string | null;
                        /** @description what receivers of v1 verify with; it is shown once */
                        secret?: string;
                        /**
                         * @description HMAC-SHA256 with a secret (v1), or Ed25519 (v1a)
                         * @enum {string}
                         */
                        signature: "v1" | "v1a";
                        /** @description where events are sent; https, at a public address */
                        url: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One webhook */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        enabled: boolean;
                        event_types: string[];
                        /** @description why the service disabled it */
                        failure: string | null;
                        /** Format: uuid */
                        id: string;
                        last_success_at: string | null;
                        /** @description the configuration file that declares it and in which it is changed; null if there is none */
                        managed_by: string | null;
                        name: string;
                        /** @description whether events have network addresses, and the details that name users */
                        personal_data: boolean;
                        /** @description the previous key is also used until then */
                        previous_until: string | null;
                        /** @description what receivers of v1a verify with */
                        public_key: string | null;
                        /**
                         * @description HMAC-SHA256 with a secret (v1), or Ed25519 (v1a)
                         * @enum {string}
                         */
                        signature: "v1" | "v1a";
                        /** @description where events are sent; https, at a public address */
                        url: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removes a webhook, and what was to be delivered to it */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeWebhook: {
        parameters: {
            query?: never;
            header: {
                /** @description the ETag that was read */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    enabled?: boolean;
                    /** @description the types of events that are sent; every type if there is none */
                    event_types?: ("sign_in" | "sign_in_failed" | "sign_in_limited" | "client_authentication_limited" | "second_factor_failed" | "recovery_code_used" | "second_factor_added" | "second_factor_removed" | "second_factor_preferred" | "recovery_codes_made" | "remembered_device_removed" | "factors_reset" | "sign_out" | "session_ended" | "logout_not_delivered" | "consent" | "consent_withdrawn" | "consent_reopened" | "device_approved" | "device_denied" | "assertion_accepted" | "person_impersonated" | "user_added" | "user_signed_up" | "import_added" | "import_lines_received" | "import_started" | "import_cancelled" | "people_imported" | "profile_changed" | "username_changed" | "email_changed" | "email_change_undone" | "terms_added" | "invitation_added" | "invitation_changed" | "invitation_sent_again" | "invitation_withdrawn" | "invited_role_withheld" | "user_disabled" | "user_enabled" | "password_changed" | "password_removed" | "deletion_requested" | "deletion_cancelled" | "user_deleted" | "password_reset" | "password_change_required" | "enrolment_link_sent" | "passkey_added" | "passkey_renamed" | "passkey_removed" | "passkey_cloned" | "identity_connected" | "identity_disconnected" | "client_added" | "client_disabled" | "client_enabled" | "client_secret_rotated" | "client_secret_ended" | "client_sign_in_tried" | "client_moved" | "client_registered" | "client_updated" | "claim_mapping_changed" | "client_deleted" | "client_expired" | "client_document_decided" | "resource_server_added" | "resource_server_changed" | "resource_server_disabled" | "resource_server_enabled" | "resource_server_removed" | "role_added" | "role_changed" | "role_removed" | "role_assigned" | "role_revoked" | "group_added" | "group_renamed" | "group_removed" | "group_member_added" | "group_member_removed" | "organization_added" | "organization_changed" | "organization_disabled" | "organization_enabled" | "organization_removed" | "organization_member_added" | "organization_member_removed" | "organization_role_assigned" | "organization_role_revoked" | "organization_domain_added" | "organization_domain_verified" | "organization_domain_removed" | "organization_domain_missing" | "organization_domain_found" | "organization_domain_contested" | "organization_domain_lapsed" | "organization_invitation_added" | "organization_invitation_sent_again" | "organization_invitation_accepted" | "organization_invitation_withdrawn" | "scim_token_added" | "scim_token_revoked" | "activity_read" | "configuration_applied" | "configuration_drifted" | "settings_changed" | "test_mail_sent" | "identity_provider_added" | "identity_provider_changed" | "identity_provider_removed" | "exchange_policy_added" | "exchange_policy_changed" | "exchange_policy_removed" | "hook_added" | "hook_changed" | "hook_tested" | "hook_secret_rotated" | "hook_removed" | "trusted_issuer_added" | "trusted_issuer_changed" | "trusted_issuer_removed" | "webhook_added" | "webhook_changed" | "webhook_secret_rotated" | "webhook_removed" | "webhook_tested" | "webhook_replayed" | "webhook_disabled" | "blocked_address_added" | "blocked_address_changed" | "blocked_address_removed" | "blocked_address_refused" | "initial_access_token_added" | "initial_access_token_revoked" | "signing_key_added" | "signing_key_rotated" | "signing_key_removed" | "deployment_restored" | "keys_resealed" | "code_replayed" | "refresh_token_replayed" | "refresh_token_resumed" | "token_revoked" | "authorizations_revoked")[];
                    name?: string;
                    /** @description whether events have network addresses, and the details that name users */
                    personal_data?: boolean;
                    /**
                     * Format: uri
                     * @description where events are sent; https, at a public address
                     */
                    url?: string;
                };
            };
        };
        responses: {
            /** @description Changes settings of a webhook, enables or disables it; needs the scope audit:read, too */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        enabled: boolean;
                        event_types: string[];
                        /** @description why the service disabled it */
                        failure: string | null;
                        /** Format: uuid */
                        id: string;
                        last_success_at: string | null;
                        /** @description the configuration file that declares it and in which it is changed; null if there is none */
                        managed_by: string | null;
                        name: string;
                        /** @description whether events have network addresses, and the details that name users */
                        personal_data: boolean;
                        /** @description the previous key is also used until then */
                        previous_until: string | null;
                        /** @description what receivers of v1a verify with */
                        public_key: string | null;
                        /**
                         * @description HMAC-SHA256 with a secret (v1), or Ed25519 (v1a)
                         * @enum {string}
                         */
                        signature: "v1" | "v1a";
                        /** @description where events are sent; https, at a public address */
                        url: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was and is to be delivered to a webhook in the last 30 days, the newest event first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            attempts: number;
                            /**
                             * Format: date-time
                             * @description a time in UTC (RFC 3339)
                             */
                            created_at: string;
                            delivered_at: string | null;
                            event_id: string;
                            failure: string | null;
                            /** @description the kind of that failure */
                            failure_code: ("status" | "no_response" | "not_kept") | null;
                            /**
                             * Format: uuid
                             * @description the webhook-id of every attempt
                             */
                            id: string;
                            /** @description how long the last attempt took: until its answer, or until the service gave it up */
                            last_duration_ms: number | null;
                            last_status: number | null;
                            next_attempt_at: string | null;
                            /** @enum {string} */
                            state: "waiting" | "delivered" | "failed";
                            type: string;
                        }[];
                        /** @description absent on the last page */
                        next_cursor?: string;
                        /** @description absent on the first page */
                        previous_cursor?: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                delivery: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One event for a webhook, and what became of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        attempts: number;
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        delivered_at: string | null;
                        event_id: string;
                        failure: string | null;
                        /** @description the kind of that failure */
                        failure_code: ("status" | "no_response" | "not_kept") | null;
                        /**
                         * Format: uuid
                         * @description the webhook-id of every attempt
                         */
                        id: string;
                        /** @description how long the last attempt took: until its answer, or until the service gave it up */
                        last_duration_ms: number | null;
                        last_status: number | null;
                        next_attempt_at: string | null;
                        /** @enum {string} */
                        state: "waiting" | "delivered" | "failed";
                        type: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replayWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path: {
                delivery: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sends an event to a webhook again, with the same webhook-id */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        attempts: number;
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        delivered_at: string | null;
                        event_id: string;
                        failure: string | null;
                        /** @description the kind of that failure */
                        failure_code: ("status" | "no_response" | "not_kept") | null;
                        /**
                         * Format: uuid
                         * @description the webhook-id of every attempt
                         */
                        id: string;
                        /** @description how long the last attempt took: until its answer, or until the service gave it up */
                        last_duration_ms: number | null;
                        last_status: number | null;
                        next_attempt_at: string | null;
                        /** @enum {string} */
                        state: "waiting" | "delivered" | "failed";
                        type: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description for how many seconds the previous key is also used
                     * @default 86400
                     */
                    overlap?: number;
                };
            };
        };
        responses: {
            /** @description Rotates the key of a webhook; the previous one is also used for some time */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        enabled: boolean;
                        event_types: string[];
                        /** @description why the service disabled it */
                        failure: string | null;
                        /** Format: uuid */
                        id: string;
                        last_success_at: string | null;
                        /** @description the configuration file that declares it and in which it is changed; null if there is none */
                        managed_by: string | null;
                        name: string;
                        /** @description whether events have network addresses, and the details that name users */
                        personal_data: boolean;
                        /** @description the previous key is also used until then */
                        previous_until: string | null;
                        /** @description what receivers of v1a verify with */
                        public_key: string | null;
                        /** @description what receivers of v1 verify with; it is shown once */
                        secret?: string;
                        /**
                         * @description HMAC-SHA256 with a secret (v1), or Ed25519 (v1a)
                         * @enum {string}
                         */
                        signature: "v1" | "v1a";
                        /** @description where events are sent; https, at a public address */
                        url: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes a repeated request safe, for a day */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description of another type than webhook_tested, an example is sent: its detail has test, true
                     * @enum {string}
                     */
                    type?: "sign_in" | "sign_in_failed" | "sign_in_limited" | "client_authentication_limited" | "second_factor_failed" | "recovery_code_used" | "second_factor_added" | "second_factor_removed" | "second_factor_preferred" | "recovery_codes_made" | "remembered_device_removed" | "factors_reset" | "sign_out" | "session_ended" | "logout_not_delivered" | "consent" | "consent_withdrawn" | "consent_reopened" | "device_approved" | "device_denied" | "assertion_accepted" | "person_impersonated" | "user_added" | "user_signed_up" | "import_added" | "import_lines_received" | "import_started" | "import_cancelled" | "people_imported" | "profile_changed" | "username_changed" | "email_changed" | "email_change_undone" | "terms_added" | "invitation_added" | "invitation_changed" | "invitation_sent_again" | "invitation_withdrawn" | "invited_role_withheld" | "user_disabled" | "user_enabled" | "password_changed" | "password_removed" | "deletion_requested" | "deletion_cancelled" | "user_deleted" | "password_reset" | "password_change_required" | "enrolment_link_sent" | "passkey_added" | "passkey_renamed" | "passkey_removed" | "passkey_cloned" | "identity_connected" | "identity_disconnected" | "client_added" | "client_disabled" | "client_enabled" | "client_secret_rotated" | "client_secret_ended" | "client_sign_in_tried" | "client_moved" | "client_registered" | "client_updated" | "claim_mapping_changed" | "client_deleted" | "client_expired" | "client_document_decided" | "resource_server_added" | "resource_server_changed" | "resource_server_disabled" | "resource_server_enabled" | "resource_server_removed" | "role_added" | "role_changed" | "role_removed" | "role_assigned" | "role_revoked" | "group_added" | "group_renamed" | "group_removed" | "group_member_added" | "group_member_removed" | "organization_added" | "organization_changed" | "organization_disabled" | "organization_enabled" | "organization_removed" | "organization_member_added" | "organization_member_removed" | "organization_role_assigned" | "organization_role_revoked" | "organization_domain_added" | "organization_domain_verified" | "organization_domain_removed" | "organization_domain_missing" | "organization_domain_found" | "organization_domain_contested" | "organization_domain_lapsed" | "organization_invitation_added" | "organization_invitation_sent_again" | "organization_invitation_accepted" | "organization_invitation_withdrawn" | "scim_token_added" | "scim_token_revoked" | "activity_read" | "configuration_applied" | "configuration_drifted" | "settings_changed" | "test_mail_sent" | "identity_provider_added" | "identity_provider_changed" | "identity_provider_removed" | "exchange_policy_added" | "exchange_policy_changed" | "exchange_policy_removed" | "hook_added" | "hook_changed" | "hook_tested" | "hook_secret_rotated" | "hook_removed" | "trusted_issuer_added" | "trusted_issuer_changed" | "trusted_issuer_removed" | "webhook_added" | "webhook_changed" | "webhook_secret_rotated" | "webhook_removed" | "webhook_tested" | "webhook_replayed" | "webhook_disabled" | "blocked_address_added" | "blocked_address_changed" | "blocked_address_removed" | "blocked_address_refused" | "initial_access_token_added" | "initial_access_token_revoked" | "signing_key_added" | "signing_key_rotated" | "signing_key_removed" | "deployment_restored" | "keys_resealed" | "code_replayed" | "refresh_token_replayed" | "refresh_token_resumed" | "token_revoked" | "authorizations_revoked";
                };
            };
        };
        responses: {
            /** @description Sends the webhook an event of any type as a test, and answers how it went; needs the scope audit:read, too */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        attempts: number;
                        /**
                         * Format: date-time
                         * @description a time in UTC (RFC 3339)
                         */
                        created_at: string;
                        delivered_at: string | null;
                        event_id: string;
                        failure: string | null;
                        /** @description the kind of that failure */
                        failure_code: ("status" | "no_response" | "not_kept") | null;
                        /**
                         * Format: uuid
                         * @description the webhook-id of every attempt
                         */
                        id: string;
                        /** @description how long the last attempt took: until its answer, or until the service gave it up */
                        last_duration_ms: number | null;
                        last_status: number | null;
                        next_attempt_at: string | null;
                        /** @description the request of the attempt, if this service made it */
                        request?: {
                            body: string;
                            /** @description the headers that were set, with the signature; they contain no secret */
                            headers: {
                                [key: string]: string;
                            };
                            method: string;
                            url: string;
                        };
                        /** @enum {string} */
                        state: "waiting" | "delivered" | "failed";
                        type: string;
                    };
                };
            };
            /** @description a problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}

/** Where each operation is, and whether a person must have signed in strongly and recently. */
export const OPERATIONS: Record<keyof operations, { readonly method: string; readonly path: string; readonly needsStepUp?: true }> = {
  addBlockedAddress: { method: "POST", path: "/blocked-addresses", needsStepUp: true },
  addClient: { method: "POST", path: "/clients" },
  addExchangePolicy: { method: "POST", path: "/exchange-policies", needsStepUp: true },
  addGroup: { method: "POST", path: "/groups", needsStepUp: true },
  addHook: { method: "POST", path: "/hooks", needsStepUp: true },
  addImport: { method: "POST", path: "/imports", needsStepUp: true },
  addInvitation: { method: "POST", path: "/invitations" },
  addMember: { method: "PUT", path: "/groups/{id}/members/{person}", needsStepUp: true },
  addMembers: { method: "POST", path: "/groups/{id}/members/add", needsStepUp: true },
  addOrganization: { method: "POST", path: "/organizations", needsStepUp: true },
  addOrganizationDomain: { method: "POST", path: "/organizations/{organization}/domains", needsStepUp: true },
  addOrganizationGroup: { method: "POST", path: "/organizations/{organization}/groups", needsStepUp: true },
  addOrganizationGroupMember: { method: "PUT", path: "/organizations/{organization}/groups/{group}/members/{person}", needsStepUp: true },
  addOrganizationGroupMembers: { method: "POST", path: "/organizations/{organization}/groups/{group}/members/add", needsStepUp: true },
  addOrganizationInvitation: { method: "POST", path: "/organizations/{organization}/invitations", needsStepUp: true },
  addOrganizationMember: { method: "PUT", path: "/organizations/{organization}/members/{person}", needsStepUp: true },
  addOrganizationMembers: { method: "POST", path: "/organizations/{organization}/members/add", needsStepUp: true },
  addOrganizationScimToken: { method: "POST", path: "/organizations/{organization}/scim-tokens", needsStepUp: true },
  addPerson: { method: "POST", path: "/people" },
  addProvider: { method: "POST", path: "/providers", needsStepUp: true },
  addResourceServer: { method: "POST", path: "/resource-servers", needsStepUp: true },
  addRole: { method: "POST", path: "/roles", needsStepUp: true },
  addTerms: { method: "POST", path: "/terms", needsStepUp: true },
  addTrustedIssuer: { method: "POST", path: "/trusted-issuers", needsStepUp: true },
  addWebhook: { method: "POST", path: "/webhooks", needsStepUp: true },
  applyConfiguration: { method: "POST", path: "/configuration/apply", needsStepUp: true },
  cancelImport: { method: "POST", path: "/imports/{id}/cancel", needsStepUp: true },
  changeBlockedAddress: { method: "PATCH", path: "/blocked-addresses/{id}", needsStepUp: true },
  changeClient: { method: "PATCH", path: "/clients/{id}" },
  changeExchangePolicy: { method: "PATCH", path: "/exchange-policies/{id}", needsStepUp: true },
  changeHook: { method: "PATCH", path: "/hooks/{id}", needsStepUp: true },
  changeOrganization: { method: "PATCH", path: "/organizations/{organization}" },
  changePerson: { method: "PATCH", path: "/people/{id}" },
  changeProvider: { method: "PATCH", path: "/providers/{alias}", needsStepUp: true },
  changeResourceServer: { method: "PATCH", path: "/resource-servers/{resource}", needsStepUp: true },
  changeRole: { method: "PATCH", path: "/roles/{role}", needsStepUp: true },
  changeSettings: { method: "PATCH", path: "/settings", needsStepUp: true },
  changeTrustedIssuer: { method: "PATCH", path: "/trusted-issuers/{id}", needsStepUp: true },
  changeWebhook: { method: "PATCH", path: "/webhooks/{id}", needsStepUp: true },
  deleteClient: { method: "DELETE", path: "/clients/{id}" },
  deletePeople: { method: "POST", path: "/people/delete", needsStepUp: true },
  deletePerson: { method: "DELETE", path: "/people/{id}", needsStepUp: true },
  disableClient: { method: "POST", path: "/clients/{id}/disable" },
  disableClients: { method: "POST", path: "/many-clients/disable" },
  disableOrganization: { method: "POST", path: "/organizations/{organization}/disable", needsStepUp: true },
  disablePeople: { method: "POST", path: "/people/disable" },
  disablePerson: { method: "POST", path: "/people/{id}/disable" },
  enableClient: { method: "POST", path: "/clients/{id}/enable" },
  enableClients: { method: "POST", path: "/many-clients/enable" },
  enableOrganization: { method: "POST", path: "/organizations/{organization}/enable", needsStepUp: true },
  enablePeople: { method: "POST", path: "/people/enable" },
  enablePerson: { method: "POST", path: "/people/{id}/enable" },
  endPreviousClientSecret: { method: "POST", path: "/clients/{id}/end-previous-secret" },
  endSession: { method: "DELETE", path: "/people/{id}/sessions/{session}" },
  endSessions: { method: "POST", path: "/people/{id}/end-sessions" },
  endSessionsAtOnce: { method: "POST", path: "/sessions/end" },
  endSessionsOfPeople: { method: "POST", path: "/people/end-sessions" },
  exportAuditEvents: { method: "GET", path: "/audit/export" },
  exportConfiguration: { method: "GET", path: "/configuration" },
  giveRoleToGroup: { method: "PUT", path: "/groups/{id}/roles/{role}", needsStepUp: true },
  giveRoleToInvitation: { method: "PUT", path: "/invitations/{id}/roles/{role}", needsStepUp: true },
  giveRoleToMember: { method: "PUT", path: "/organizations/{organization}/members/{person}/roles/{role}", needsStepUp: true },
  giveRoleToMembers: { method: "POST", path: "/organizations/{organization}/members/give-role", needsStepUp: true },
  giveRoleToOrganizationGroup: { method: "PUT", path: "/organizations/{organization}/groups/{group}/roles/{role}", needsStepUp: true },
  giveRoleToPeople: { method: "POST", path: "/people/give-role", needsStepUp: true },
  giveRoleToPerson: { method: "PUT", path: "/people/{id}/roles/{role}", needsStepUp: true },
  invitePeople: { method: "POST", path: "/invitations/many", needsStepUp: true },
  invitePeopleIntoOrganization: { method: "POST", path: "/organizations/{organization}/invitations/many", needsStepUp: true },
  listAllSessions: { method: "GET", path: "/sessions" },
  listAuditEvents: { method: "GET", path: "/audit" },
  listBlockedAddresses: { method: "GET", path: "/blocked-addresses" },
  listClients: { method: "GET", path: "/clients" },
  listConnections: { method: "GET", path: "/people/{id}/connections" },
  listConsents: { method: "GET", path: "/people/{id}/consents" },
  listConsentsOfClient: { method: "GET", path: "/clients/{id}/consents" },
  listExchangePolicies: { method: "GET", path: "/exchange-policies" },
  listFactors: { method: "GET", path: "/people/{id}/factors" },
  listGroups: { method: "GET", path: "/groups" },
  listGroupsOfPerson: { method: "GET", path: "/people/{id}/groups" },
  listHooks: { method: "GET", path: "/hooks" },
  listImportRefusals: { method: "GET", path: "/imports/{id}/refusals" },
  listImports: { method: "GET", path: "/imports" },
  listInvitations: { method: "GET", path: "/invitations" },
  listKeys: { method: "GET", path: "/keys" },
  listMails: { method: "GET", path: "/mails" },
  listMembers: { method: "GET", path: "/groups/{id}/members" },
  listOrganizationDomains: { method: "GET", path: "/organizations/{organization}/domains" },
  listOrganizationGroupMembers: { method: "GET", path: "/organizations/{organization}/groups/{group}/members" },
  listOrganizationGroups: { method: "GET", path: "/organizations/{organization}/groups" },
  listOrganizationInvitations: { method: "GET", path: "/organizations/{organization}/invitations" },
  listOrganizationMembers: { method: "GET", path: "/organizations/{organization}/members" },
  listOrganizationRoles: { method: "GET", path: "/organizations/{organization}/roles" },
  listOrganizationScimTokens: { method: "GET", path: "/organizations/{organization}/scim-tokens" },
  listOrganizations: { method: "GET", path: "/organizations" },
  listOrganizationsOfPerson: { method: "GET", path: "/people/{id}/organizations" },
  listPeople: { method: "GET", path: "/people" },
  listProviders: { method: "GET", path: "/providers" },
  listResourceServers: { method: "GET", path: "/resource-servers" },
  listRoles: { method: "GET", path: "/roles" },
  listRolesOfGroup: { method: "GET", path: "/groups/{id}/roles" },
  listRolesOfMember: { method: "GET", path: "/organizations/{organization}/members/{person}/roles" },
  listRolesOfOrganizationGroup: { method: "GET", path: "/organizations/{organization}/groups/{group}/roles" },
  listRolesOfPerson: { method: "GET", path: "/people/{id}/roles" },
  listSessions: { method: "GET", path: "/people/{id}/sessions" },
  listTerms: { method: "GET", path: "/terms" },
  listTrustedIssuers: { method: "GET", path: "/trusted-issuers" },
  listWebhookDeliveries: { method: "GET", path: "/webhooks/{id}/deliveries" },
  listWebhooks: { method: "GET", path: "/webhooks" },
  planConfiguration: { method: "POST", path: "/configuration/plan" },
  previewSettings: { method: "POST", path: "/settings/preview", needsStepUp: true },
  readBlockedAddress: { method: "GET", path: "/blocked-addresses/{id}" },
  readCaller: { method: "GET", path: "/caller" },
  readClaimMapping: { method: "GET", path: "/clients/{id}/claim-mapping" },
  readClient: { method: "GET", path: "/clients/{id}" },
  readClientRefusals: { method: "GET", path: "/clients/{id}/refusals" },
  readClientSecrets: { method: "GET", path: "/clients/{id}/secrets" },
  readExchangePolicy: { method: "GET", path: "/exchange-policies/{id}" },
  readFailingJobs: { method: "GET", path: "/failing-jobs" },
  readGroup: { method: "GET", path: "/groups/{id}" },
  readHook: { method: "GET", path: "/hooks/{id}" },
  readImport: { method: "GET", path: "/imports/{id}" },
  readInvitation: { method: "GET", path: "/invitations/{id}" },
  readOrganization: { method: "GET", path: "/organizations/{organization}" },
  readOrganizationGroup: { method: "GET", path: "/organizations/{organization}/groups/{group}" },
  readOutboxes: { method: "GET", path: "/outboxes" },
  readPerson: { method: "GET", path: "/people/{id}" },
  readProvider: { method: "GET", path: "/providers/{alias}" },
  readResourceServer: { method: "GET", path: "/resource-servers/{resource}" },
  readRole: { method: "GET", path: "/roles/{role}" },
  readSettings: { method: "GET", path: "/settings" },
  readStatistics: { method: "GET", path: "/statistics" },
  readTrustedIssuer: { method: "GET", path: "/trusted-issuers/{id}" },
  readWebhook: { method: "GET", path: "/webhooks/{id}" },
  readWebhookDelivery: { method: "GET", path: "/webhooks/{id}/deliveries/{delivery}" },
  removeAuthenticatorApp: { method: "DELETE", path: "/people/{id}/authenticator-apps/{factor}", needsStepUp: true },
  removeBlockedAddress: { method: "DELETE", path: "/blocked-addresses/{id}", needsStepUp: true },
  removeConnection: { method: "DELETE", path: "/people/{id}/connections/{connection}", needsStepUp: true },
  removeExchangePolicy: { method: "DELETE", path: "/exchange-policies/{id}", needsStepUp: true },
  removeGroup: { method: "DELETE", path: "/groups/{id}", needsStepUp: true },
  removeHook: { method: "DELETE", path: "/hooks/{id}", needsStepUp: true },
  removeLogo: { method: "DELETE", path: "/settings/logo", needsStepUp: true },
  removeMember: { method: "DELETE", path: "/groups/{id}/members/{person}", needsStepUp: true },
  removeOrganization: { method: "DELETE", path: "/organizations/{organization}", needsStepUp: true },
  removeOrganizationDomain: { method: "DELETE", path: "/organizations/{organization}/domains/{domain}", needsStepUp: true },
  removeOrganizationGroup: { method: "DELETE", path: "/organizations/{organization}/groups/{group}", needsStepUp: true },
  removeOrganizationGroupMember: { method: "DELETE", path: "/organizations/{organization}/groups/{group}/members/{person}", needsStepUp: true },
  removeOrganizationMember: { method: "DELETE", path: "/organizations/{organization}/members/{person}", needsStepUp: true },
  removeOrganizationMembers: { method: "POST", path: "/organizations/{organization}/members/remove", needsStepUp: true },
  removePasskey: { method: "DELETE", path: "/people/{id}/passkeys/{factor}", needsStepUp: true },
  removeProvider: { method: "DELETE", path: "/providers/{alias}", needsStepUp: true },
  removeResourceServer: { method: "DELETE", path: "/resource-servers/{resource}", needsStepUp: true },
  removeRole: { method: "DELETE", path: "/roles/{role}", needsStepUp: true },
  removeTrustedIssuer: { method: "DELETE", path: "/trusted-issuers/{id}", needsStepUp: true },
  removeWebhook: { method: "DELETE", path: "/webhooks/{id}", needsStepUp: true },
  renameGroup: { method: "PATCH", path: "/groups/{id}", needsStepUp: true },
  renameOrganizationGroup: { method: "PATCH", path: "/organizations/{organization}/groups/{group}", needsStepUp: true },
  replaceClaimMapping: { method: "PUT", path: "/clients/{id}/claim-mapping", needsStepUp: true },
  replaceLogo: { method: "PUT", path: "/settings/logo", needsStepUp: true },
  replayWebhookDelivery: { method: "POST", path: "/webhooks/{id}/deliveries/{delivery}/replay" },
  resetFactors: { method: "POST", path: "/people/{id}/reset-factors", needsStepUp: true },
  revokeOrganizationScimToken: { method: "DELETE", path: "/organizations/{organization}/scim-tokens/{token}", needsStepUp: true },
  rotateClientSecret: { method: "POST", path: "/clients/{id}/rotate-secret" },
  rotateHookSecret: { method: "POST", path: "/hooks/{id}/rotate-secret", needsStepUp: true },
  rotateKeys: { method: "POST", path: "/keys/rotate", needsStepUp: true },
  rotateWebhookSecret: { method: "POST", path: "/webhooks/{id}/rotate-secret", needsStepUp: true },
  search: { method: "GET", path: "/search" },
  sendImportLines: { method: "POST", path: "/imports/{id}/lines", needsStepUp: true },
  sendInvitationAgain: { method: "POST", path: "/invitations/{id}/send-again", needsStepUp: true },
  sendInvitationsAgain: { method: "POST", path: "/invitations/send-again", needsStepUp: true },
  sendOrganizationInvitationAgain: { method: "POST", path: "/organizations/{organization}/invitations/{invitation}/send-again", needsStepUp: true },
  sendOrganizationInvitationsAgain: { method: "POST", path: "/organizations/{organization}/invitations/send-again", needsStepUp: true },
  sendPasswordReset: { method: "POST", path: "/people/{id}/send-reset" },
  sendTestMail: { method: "POST", path: "/mails/test" },
  startImport: { method: "POST", path: "/imports/{id}/start", needsStepUp: true },
  takeRoleFromGroup: { method: "DELETE", path: "/groups/{id}/roles/{role}", needsStepUp: true },
  takeRoleFromInvitation: { method: "DELETE", path: "/invitations/{id}/roles/{role}", needsStepUp: true },
  takeRoleFromMember: { method: "DELETE", path: "/organizations/{organization}/members/{person}/roles/{role}", needsStepUp: true },
  takeRoleFromMembers: { method: "POST", path: "/organizations/{organization}/members/take-role", needsStepUp: true },
  takeRoleFromOrganizationGroup: { method: "DELETE", path: "/organizations/{organization}/groups/{group}/roles/{role}", needsStepUp: true },
  takeRoleFromPeople: { method: "POST", path: "/people/take-role", needsStepUp: true },
  takeRoleFromPerson: { method: "DELETE", path: "/people/{id}/roles/{role}", needsStepUp: true },
  testHook: { method: "POST", path: "/hooks/{id}/test", needsStepUp: true },
  testProvider: { method: "POST", path: "/providers/{alias}/test" },
  testWebhook: { method: "POST", path: "/webhooks/{id}/test", needsStepUp: true },
  tryClientSignIn: { method: "POST", path: "/clients/{id}/try-sign-in" },
  verifyOrganizationDomain: { method: "POST", path: "/organizations/{organization}/domains/{domain}/verify", needsStepUp: true },
  withdrawConsents: { method: "DELETE", path: "/people/{id}/consents/{client}" },
  withdrawInvitation: { method: "DELETE", path: "/invitations/{id}" },
  withdrawInvitations: { method: "POST", path: "/invitations/withdraw" },
  withdrawOrganizationInvitation: { method: "DELETE", path: "/organizations/{organization}/invitations/{invitation}" },
  withdrawOrganizationInvitations: { method: "POST", path: "/organizations/{organization}/invitations/withdraw" },
};

/** What administrators keep, with the fields of each. */
export const ENTITIES = {
  exchange_policies: {"one":"exchange_policy","many":"exchange_policies","key":"name","listed":["name","client_id","source","target","impersonation","enabled"],"reads":"settings:read","writes":"settings:write","fields":[{"name":"id","as":"read","kind":"text"},{"name":"name","as":"written","kind":"text","most":100,"isRequired":true},{"name":"client_id","as":"fixed","kind":"text","most":2000,"isRequired":true},{"name":"source","as":"fixed","kind":"text","most":2000,"isRequired":true},{"name":"target","as":"fixed","kind":"text","most":2000,"isRequired":true},{"name":"subject_tokens","as":"written","kind":"choices","values":["received","own"],"usual":["received"]},{"name":"scopes","as":"written","kind":"pairs","usual":{}},{"name":"impersonation","as":"written","kind":"switch","usual":false},{"name":"may_act","as":"written","kind":"switch","usual":false},{"name":"max_lifetime_seconds","as":"written","kind":"number","most":5,"usual":300},{"name":"excluded_groups","as":"written","kind":"lines","usual":[]},{"name":"enabled","as":"switch","kind":"switch","isRequired":true},{"name":"managed_by","as":"read","kind":"text"},{"name":"created_at","as":"read","kind":"time"}]},
  hooks: {"one":"hook","many":"hooks","key":"name","listed":["name","kind","url","enabled"],"reads":"settings:read","writes":"settings:write","fields":[{"name":"id","as":"read","kind":"text"},{"name":"name","as":"written","kind":"text","most":100,"isRequired":true},{"name":"kind","as":"fixed","kind":"choice","values":["claims","sign-up","sign-in"],"isRequired":true},{"name":"url","as":"written","kind":"url","most":2000,"isRequired":true},{"name":"timeout_ms","as":"written","kind":"number","most":4,"usual":500},{"name":"on_error","as":"written","kind":"choice","values":["omit","fail","allow","deny"],"isRequired":true},{"name":"claims","as":"written","kind":"lines","usual":[]},{"name":"scopes","as":"written","kind":"lines","usual":[]},{"name":"cache_seconds","as":"written","kind":"number","most":2,"usual":60},{"name":"clients","as":"written","kind":"lines","usual":[]},{"name":"enabled","as":"switch","kind":"switch","isRequired":true},{"name":"previous_until","as":"read","kind":"time","isNullable":true},{"name":"created_at","as":"read","kind":"time"},{"name":"secret","as":"once","kind":"text","isRequired":true}]},
  trusted_issuers: {"one":"trusted_issuer","many":"trusted_issuers","key":"name","listed":["name","issuer","subject","enabled","managed_by"],"reads":"clients:read","writes":"clients:write","fields":[{"name":"id","as":"read","kind":"text"},{"name":"name","as":"written","kind":"text","most":100,"isRequired":true},{"name":"issuer","as":"fixed","kind":"text","most":500,"isRequired":true},{"name":"jwks_uri","as":"written","kind":"url","isNullable":true,"most":2000},{"name":"jwks","as":"written","kind":"json","isNullable":true},{"name":"signing_algs","as":"written","kind":"choices","values":["RS256","RS384","RS512","PS256","PS384","PS512","ES256","ES384","ES512","EdDSA","Ed25519"],"usual":["RS256","ES256"]},{"name":"audience","as":"written","kind":"choice","values":["issuer","token_endpoint"],"usual":"issuer"},{"name":"max_lifetime_seconds","as":"written","kind":"number","most":3,"usual":600},{"name":"subject","as":"fixed","kind":"choice","values":["person","workload"],"isRequired":true},{"name":"provider","as":"written","kind":"text","isNullable":true,"most":100},{"name":"clients","as":"written","kind":"lines","usual":[]},{"name":"without_consent","as":"written","kind":"switch","usual":false},{"name":"workloads","as":"written","kind":"json","usual":[]},{"name":"resources","as":"written","kind":"lines","isRequired":true},{"name":"scopes","as":"written","kind":"lines","isRequired":true},{"name":"enabled","as":"switch","kind":"switch","isRequired":true},{"name":"created_at","as":"read","kind":"time"},{"name":"managed_by","as":"read","kind":"text"}]},
  webhooks: {"one":"webhook","many":"webhooks","key":"name","listed":["name","url","event_types","last_success_at","enabled","managed_by"],"reads":"settings:read","writes":"settings:write","fields":[{"name":"id","as":"read","kind":"text"},{"name":"name","as":"written","kind":"text","most":100,"isRequired":true},{"name":"url","as":"written","kind":"url","most":2000,"isRequired":true},{"name":"event_types","as":"written","kind":"choices","values":["sign_in","sign_in_failed","sign_in_limited","client_authentication_limited","second_factor_failed","recovery_code_used","second_factor_added","second_factor_removed","second_factor_preferred","recovery_codes_made","remembered_device_removed","factors_reset","sign_out","session_ended","logout_not_delivered","consent","consent_withdrawn","consent_reopened","device_approved","device_denied","assertion_accepted","person_impersonated","user_added","user_signed_up","import_added","import_lines_received","import_started","import_cancelled","people_imported","profile_changed","username_changed","email_changed","email_change_undone","terms_added","invitation_added","invitation_changed","invitation_sent_again","invitation_withdrawn","invited_role_withheld","user_disabled","user_enabled","password_changed","password_removed","deletion_requested","deletion_cancelled","user_deleted","password_reset","password_change_required","enrolment_link_sent","passkey_added","passkey_renamed","passkey_removed","passkey_cloned","identity_connected","identity_disconnected","client_added","client_disabled","client_enabled","client_secret_rotated","client_secret_ended","client_sign_in_tried","client_moved","client_registered","client_updated","claim_mapping_changed","client_deleted","client_expired","client_document_decided","resource_server_added","resource_server_changed","resource_server_disabled","resource_server_enabled","resource_server_removed","role_added","role_changed","role_removed","role_assigned","role_revoked","group_added","group_renamed","group_removed","group_member_added","group_member_removed","organization_added","organization_changed","organization_disabled","organization_enabled","organization_removed","organization_member_added","organization_member_removed","organization_role_assigned","organization_role_revoked","organization_domain_added","organization_domain_verified","organization_domain_removed","organization_domain_missing","organization_domain_found","organization_domain_contested","organization_domain_lapsed","organization_invitation_added","organization_invitation_sent_again","organization_invitation_accepted","organization_invitation_withdrawn","scim_token_added","scim_token_revoked","activity_read","configuration_applied","configuration_drifted","settings_changed","test_mail_sent","identity_provider_added","identity_provider_changed","identity_provider_removed","exchange_policy_added","exchange_policy_changed","exchange_policy_removed","hook_added","hook_changed","hook_tested","hook_secret_rotated","hook_removed","trusted_issuer_added","trusted_issuer_changed","trusted_issuer_removed","webhook_added","webhook_changed","webhook_secret_rotated","webhook_removed","webhook_tested","webhook_replayed","webhook_disabled","blocked_address_added","blocked_address_changed","blocked_address_removed","blocked_address_refused","initial_access_token_added","initial_access_token_revoked","signing_key_added","signing_key_rotated","signing_key_removed","deployment_restored","keys_resealed","code_replayed","refresh_token_replayed","refresh_token_resumed","token_revoked","authorizations_revoked"],"usual":[]},{"name":"personal_data","as":"written","kind":"switch","usual":false},{"name":"signature","as":"fixed","kind":"choice","values":["v1","v1a"],"usual":"v1"},{"name":"public_key","as":"read","kind":"text"},{"name":"enabled","as":"switch","kind":"switch","isRequired":true},{"name":"failure","as":"read","kind":"text"},{"name":"last_success_at","as":"read","kind":"time","isNullable":true},{"name":"previous_until","as":"read","kind":"time","isNullable":true},{"name":"created_at","as":"read","kind":"time"},{"name":"managed_by","as":"read","kind":"text"},{"name":"secret","as":"once","kind":"text","isRequired":true}]},
  blocked_addresses: {"one":"blocked_address","many":"blocked_addresses","key":"address","listed":["address","subdomains","reason","expires_at","managed_by"],"reads":"settings:read","writes":"settings:write","fields":[{"name":"id","as":"read","kind":"text"},{"name":"address","as":"fixed","kind":"text","most":300,"isRequired":true},{"name":"subdomains","as":"written","kind":"switch","usual":false},{"name":"reason","as":"written","kind":"text","most":200,"usual":""},{"name":"expires_at","as":"written","kind":"time","isNullable":true},{"name":"created_at","as":"read","kind":"time"},{"name":"managed_by","as":"read","kind":"text"}]},
  roles: {"one":"role","many":"roles","key":"name","listed":["name","resource_name","scopes","in_organizations","managed_by"],"reads":"roles:read","writes":"roles:write","fields":[{"name":"id","as":"read","kind":"text"},{"name":"resource","as":"fixed","kind":"text","most":2000,"isRequired":true},{"name":"resource_name","as":"read","kind":"text"},{"name":"name","as":"fixed","kind":"text","most":100,"isRequired":true},{"name":"scopes","as":"written","kind":"lines","isRequired":true},{"name":"in_organizations","as":"written","kind":"switch","usual":false},{"name":"revoke_on_change","as":"written","kind":"switch","usual":false},{"name":"managed_by","as":"read","kind":"text"}]},
  resource_servers: {"one":"resource_server","many":"resource_servers","key":"name","listed":["name","resource","scopes","enabled","managed_by"],"reads":"settings:read","writes":"settings:write","fields":[{"name":"resource","as":"fixed","kind":"text","most":2000,"isRequired":true},{"name":"name","as":"written","kind":"text","most":100,"isRequired":true},{"name":"scopes","as":"written","kind":"lines"},{"name":"role_scopes","as":"written","kind":"lines"},{"name":"scope_texts","as":"written","kind":"pairs","usual":{}},{"name":"access_token_signing_alg","as":"written","kind":"choice","values":["RS256","ES256","EdDSA"],"usual":"ES256"},{"name":"access_token_ttl_seconds","as":"written","kind":"number","most":4,"usual":300},{"name":"access_token_typ","as":"written","kind":"choice","values":["at+jwt","JWT"],"usual":"at+jwt"},{"name":"dpop_bound_access_tokens_required","as":"written","kind":"switch","usual":false},{"name":"listed","as":"written","kind":"switch","usual":false},{"name":"enabled","as":"switch","kind":"switch","isRequired":true},{"name":"managed_by","as":"read","kind":"text"}]},
} as const;

/** Every type of event of the audit log. */
export const EVENT_TYPES = [
  "sign_in",
  "sign_in_failed",
  "sign_in_limited",
  "client_authentication_limited",
  "second_factor_failed",
  "recovery_code_used",
  "second_factor_added",
  "second_factor_removed",
  "second_factor_preferred",
  "recovery_codes_made",
  "remembered_device_removed",
  "factors_reset",
  "sign_out",
  "session_ended",
  "logout_not_delivered",
  "consent",
  "consent_withdrawn",
  "consent_reopened",
  "device_approved",
  "device_denied",
  "assertion_accepted",
  "person_impersonated",
  "user_added",
  "user_signed_up",
  "import_added",
  "import_lines_received",
  "import_started",
  "import_cancelled",
  "people_imported",
  "profile_changed",
  "username_changed",
  "email_changed",
  "email_change_undone",
  "terms_added",
  "invitation_added",
  "invitation_changed",
  "invitation_sent_again",
  "invitation_withdrawn",
  "invited_role_withheld",
  "user_disabled",
  "user_enabled",
  "password_changed",
  "password_removed",
  "deletion_requested",
  "deletion_cancelled",
  "user_deleted",
  "password_reset",
  "password_change_required",
  "enrolment_link_sent",
  "passkey_added",
  "passkey_renamed",
  "passkey_removed",
  "passkey_cloned",
  "identity_connected",
  "identity_disconnected",
  "client_added",
  "client_disabled",
  "client_enabled",
  "client_secret_rotated",
  "client_secret_ended",
  "client_sign_in_tried",
  "client_moved",
  "client_registered",
  "client_updated",
  "claim_mapping_changed",
  "client_deleted",
  "client_expired",
  "client_document_decided",
  "resource_server_added",
  "resource_server_changed",
  "resource_server_disabled",
  "resource_server_enabled",
  "resource_server_removed",
  "role_added",
  "role_changed",
  "role_removed",
  "role_assigned",
  "role_revoked",
  "group_added",
  "group_renamed",
  "group_removed",
  "group_member_added",
  "group_member_removed",
  "organization_added",
  "organization_changed",
  "organization_disabled",
  "organization_enabled",
  "organization_removed",
  "organization_member_added",
  "organization_member_removed",
  "organization_role_assigned",
  "organization_role_revoked",
  "organization_domain_added",
  "organization_domain_verified",
  "organization_domain_removed",
  "organization_domain_missing",
  "organization_domain_found",
  "organization_domain_contested",
  "organization_domain_lapsed",
  "organization_invitation_added",
  "organization_invitation_sent_again",
  "organization_invitation_accepted",
  "organization_invitation_withdrawn",
  "scim_token_added",
  "scim_token_revoked",
  "activity_read",
  "configuration_applied",
  "configuration_drifted",
  "settings_changed",
  "test_mail_sent",
  "identity_provider_added",
  "identity_provider_changed",
  "identity_provider_removed",
  "exchange_policy_added",
  "exchange_policy_changed",
  "exchange_policy_removed",
  "hook_added",
  "hook_changed",
  "hook_tested",
  "hook_secret_rotated",
  "hook_removed",
  "trusted_issuer_added",
  "trusted_issuer_changed",
  "trusted_issuer_removed",
  "webhook_added",
  "webhook_changed",
  "webhook_secret_rotated",
  "webhook_removed",
  "webhook_tested",
  "webhook_replayed",
  "webhook_disabled",
  "blocked_address_added",
  "blocked_address_changed",
  "blocked_address_removed",
  "blocked_address_refused",
  "initial_access_token_added",
  "initial_access_token_revoked",
  "signing_key_added",
  "signing_key_rotated",
  "signing_key_removed",
  "deployment_restored",
  "keys_resealed",
  "code_replayed",
  "refresh_token_replayed",
  "refresh_token_resumed",
  "token_revoked",
  "authorizations_revoked",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];
