// Written by `npm run client:types` from the OpenAPI document of the service. Do not edit.
export interface paths {
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Health: whether the process does its work, also while it drains */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Readiness: whether requests should be sent to this process */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Version */
        get: operations["getVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the models that requests may name */
        get: operations["listModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the models that requests may name */
        get: operations["listApiModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/run/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Run a task */
        post: operations["runTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/run/tasks/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in on a site */
        post: operations["runLoginTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/run/tasks/download_files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Download files */
        post: operations["runDownloadTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/run/workflows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Run a stored workflow */
        post: operations["runWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/run/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a stored workflow (alias)
         * Alias of `/v1/run/workflows`, where an agent is a workflow.
         */
        post: operations["runAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List runs, the newest first */
        get: operations["listRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/runs/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a run */
        get: operations["getRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/runs/{run_id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Timeline of a run; `x-last-event-id` is the event that it has reached */
        get: operations["getRunTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/runs/{run_id}/artifacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Artifacts of a run */
        get: operations["listRunArtifacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/runs/{run_id}/steps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Steps of the agents of a run, with their artifacts, oldest first */
        get: operations["listRunSteps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/runs/{run_id}/model_calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Model calls of a run, with tokens and cost, oldest first */
        get: operations["listRunModelCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/runs/{run_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel a run */
        post: operations["cancelRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/runs/{run_id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answer a run that waits for a person */
        post: operations["resumeRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/runs/{run_id}/retry_webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send the webhook of a run once more */
        post: operations["retryRunWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/runs/{run_id}/webhook_deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Deliveries of the webhook of a run */
        get: operations["listRunWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/runs/{run_id}/webhook_deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A delivery of the webhook of a run, with the body that was sent */
        get: operations["getRunWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/runs/{run_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Events of a run as they happen */
        get: operations["streamRunEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the latest version of every workflow */
        get: operations["listWorkflows"];
        put?: never;
        /** Create a workflow */
        post: operations["createWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the latest version of every workflow (alias)
         * Alias of `/v1/workflows`, where an agent is a workflow.
         */
        get: operations["listAgents"];
        put?: never;
        /**
         * Create a workflow (alias)
         * Alias of `/v1/workflows`, where an agent is a workflow.
         */
        post: operations["createAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflows/{workflow_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a workflow: its latest version, or the one that is asked for */
        get: operations["getWorkflow"];
        put?: never;
        /** Update a workflow: a new version */
        post: operations["updateWorkflow"];
        /** Delete a workflow with all its versions; open runs go on */
        delete: operations["deleteWorkflow"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{workflow_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a workflow: its latest version, or the one that is asked for (alias)
         * Alias of `/v1/workflows/:workflow_id`, where an agent is a workflow.
         */
        get: operations["getAgent"];
        put?: never;
        /**
         * Update a workflow: a new version (alias)
         * Alias of `/v1/workflows/:workflow_id`, where an agent is a workflow.
         */
        post: operations["updateAgent"];
        /**
         * Delete a workflow with all its versions; open runs go on (alias)
         * Alias of `/v1/workflows/:workflow_id`, where an agent is a workflow.
         */
        delete: operations["deleteAgent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflows/{workflow_id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the versions of a workflow, the highest first */
        get: operations["listWorkflowVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{workflow_id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a workflow, the highest first (alias)
         * Alias of `/v1/workflows/:workflow_id/versions`, where an agent is a workflow.
         */
        get: operations["listAgentVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflows/{workflow_id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the runs of a workflow, the newest first */
        get: operations["listWorkflowRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{workflow_id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the runs of a workflow, the newest first (alias)
         * Alias of `/v1/workflows/:workflow_id/runs`, where an agent is a workflow.
         */
        get: operations["listAgentRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflows/{workflow_id}/folder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Put a workflow into a folder, or into none */
        put: operations["moveWorkflow"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{workflow_id}/folder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Put a workflow into a folder, or into none (alias)
         * Alias of `/v1/workflows/:workflow_id/folder`, where an agent is a workflow.
         */
        put: operations["moveAgent"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflows/{workflow_id}/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete a workflow with all its versions; open runs go on */
        post: operations["deleteWorkflowByPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{workflow_id}/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete a workflow with all its versions; open runs go on (alias)
         * Alias of `/v1/workflows/:workflow_id/delete`, where an agent is a workflow.
         */
        post: operations["deleteAgentByPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflows/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check a definition; nothing is stored */
        post: operations["validateWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a definition; nothing is stored (alias)
         * Alias of `/v1/workflows/validate`, where an agent is a workflow.
         */
        post: operations["validateAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflows/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Import a workflow; it is checked in the background */
        post: operations["importWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a workflow; it is checked in the background (alias)
         * Alias of `/v1/workflows/import`, where an agent is a workflow.
         */
        post: operations["importAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/block_types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the block types of this service with their JSON Schemas */
        get: operations["listBlockTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow_schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the JSON Schema of a workflow file, for editors */
        get: operations["getWorkflowSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/folders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List folders, the newest first */
        get: operations["listFolders"];
        put?: never;
        /** Create a folder */
        post: operations["createFolder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/folders/{folder_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a folder */
        get: operations["getFolder"];
        /** Change the title or the description of a folder */
        put: operations["updateFolder"];
        post?: never;
        /** Delete a folder */
        delete: operations["deleteFolder"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List credentials, newest first */
        get: operations["listCredentials"];
        put?: never;
        /** Create a credential */
        post: operations["createCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credentials/{credential_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a credential */
        get: operations["getCredential"];
        put?: never;
        post?: never;
        /** Erase a credential; its id stays dead */
        delete: operations["deleteCredential"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credentials/{credential_id}/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace a credential whole, under the same id */
        post: operations["updateCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credentials/{credential_id}/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Erase a credential; its id stays dead */
        post: operations["deleteCredentialByPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credentials/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List pushed one-time codes, newest first, without the codes */
        get: operations["listPushedCodes"];
        put?: never;
        /** Push a one-time code for runs that wait for it */
        post: operations["pushCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api_keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the API keys, revoked ones too, oldest first */
        get: operations["listApiKeys"];
        put?: never;
        /** Create an API key; its text is shown this once */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api_keys/{api_key_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace an API key by a new one with the same name and scopes; its text is shown this once */
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api_keys/{api_key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an API key, but not the last one */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflows/{workflow_id}/schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the schedules of a workflow, the newest first */
        get: operations["listWorkflowSchedules"];
        put?: never;
        /** Create a schedule */
        post: operations["createWorkflowSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{workflow_id}/schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the schedules of a workflow, the newest first (alias)
         * Alias of `/v1/workflows/:workflow_id/schedules`, where an agent is a workflow.
         */
        get: operations["listAgentSchedules"];
        put?: never;
        /**
         * Create a schedule (alias)
         * Alias of `/v1/workflows/:workflow_id/schedules`, where an agent is a workflow.
         */
        post: operations["createAgentSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the schedules of all workflows, the newest first */
        get: operations["listSchedules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/schedule_times": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the next times at which a schedule would start runs */
        get: operations["listScheduleTimes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/schedules/{schedule_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a schedule */
        get: operations["getSchedule"];
        put?: never;
        post?: never;
        /** Delete a schedule */
        delete: operations["deleteSchedule"];
        options?: never;
        head?: never;
        /** Change the members of a schedule that are given */
        patch: operations["updateSchedule"];
        trace?: never;
    };
    "/v1/organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the organization of the caller */
        get: operations["getOwnOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/billing/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Credits of the current period */
        get: operations["getBillingState"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/billing/charges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what was charged, the newest first */
        get: operations["listCharges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tokens and cost of models by day and by workflow */
        get: operations["getSpending"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/scripts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List scripts by their latest version, the newest first */
        get: operations["listScripts"];
        put?: never;
        /** Create a script */
        post: operations["createScript"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/scripts/{script_id}/deploy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deploy the next version of a script */
        post: operations["deployScript"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/scripts/{script_id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the versions of a script with what has made each, the highest first */
        get: operations["listScriptVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/scripts/{script_id}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the files of the latest version of a script, or of another */
        get: operations["getScriptFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/scripts/{script_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the latest version of a script, or another */
        get: operations["getScript"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/browser_sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the browser sessions that have not ended, newest first */
        get: operations["listBrowserSessions"];
        put?: never;
        /** Create a browser session; does not wait for its browser */
        post: operations["createBrowserSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/browser_sessions/{browser_session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a browser session, also one that has ended */
        get: operations["getBrowserSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/browser_sessions/{browser_session_id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Close a browser session; a run that uses it fails */
        post: operations["closeBrowserSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/browser_profiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List browser profiles, newest first */
        get: operations["listBrowserProfiles"];
        put?: never;
        /** Create a browser profile: empty, or from a session or run that has ended */
        post: operations["createBrowserProfile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/browser_profiles/{browser_profile_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a browser profile */
        get: operations["getBrowserProfile"];
        put?: never;
        post?: never;
        /** Delete a browser profile; runs that loaded it go on */
        delete: operations["deleteBrowserProfile"];
        options?: never;
        head?: never;
        /** Change the name or the description of a browser profile */
        patch: operations["updateBrowserProfile"];
        trace?: never;
    };
    "/v1/runs/{run_id}/live_token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a token that opens the live view of this run for 60 s */
        post: operations["createRunLiveToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/runs/{run_id}/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Watch the browser of a run and take control of it: a WebSocket */
        get: operations["watchRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/browser_sessions/{browser_session_id}/live_token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a token that opens the live view of this browser session for 60 s */
        post: operations["createLiveToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/browser_sessions/{browser_session_id}/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Watch the browser of a browser session and take control of it: a WebSocket */
        get: operations["watchBrowserSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/browser_sessions/{browser_session_id}/debug": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Drive a browser session: a WebSocket of the Chrome DevTools Protocol */
        get: operations["debugBrowserSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/browser_sessions/{browser_session_id}/debug/json/version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the WebSocket of a debug address, for clients that ask here first */
        get: operations["getDebugVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/artifacts/{artifact_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an artifact */
        get: operations["getArtifact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/artifacts/{artifact_id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Bytes of an artifact, by key or by signed link */
        get: operations["getArtifactContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        /** Bytes of an artifact, by key or by signed link */
        head: operations["headArtifactContent"];
        patch?: never;
        trace?: never;
    };
    "/v1/runs/{run_id}/cassette": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Recording of a run, for a replay
         * A ZIP file for `runwright replay`, of a run that was started with `record_for_replay` and has ended. It holds the model calls and what web sites answered, without secrets. 404: the run was not recorded, or a part of its recording is lost. 409: it still runs, or its recording is being stored.
         */
        get: operations["getRunCassette"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{file_id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Bytes of a file, by key or by signed link */
        get: operations["getFileContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        /** Bytes of a file, by key or by signed link */
        head: operations["headFileContent"];
        patch?: never;
        trace?: never;
    };
    "/v1/upload_file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Upload a file that runs can use */
        post: operations["uploadFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{file_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a file */
        delete: operations["deleteFile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the organizations, newest first */
        get: operations["listOrganizations"];
        put?: never;
        /** Create an organization; create its first API key next */
        post: operations["createOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{organization_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an organization */
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        /** Delete an organization: cancel its runs, erase its credentials, refuse its keys */
        delete: operations["deleteOrganization"];
        options?: never;
        head?: never;
        /** Rename an organization, or set how long its runs are kept */
        patch: operations["updateOrganization"];
        trace?: never;
    };
    "/v1/organizations/{organization_id}/api_keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the API keys, revoked ones too, oldest first */
        get: operations["listOrganizationApiKeys"];
        put?: never;
        /** Create an API key; its text is shown this once */
        post: operations["createOrganizationApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{organization_id}/api_keys/{api_key_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace an API key by a new one with the same name and scopes; its text is shown this once */
        post: operations["rotateOrganizationApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{organization_id}/api_keys/{api_key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an API key, but not the last one */
        delete: operations["revokeOrganizationApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    runFinished: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A run has reached a final status
         * Sent once. A response other than 2xx within 10 seconds makes the run `failed`.
         */
        post: operations["runFinished"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** ApiKey */
        ApiKey: {
            api_key_id: string;
            name: string;
            /** The first 8 characters. */
            prefix: string;
            /** What the key may do. */
            scopes: ("read" | "run" | "admin")[];
            /** Format: date-time */
            created_at: string;
            expires_at: string | null;
            /** To about a minute. */
            last_used_at: string | null;
            revoked_at: string | null;
        };
        /** Artifact */
        Artifact: {
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string;
            artifact_id: string;
            /** @enum {unknown} */
            artifact_type: "recording" | "browser_console_log" | "service_log" | "service_log_raw" | "screenshot" | "screenshot_llm" | "screenshot_action" | "screenshot_final" | "llm_prompt" | "llm_request" | "llm_response" | "llm_response_parsed" | "llm_response_rendered" | "visible_elements_id_css_map" | "visible_elements_id_frame_map" | "visible_elements_tree" | "visible_elements_tree_trimmed" | "visible_elements_tree_in_prompt" | "hashed_href_map" | "visible_elements_id_xpath_map" | "html" | "html_scrape" | "html_action" | "trace" | "har" | "script_file" | "pdf" | "cassette_run" | "cassette_call" | "cassette_network";
            uri: string;
            organization_id: string;
            task_id: string | null;
            step_id: string | null;
            action_id: string | null;
            workflow_run_id: string | null;
            workflow_run_block_id: string | null;
            run_id: string | null;
            observer_cruise_id: string | null;
            observer_thought_id: string | null;
            ai_suggestion_id: string | null;
            signed_url: string | null;
        };
        /** BillingState */
        BillingState: {
            billing_id: string;
            organization_id: string;
            /** @enum {unknown} */
            plan_tier: "free" | "hobby" | "pro";
            /** Format: date-time */
            current_period_start: string;
            /**
             * Format: date-time
             * Exclusive.
             */
            current_period_end: string;
            included_credits_this_period: number;
            /** One for each step of the agent. */
            credits_consumed_this_period: number;
            /** Page actions of scripts; they cost nothing. */
            cached_credits_consumed_this_period: number;
            /** Runs go on when no credits remain. */
            overage_enabled: boolean;
            /** Whether the service refuses runs when no credits remain and overage is not enabled; false: it only counts. */
            credits_enforced: boolean;
            browser_uptime_seconds_consumed: number;
            topup_credits_total: number;
            topup_credits_used: number;
            topup_credits_remaining: number;
            /** Included ones and top-ups together. */
            credits_remaining: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string;
        };
        /** Block */
        Block: components["schemas"]["CodeBlock"] | components["schemas"]["ConditionalBlock"] | components["schemas"]["ForLoopBlock"] | components["schemas"]["HttpRequestBlock"] | components["schemas"]["HumanInteractionBlock"] | components["schemas"]["TextPromptBlock"] | components["schemas"]["WaitBlock"] | components["schemas"]["WhileLoopBlock"] | components["schemas"]["WorkflowTriggerBlock"];
        /** BlockType */
        BlockType: {
            block_type: string;
            /** JSON Schema of a block of this type, as a definition writes it. */
            schema: {
                [key: string]: unknown;
            };
            /** JSON Schema of its output. */
            output_schema: {
                [key: string]: unknown;
            };
        };
        /** BranchCondition */
        BranchCondition: {
            id: string | null;
            criteria: {
                expression: string;
                criteria_type: string;
                description: string | null;
            } | null;
            next_block_label: string | null;
            description: string | null;
            is_default: boolean;
        } & {
            [key: string]: unknown;
        };
        /** BrowserProfile */
        BrowserProfile: {
            browser_profile_id: string;
            organization_id: string;
            name: string;
            description: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string;
            deleted_at: string | null;
        };
        /** BrowserSession */
        BrowserSession: {
            browser_session_id: string;
            organization_id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string;
            /** @enum {unknown} */
            status: "created" | "running" | "completed" | "timeout" | "failed";
            runnable_type: string | null;
            runnable_id: string | null;
            timeout: number | null;
            browser_address: string | null;
            app_url: string | null;
            extensions: ("ad-blocker" | "captcha-solver")[] | null;
            browser_type: string | null;
            browser_profile_id: string | null;
            vnc_streaming_supported: boolean;
            download_path: string | null;
            downloaded_files: components["schemas"]["FileInfo"][] | null;
            recordings: components["schemas"]["FileInfo"][] | null;
            /** What the host lacks, such as an extension. */
            notices: string[];
            failure_reason: string | null;
            started_at: string | null;
            completed_at: string | null;
            deleted_at: string | null;
        };
        /** Charge */
        Charge: {
            /** Unique within the organization. */
            charge_key: string;
            /** @enum {unknown} */
            type: "step" | "script_action" | "browser_uptime" | "topup";
            /** Credits of a step or top-up, actions of a script, milliseconds of a browser. */
            amount: number;
            run_id: string | null;
            organization_id: string;
            /** Format: date-time */
            created_at: string;
        };
        /**
         * CodeBlock
         * Executes JavaScript or TypeScript in a sandbox, with the page, `fetch`, `sleep`, `fail` and `terminate`. Limited to 300 seconds unless `timeout_seconds` is set.
         */
        CodeBlock: {
            /** @enum {string} */
            block_type: "code";
            /** Unique in the whole definition. */
            label: string;
            next_block_label?: string | null;
            /**
             * After a failure the run continues with the next block.
             * @default false
             */
            continue_on_failure?: boolean;
            /**
             * In a loop body: after a failure the next iteration starts.
             * @default false
             */
            next_loop_on_failure?: boolean;
            model?: ({
                model_name?: string;
            } & {
                [key: string]: unknown;
            }) | null;
            /**
             * Model calls of the block do not include the workflow-wide prompt.
             * @default false
             */
            ignore_workflow_system_prompt?: boolean;
            /**
             * No script is used or learned for the block.
             * @default false
             */
            disable_cache?: boolean;
            timeout_seconds?: number | null;
            retry?: components["schemas"]["RetryPolicy"] | null;
            on_failure_next_label?: string | null;
            on_worker_lost?: ("repeat" | "fail") | null;
            /** Body of an async function. Not a template: values are constants. */
            code: string;
            /**
             * @default javascript
             * @enum {unknown}
             */
            language?: "javascript" | "typescript";
            /**
             * Parameters that the program sees.
             * @default []
             */
            parameter_keys?: string[];
            error_code_mapping?: {
                [key: string]: string;
            } | null;
            prompt?: string | null;
            /** Shown only. */
            steps?: unknown;
        };
        /**
         * ConditionalBlock
         * Selects the next block: that of the first branch whose condition is true, or of the default branch.
         */
        ConditionalBlock: {
            /** @enum {string} */
            block_type: "conditional";
            /** Unique in the whole definition. */
            label: string;
            next_block_label?: string | null;
            /**
             * After a failure the run continues with the next block.
             * @default false
             */
            continue_on_failure?: boolean;
            /**
             * In a loop body: after a failure the next iteration starts.
             * @default false
             */
            next_loop_on_failure?: boolean;
            model?: ({
                model_name?: string;
            } & {
                [key: string]: unknown;
            }) | null;
            /**
             * Model calls of the block do not include the workflow-wide prompt.
             * @default false
             */
            ignore_workflow_system_prompt?: boolean;
            /**
             * No script is used or learned for the block.
             * @default false
             */
            disable_cache?: boolean;
            timeout_seconds?: number | null;
            retry?: components["schemas"]["RetryPolicy"] | null;
            on_failure_next_label?: string | null;
            on_worker_lost?: ("repeat" | "fail") | null;
            branch_conditions: {
                id?: string | null;
                criteria?: {
                    criteria_type?: ("jinja2_template" | "prompt") | null;
                    /** A template, or a condition in words. */
                    expression: string;
                    description?: string | null;
                } | null;
                next_block_label?: string | null;
                description?: string | null;
                /** @default false */
                is_default?: boolean;
            }[];
        };
        /** CreateAgentScheduleRequest */
        CreateAgentScheduleRequest: {
            /** Five fields: minute, hour, day of the month, month, day of the week. */
            cron: string;
            timezone?: string | null;
            name?: string | null;
            parameters?: {
                [key: string]: unknown;
            } | null;
            run_options?: components["schemas"]["RunOptions"] | null;
            enabled?: boolean | null;
            starting_deadline_seconds?: number | null;
        };
        /** CreateApiKeyRequest */
        CreateApiKeyRequest: {
            /** What the key is for. */
            name: string;
            scopes?: ("read" | "run" | "admin")[] | null;
            expires_at?: string | null;
        };
        /** CreateBrowserProfileRequest */
        CreateBrowserProfileRequest: {
            /** Unique in the organization. */
            name: string;
            description?: string | null;
            browser_session_id?: string | null;
            workflow_run_id?: string | null;
        };
        /** CreateBrowserSessionRequest */
        CreateBrowserSessionRequest: {
            timeout?: number | null;
            proxy_location?: components["schemas"]["ProxyLocation"] | null;
            extensions?: ("ad-blocker" | "captcha-solver")[] | null;
            browser_type?: ("browser_a" | "browser_b") | null;
            browser_profile_id?: string | null;
            expose_address?: boolean | null;
        };
        /** CreateFolderRequest */
        CreateFolderRequest: {
            /** Not blank; unique in the organization. */
            title: string;
            description?: string | null;
        };
        /** CreateLiveTokenRequest */
        CreateLiveTokenRequest: {
            /** The token may also be used to take control of the browser; the key needs the scope `run`. Default false. */
            control?: boolean;
        };
        /** CreateOrganizationApiKeyRequest */
        CreateOrganizationApiKeyRequest: {
            /** What the key is for. */
            name: string;
            scopes?: ("read" | "run" | "admin")[] | null;
            expires_at?: string | null;
        };
        /** CreateOrganizationRequest */
        CreateOrganizationRequest: {
            name: string;
        };
        /** CreateRunLiveTokenRequest */
        CreateRunLiveTokenRequest: {
            /** The token may also be used to take control of the browser; the key needs the scope `run`. Default false. */
            control?: boolean;
        };
        /** CreateScriptRequest */
        CreateScriptRequest: {
            workflow_id?: string | null;
            run_id?: string | null;
            files?: {
                /** Relative; `blocks/<label>.js` or `.ts` is the program of a block, `main.js` or `.ts` the entry. */
                path: string;
                /** Bytes, or text in UTF-8, in the encoding. */
                content: string;
                /**
                 * @default base64
                 * @enum {unknown}
                 */
                encoding?: "base64" | "utf-8";
                /** Default: told from the path. */
                mime_type?: string | null;
            }[] | null;
        };
        /** CreateWorkflowScheduleRequest */
        CreateWorkflowScheduleRequest: {
            /** Five fields: minute, hour, day of the month, month, day of the week. */
            cron: string;
            timezone?: string | null;
            name?: string | null;
            parameters?: {
                [key: string]: unknown;
            } | null;
            run_options?: components["schemas"]["RunOptions"] | null;
            enabled?: boolean | null;
            starting_deadline_seconds?: number | null;
        };
        /** Credential */
        Credential: {
            credential_id: string;
            credential: {
                username: string;
                /** @enum {unknown} */
                totp_type: "authenticator" | "email" | "text" | "none";
                totp_identifier: string | null;
            } | {
                last_four: string;
                brand: string;
            } | {
                secret_label: string | null;
            };
            /** @enum {unknown} */
            credential_type: "password" | "credit_card" | "secret";
            name: string;
            allowed_hosts?: string[];
        };
        /** CredentialInput */
        CredentialInput: {
            name: string;
            /** Hosts at which a browser may type it: `example.com` with its subdomains, `http://example.com` for plain http, `*` for every host over https. Default: the sites that the workflow and its caller name. */
            allowed_hosts?: string[];
            /** @enum {string} */
            credential_type: "password";
            credential: {
                /** The user name. */
                username: string;
                /** Never returned. */
                password: string;
                /** Secret for one-time codes: base32, or an `otpauth://totp/` address. Never returned. */
                totp?: string;
                /** @enum {unknown} */
                totp_type?: "authenticator" | "email" | "text" | "none";
                /** Mail address or telephone number that codes are sent to. */
                totp_identifier?: string;
            };
        } | {
            name: string;
            /** Hosts at which a browser may type it: `example.com` with its subdomains, `http://example.com` for plain http, `*` for every host over https. Default: the sites that the workflow and its caller name. */
            allowed_hosts?: string[];
            /** @enum {string} */
            credential_type: "credit_card";
            credential: {
                /** 12 to 19 digits with the right check digit; blanks and dashes between them are allowed. */
                card_number: string;
                /** The security code. */
                card_cvv: string;
                /** Month of expiry, 1 to 12. */
                card_exp_month: string;
                /** Year of expiry. */
                card_exp_year: string;
                /** The brand; no secret. */
                card_brand: string;
                /** Name on the card. */
                card_holder_name: string;
            };
        } | {
            name: string;
            /** Hosts at which a browser may type it: `example.com` with its subdomains, `http://example.com` for plain http, `*` for every host over https. Default: the sites that the workflow and its caller name. */
            allowed_hosts?: string[];
            /** @enum {string} */
            credential_type: "secret";
            credential: {
                /** Never returned. */
                secret_value: string;
                /** What it is, in words. */
                secret_label?: string;
            };
        };
        /** DaySpending */
        DaySpending: {
            /**
             * Format: date
             * In UTC.
             */
            day: string;
            run_count: number;
            /** Of prompts and answers together. */
            tokens: number;
            /** US dollars of the runs whose cost is known. */
            cost: number;
            /** Runs that called a model whose price is not known. */
            unpriced_run_count: number;
        };
        /** DefinitionProblem */
        DefinitionProblem: {
            loc: string[];
            msg: string;
            type: string;
            /** In the text, from 1; that of what is around a missing member; null for `json_definition`. */
            line: number | null;
            column: number | null;
            /** Of the innermost block around it; null for `json_definition`. */
            block_label: string | null;
        };
        /** DeployScriptRequest */
        DeployScriptRequest: {
            files: {
                /** Relative; `blocks/<label>.js` or `.ts` is the program of a block, `main.js` or `.ts` the entry. */
                path: string;
                /** Bytes, or text in UTF-8, in the encoding. */
                content: string;
                /**
                 * @default base64
                 * @enum {unknown}
                 */
                encoding?: "base64" | "utf-8";
                /** Default: told from the path. */
                mime_type?: string | null;
            }[];
        };
        /** Error */
        Error: {
            detail: string;
        };
        /** FileInfo */
        FileInfo: {
            url: string;
            checksum: string;
            filename: string;
            /** Format: date-time */
            modified_at: string;
        };
        /** Folder */
        Folder: {
            folder_id: string;
            organization_id: string;
            title: string;
            description: string | null;
            /** Workflows whose latest version is in it. */
            workflow_count: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string;
        };
        /**
         * ForLoopBlock
         * Executes its blocks once for each item of a list.
         */
        ForLoopBlock: {
            /** @enum {string} */
            block_type: "for_loop";
            /** Unique in the whole definition. */
            label: string;
            next_block_label?: string | null;
            /**
             * After a failure the run continues with the next block.
             * @default false
             */
            continue_on_failure?: boolean;
            /**
             * In a loop body: after a failure the next iteration starts.
             * @default false
             */
            next_loop_on_failure?: boolean;
            model?: ({
                model_name?: string;
            } & {
                [key: string]: unknown;
            }) | null;
            /**
             * Model calls of the block do not include the workflow-wide prompt.
             * @default false
             */
            ignore_workflow_system_prompt?: boolean;
            /**
             * No script is used or learned for the block.
             * @default false
             */
            disable_cache?: boolean;
            timeout_seconds?: number | null;
            retry?: components["schemas"]["RetryPolicy"] | null;
            on_failure_next_label?: string | null;
            on_worker_lost?: ("repeat" | "fail") | null;
            /** The blocks that each iteration executes. */
            loop_blocks: {
                [key: string]: unknown;
            }[];
            loop_over_parameter_key?: string | null;
            loop_variable_reference?: string | null;
            /**
             * Without items the loop is completed instead of terminated.
             * @default false
             */
            complete_if_empty?: boolean;
            data_schema?: {
                [key: string]: unknown;
            } | unknown[] | string | null;
            /**
             * Number of concurrent iterations; 1 is sequential.
             * @default 1
             */
            concurrency?: number;
        };
        /** GeoTarget */
        GeoTarget: {
            country: string;
            subdivision?: string | null;
            city?: string | null;
        };
        /**
         * HttpRequestBlock
         * Makes one HTTP request without a browser.
         */
        HttpRequestBlock: {
            /** @enum {string} */
            block_type: "http_request";
            /** Unique in the whole definition. */
            label: string;
            next_block_label?: string | null;
            /**
             * After a failure the run continues with the next block.
             * @default false
             */
            continue_on_failure?: boolean;
            /**
             * In a loop body: after a failure the next iteration starts.
             * @default false
             */
            next_loop_on_failure?: boolean;
            model?: ({
                model_name?: string;
            } & {
                [key: string]: unknown;
            }) | null;
            /**
             * Model calls of the block do not include the workflow-wide prompt.
             * @default false
             */
            ignore_workflow_system_prompt?: boolean;
            /**
             * No script is used or learned for the block.
             * @default false
             */
            disable_cache?: boolean;
            timeout_seconds?: number | null;
            retry?: components["schemas"]["RetryPolicy"] | null;
            on_failure_next_label?: string | null;
            on_worker_lost?: ("repeat" | "fail") | null;
            /** @default GET */
            method?: string;
            /** With scheme and host. */
            url: string;
            headers?: {
                [key: string]: unknown;
            } | null;
            /** Sent as JSON; text is sent as it is; with `files`, or with the content type `application/x-www-form-urlencoded`, the fields of the form. */
            body?: unknown;
            files?: {
                [key: string]: unknown;
            } | null;
            /**
             * Seconds.
             * @default 30
             */
            timeout?: number;
            /** @default true */
            follow_redirects?: boolean;
            /**
             * Saves the response as a file of the run, at most 500 MB; otherwise it may have at most 10 MiB.
             * @default false
             */
            save_response_as_file?: boolean;
            download_filename?: string | null;
            /**
             * Paths in the JSON response, such as `data.tokens.0.value`, whose values become secrets of the run.
             * @default []
             */
            secret_response_paths?: string[];
            /** @default [] */
            parameter_keys?: string[];
        };
        /**
         * HumanInteractionBlock
         * Pauses the run, asks people by mail, and continues with their answer. A rejection terminates the block. Without an answer within `timeout_seconds` (default 7,200) it times out.
         */
        HumanInteractionBlock: {
            /** @enum {string} */
            block_type: "human_interaction";
            /** Unique in the whole definition. */
            label: string;
            next_block_label?: string | null;
            /**
             * After a failure the run continues with the next block.
             * @default false
             */
            continue_on_failure?: boolean;
            /**
             * In a loop body: after a failure the next iteration starts.
             * @default false
             */
            next_loop_on_failure?: boolean;
            model?: ({
                model_name?: string;
            } & {
                [key: string]: unknown;
            }) | null;
            /**
             * Model calls of the block do not include the workflow-wide prompt.
             * @default false
             */
            ignore_workflow_system_prompt?: boolean;
            /**
             * No script is used or learned for the block.
             * @default false
             */
            disable_cache?: boolean;
            timeout_seconds?: number | null;
            retry?: components["schemas"]["RetryPolicy"] | null;
            on_failure_next_label?: string | null;
            on_worker_lost?: ("repeat" | "fail") | null;
            /** Recipients of the mail. An entry may contain several addresses, separated by commas. */
            recipients: string[];
            /**
             * The question.
             * @default Please review and approve or reject to continue the workflow.
             */
            instructions?: string;
            /**
             * Label of the answer that continues the run.
             * @default Approve
             */
            positive_descriptor?: string;
            /**
             * Label of the answer that terminates the block.
             * @default Reject
             */
            negative_descriptor?: string;
            sender?: string | null;
            subject?: string | null;
            body?: string | null;
            /** @default [] */
            parameter_keys?: string[];
        };
        /** ImportAgentForm */
        ImportAgentForm: {
            /**
             * Format: binary
             * A `.yaml`, `.yml` or `.json` file of up to 10 MiB.
             */
            file: string;
            folder_id?: string;
        };
        /** ImportAgentRequest */
        ImportAgentRequest: {
            /** YAML or JSON text of a workflow. */
            yaml_definition: string;
            folder_id?: string | null;
        };
        /** ImportWorkflowForm */
        ImportWorkflowForm: {
            /**
             * Format: binary
             * A `.yaml`, `.yml` or `.json` file of up to 10 MiB.
             */
            file: string;
            folder_id?: string;
        };
        /** ImportWorkflowRequest */
        ImportWorkflowRequest: {
            /** YAML or JSON text of a workflow. */
            yaml_definition: string;
            folder_id?: string | null;
        };
        /** ModelCall */
        ModelCall: {
            model_call_id: string;
            /** @enum {unknown} */
            purpose: "act" | "plan" | "verify" | "extract" | "choose" | "locate" | "code" | "metadata" | "cua" | "criteria" | "text";
            model: string;
            /** @enum {unknown} */
            status: "completed" | "failed";
            failure_reason: string | null;
            workflow_run_block_id: string | null;
            block_label: string | null;
            step_id: string | null;
            thought_id: string | null;
            /** Of type `llm_prompt`: text. */
            prompt_artifact_id: string | null;
            /** Of type `llm_request`: JSON as it was sent, without pictures; null without an answer. */
            request_artifact_id: string | null;
            /** Of type `llm_response`: JSON as it came; null without an answer. */
            response_artifact_id: string | null;
            input_token_count: number | null;
            output_token_count: number | null;
            reasoning_token_count: number | null;
            cached_token_count: number | null;
            /** US dollars; null when the price is not known. */
            cost: number | null;
            /** Seconds. */
            duration: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            finished_at: string;
        };
        /** ModelUse */
        ModelUse: {
            /** Of prompts and answers together. */
            tokens: number;
            /** US dollars; null when the price of a call is not known. */
            cost: number | null;
        };
        /** Models */
        Models: {
            /** Name to label. */
            models: {
                [key: string]: string;
            };
            /** The model of requests that name none; null when the service has no model. */
            default: string | null;
        };
        /** MoveAgentRequest */
        MoveAgentRequest: {
            folder_id: string | null;
        };
        /** MoveWorkflowRequest */
        MoveWorkflowRequest: {
            folder_id: string | null;
        };
        /** NewApiKey */
        NewApiKey: {
            api_key_id: string;
            name: string;
            /** The first 8 characters. */
            prefix: string;
            /** What the key may do. */
            scopes: ("read" | "run" | "admin")[];
            /** Format: date-time */
            created_at: string;
            expires_at: string | null;
            /** To about a minute. */
            last_used_at: string | null;
            revoked_at: string | null;
            /** The key; it is never shown again. */
            api_key: string;
        };
        /** Organization */
        Organization: {
            organization_id: string;
            name: string;
            /** Days that its runs are kept after their end; null: as long as the service says. */
            retention_days: number | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string;
        };
        /** OutputParameter */
        OutputParameter: {
            key: string;
            output_parameter_id: string;
            /** @enum {string} */
            parameter_type: "output";
            description: string | null;
            workflow_id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string;
            deleted_at: string | null;
        };
        /**
         * ProxyLocation
         * @enum {unknown}
         */
        ProxyLocation: "RESIDENTIAL" | "RESIDENTIAL_ES" | "RESIDENTIAL_IE" | "RESIDENTIAL_GB" | "RESIDENTIAL_IN" | "RESIDENTIAL_JP" | "RESIDENTIAL_FR" | "RESIDENTIAL_DE" | "RESIDENTIAL_NZ" | "RESIDENTIAL_ZA" | "RESIDENTIAL_AR" | "RESIDENTIAL_AU" | "RESIDENTIAL_PH" | "RESIDENTIAL_ISP" | "RESIDENTIAL_BR" | "RESIDENTIAL_TR" | "RESIDENTIAL_CA" | "RESIDENTIAL_MX" | "RESIDENTIAL_IT" | "RESIDENTIAL_NL" | "US-CA" | "US-NY" | "US-TX" | "US-FL" | "US-WA" | "NONE";
        /** PushCodeRequest */
        PushCodeRequest: {
            /** Mail address or telephone number that the code was sent to, as runs name it. */
            totp_identifier: string;
            /** The code, or the message that holds it. Up to 10 characters are the code itself; of a longer text it is the only group of 4 to 8 digits, else the model of the purpose `code` finds it. */
            content: string;
            task_id?: string | null;
            workflow_id?: string | null;
            workflow_run_id?: string | null;
            source?: string | null;
            expired_at?: string | null;
            type?: ("totp" | "magic_link") | null;
        };
        /** PushedCode */
        PushedCode: {
            totp_code_id: string;
            organization_id: string;
            totp_identifier: string;
            /** `*****` in lists. */
            content: string;
            /** What was found in the content; `*****` in lists. */
            code: string;
            task_id: string | null;
            workflow_id: string | null;
            workflow_run_id: string | null;
            source: string | null;
            /** @enum {unknown} */
            type: "totp" | "magic_link";
            expired_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string;
        };
        /** RequestWarnings */
        RequestWarnings: {
            /** What the request gives and the route does not use; absent when there is none. */
            warnings?: components["schemas"]["StartWarning"][];
        };
        /** ResumeRunRequest */
        ResumeRunRequest: {
            decision?: ("approve" | "reject") | null;
            workflow_run_block_id?: string | null;
            comment?: string | null;
            payload?: {
                [key: string]: unknown;
            } | null;
        };
        /** RetryPolicy */
        RetryPolicy: {
            /** @default 0 */
            max_retries?: number;
            /** @default 0 */
            backoff_seconds?: number;
            /** @default 2 */
            factor?: number;
            /** @default 0 */
            jitter?: number;
        };
        /** RetryRunWebhookRequest */
        RetryRunWebhookRequest: {
            webhook_url?: string | null;
        };
        /** RotateApiKeyRequest */
        RotateApiKeyRequest: {
            overlap_seconds?: number | null;
        };
        /** RotateOrganizationApiKeyRequest */
        RotateOrganizationApiKeyRequest: {
            overlap_seconds?: number | null;
        };
        /** Run */
        Run: {
            /** `tsk_` for task runs, `wr_` for workflow runs. */
            run_id: string;
            /** @enum {unknown} */
            status: "created" | "queued" | "running" | "timed_out" | "failed" | "terminated" | "completed" | "canceled";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string;
            /** @enum {unknown} */
            run_type: "task_v1" | "task_v2" | "cua_a" | "cua_b" | "ui_agent" | "workflow_run";
            /** Data that the run produced. */
            output: unknown;
            downloaded_files: components["schemas"]["FileInfo"][] | null;
            recording_url: string | null;
            /** `pending` while the browser is recorded, and after the end of the run until it is closed; then `recording_url` is set. Null without a recording. */
            recording_status?: ("pending" | "stored") | null;
            /** Latest first. */
            screenshot_urls: string[] | null;
            failure_reason: string | null;
            failure_category: string | null;
            queued_at: string | null;
            started_at: string | null;
            finished_at: string | null;
            /** Of the latest delivery to the address of the run. A final `status` can still change while it is `pending`. Null before the end, and without a webhook. */
            webhook_status?: ("pending" | "delivered" | "failed") | null;
            app_url: string | null;
            browser_session_id: string | null;
            browser_profile_id: string | null;
            max_screenshot_scrolls: number | null;
            script_run: {
                ai_fallback_triggered: boolean;
            };
            errors: components["schemas"]["RunError"][];
            step_count: number | null;
            paused: boolean;
            /** The `x-user-agent` of the start. */
            user_agent: string | null;
            /** Data of what started it: `metadata` of the request, and of the host. */
            metadata: {
                [key: string]: unknown;
            } | null;
            /** That of the request, where it counts; else 0. */
            priority: number;
            /** `title` of the request. */
            title: string | null;
            /** The version of the workflow that runs. */
            workflow_id: string;
            workflow_permanent_id: string;
            /**
             * What started the run; `manual`: the host of the engine.
             * @enum {unknown}
             */
            trigger_type: "manual" | "api" | "mcp" | "scheduled" | "webhook";
            /** Tokens and cost of its model calls so far; null before the first one. */
            model_use: components["schemas"]["ModelUse"] | null;
            /** The request that started the run, with defaults; null where neither gives a value. */
            run_request: {
                [key: string]: unknown;
            };
            run_with?: string | null;
            ai_fallback?: boolean | null;
            /** Title of the version that runs; not in the answer to a start. */
            workflow_title?: string;
            /** Number of the version that runs; not in the answer to a start. */
            workflow_version?: number;
            /** What the request gives and the workflow does not use, and names in templates that had no value when they were read; each once. */
            warnings?: components["schemas"]["StartWarning"][];
        };
        /** RunAgentRequest */
        RunAgentRequest: {
            /** The same as `workflow_id`, of which one is enough. */
            agent_id?: string;
            /** Permanent id of the workflow, `wpid_…`. */
            workflow_id?: string;
            parameters?: {
                [key: string]: unknown;
            } | null;
            title?: string | null;
            proxy_location?: components["schemas"]["ProxyLocation"] | null;
            webhook_url?: string | null;
            totp_url?: string | null;
            totp_identifier?: string | null;
            browser_session_id?: string | null;
            browser_profile_id?: string | null;
            max_screenshot_scrolls?: number | null;
            extra_http_headers?: {
                [key: string]: string;
            } | null;
            allowed_domains?: string[] | null;
            max_cost?: number | null;
            max_tokens?: number | null;
            metadata?: {
                [key: string]: string;
            } | null;
            priority?: number | null;
            browser_address?: string | null;
            ai_fallback?: boolean | null;
            run_with?: ("agent" | "code") | null;
            record_for_replay?: boolean | null;
            block_labels?: string[] | null;
            block_outputs?: {
                [key: string]: unknown;
            } | null;
        };
        /** RunDownloadTaskRequest */
        RunDownloadTaskRequest: {
            /** The file to download; not blank. */
            navigation_goal: string;
            url?: string | null;
            webhook_url?: string | null;
            proxy_location?: components["schemas"]["ProxyLocation"] | null;
            totp_identifier?: string | null;
            totp_url?: string | null;
            browser_session_id?: string | null;
            browser_profile_id?: string | null;
            browser_address?: string | null;
            extra_http_headers?: {
                [key: string]: string;
            } | null;
            allowed_domains?: string[] | null;
            max_cost?: number | null;
            max_tokens?: number | null;
            metadata?: {
                [key: string]: string;
            } | null;
            priority?: number | null;
            max_screenshot_scrolling_times?: number | null;
            download_suffix?: string | null;
            download_timeout?: number | null;
            max_steps_per_run?: number | null;
        };
        /** RunError */
        RunError: {
            error_code: string;
            reasoning: string;
            confidence_float: number | null;
            block_label: string | null;
            error_type?: string;
        };
        /** RunLoginTaskRequest */
        RunLoginTaskRequest: {
            /**
             * Where the credential is: in the service, in Bitwarden, in 1Password, or in Azure Key Vault. Members of the others are ignored.
             * @enum {unknown}
             */
            credential_type: "service" | "password_manager_a" | "password_manager_b" | "cloud_vault";
            prompt?: string | null;
            url?: string | null;
            webhook_url?: string | null;
            proxy_location?: components["schemas"]["ProxyLocation"] | null;
            totp_identifier?: string | null;
            totp_url?: string | null;
            browser_session_id?: string | null;
            browser_profile_id?: string | null;
            browser_address?: string | null;
            extra_http_headers?: {
                [key: string]: string;
            } | null;
            allowed_domains?: string[] | null;
            max_cost?: number | null;
            max_tokens?: number | null;
            metadata?: {
                [key: string]: string;
            } | null;
            priority?: number | null;
            max_screenshot_scrolling_times?: number | null;
            credential_id?: string | null;
            password_manager_a_collection_id?: string | null;
            password_manager_a_item_id?: string | null;
            password_manager_b_vault_id?: string | null;
            password_manager_b_item_id?: string | null;
            cloud_vault_name?: string | null;
            cloud_vault_username_key?: string | null;
            cloud_vault_password_key?: string | null;
            cloud_vault_totp_secret_key?: string | null;
        };
        /**
         * RunOptions
         * Other members of the request of each run.
         */
        RunOptions: {
            title?: string | null;
            proxy_location?: components["schemas"]["ProxyLocation"] | null;
            webhook_url?: string | null;
            totp_url?: string | null;
            totp_identifier?: string | null;
            browser_session_id?: string | null;
            browser_profile_id?: string | null;
            max_screenshot_scrolls?: number | null;
            extra_http_headers?: {
                [key: string]: string;
            } | null;
            allowed_domains?: string[] | null;
            max_cost?: number | null;
            max_tokens?: number | null;
            metadata?: {
                [key: string]: string;
            } | null;
            priority?: number | null;
            browser_address?: string | null;
            ai_fallback?: boolean | null;
            run_with?: ("agent" | "code") | null;
            record_for_replay?: boolean | null;
            block_labels?: string[] | null;
            block_outputs?: {
                [key: string]: unknown;
            } | null;
        };
        /** RunStep */
        RunStep: {
            step_id: string;
            /** Grows within the run. */
            step_order: number;
            /** The block, or the subtask of a task, that it belongs to, as in the timeline. */
            workflow_run_block_id: string | null;
            block_label: string | null;
            /** @enum {unknown} */
            status: "running" | "completed" | "failed";
            input_token_count: number | null;
            output_token_count: number | null;
            reasoning_token_count: number | null;
            cached_token_count: number | null;
            /** US dollars of its model calls; null until its end, and when a price is not known. */
            cost: number | null;
            /** Its actions, oldest first. */
            action_ids: string[];
            /** Its model calls, oldest first. */
            model_call_ids: string[];
            /** Screenshots, prompts, answers, and the elements of the page (`visible_elements_…`), oldest first. */
            artifacts: components["schemas"]["StepArtifact"][];
            /** Format: date-time */
            created_at: string;
            finished_at: string | null;
        };
        /** RunTaskRequest */
        RunTaskRequest: {
            /** Goal of the task; not blank. */
            prompt: string;
            url?: string | null;
            engine?: ("service-1.0" | "service-2.0" | "cua-a" | "cua-b" | "ui-agent") | null;
            title?: string | null;
            proxy_location?: (components["schemas"]["ProxyLocation"] | components["schemas"]["GeoTarget"]) | null;
            data_extraction_schema?: unknown;
            error_code_mapping?: {
                [key: string]: string;
            } | null;
            max_steps?: number | null;
            webhook_url?: string | null;
            totp_identifier?: string | null;
            totp_url?: string | null;
            browser_session_id?: string | null;
            model?: {
                model_name?: string;
            } | null;
            extra_http_headers?: {
                [key: string]: string;
            } | null;
            allowed_domains?: string[] | null;
            max_cost?: number | null;
            max_tokens?: number | null;
            metadata?: {
                [key: string]: string;
            } | null;
            priority?: number | null;
            publish_workflow?: boolean | null;
            include_action_history_in_verification?: boolean | null;
            max_screenshot_scrolls?: number | null;
            browser_address?: string | null;
            run_with?: ("agent" | "code") | null;
        };
        /** RunWorkflowRequest */
        RunWorkflowRequest: {
            /** Permanent id of the workflow, `wpid_…`. */
            workflow_id: string;
            parameters?: {
                [key: string]: unknown;
            } | null;
            title?: string | null;
            proxy_location?: components["schemas"]["ProxyLocation"] | null;
            webhook_url?: string | null;
            totp_url?: string | null;
            totp_identifier?: string | null;
            browser_session_id?: string | null;
            browser_profile_id?: string | null;
            max_screenshot_scrolls?: number | null;
            extra_http_headers?: {
                [key: string]: string;
            } | null;
            allowed_domains?: string[] | null;
            max_cost?: number | null;
            max_tokens?: number | null;
            metadata?: {
                [key: string]: string;
            } | null;
            priority?: number | null;
            browser_address?: string | null;
            ai_fallback?: boolean | null;
            run_with?: ("agent" | "code") | null;
            record_for_replay?: boolean | null;
            block_labels?: string[] | null;
            block_outputs?: {
                [key: string]: unknown;
            } | null;
        };
        /** Schedule */
        Schedule: {
            schedule_id: string;
            organization_id: string;
            workflow_permanent_id: string;
            name: string | null;
            cron: string;
            timezone: string;
            parameters: {
                [key: string]: unknown;
            };
            run_options: {
                [key: string]: unknown;
            };
            enabled: boolean;
            starting_deadline_seconds: number | null;
            next_run_at: string | null;
            last_run_id: string | null;
            last_run_at: string | null;
            last_error: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string;
        };
        /** ScheduleTimes */
        ScheduleTimes: {
            /** The earliest first. */
            times: string[];
        };
        /** Script */
        Script: {
            script_revision_id: string;
            script_id: string;
            organization_id: string;
            version: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string;
            run_id: string | null;
            deleted_at: string | null;
        };
        /** ScriptFile */
        ScriptFile: {
            path: string;
            /** Bytes in base64. */
            content: string;
            /** @enum {string} */
            encoding: "base64";
            mime_type: string;
        };
        /** ScriptResult */
        ScriptResult: {
            script_id: string;
            version: number;
            file_count: number;
            /** Name to node: `type` (`file`, `directory`), `size` in bytes, `mime_type`, `content_hash`, `created_at`, `children`. */
            file_tree: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            created_at: string;
            run_id: string | null;
        };
        /** ScriptVersion */
        ScriptVersion: {
            script_revision_id: string;
            script_id: string;
            organization_id: string;
            version: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string;
            run_id: string | null;
            deleted_at: string | null;
            workflow_permanent_id: string | null;
            file_count: number;
            /**
             * `healed`: learned from a run in which a program failed and the agent executed its block; `learned`: from another run.
             * @enum {unknown}
             */
            origin: "created" | "deployed" | "healed" | "learned";
        };
        /** Spending */
        Spending: {
            /** A row for each day, the earliest first. */
            days: components["schemas"]["DaySpending"][];
            /** The 100 that cost most; `workflow_permanent_id` is null for all tasks together. */
            workflows: components["schemas"]["WorkflowSpending"][];
            caps: components["schemas"]["SpendingCaps"];
            /** What counts against the limits of the current day; null without such limits. */
            today: {
                day: string;
                tokens: number;
                cost: number;
            } | null;
            /** False when the oldest of very many runs are left out. */
            is_complete: boolean;
        };
        /**
         * SpendingCaps
         * Limits of the service for a run, and for all runs of a day; null: none.
         */
        SpendingCaps: {
            run_cost: number | null;
            run_tokens: number | null;
            day_cost: number | null;
            day_tokens: number | null;
        };
        /** StartWarning */
        StartWarning: {
            /** @enum {unknown} */
            code: "unknown_parameter" | "unknown_member" | "priority_ignored" | "undefined_name";
            message: string;
            /** Place in the request; of an undefined name the label of the block and its field. */
            path: string[];
            /** Name that was most likely meant. */
            suggestion: string | null;
        };
        /** StepArtifact */
        StepArtifact: {
            artifact_id: string;
            /** @enum {unknown} */
            artifact_type: "recording" | "browser_console_log" | "service_log" | "service_log_raw" | "screenshot" | "screenshot_llm" | "screenshot_action" | "screenshot_final" | "llm_prompt" | "llm_request" | "llm_response" | "llm_response_parsed" | "llm_response_rendered" | "visible_elements_id_css_map" | "visible_elements_id_frame_map" | "visible_elements_tree" | "visible_elements_tree_trimmed" | "visible_elements_tree_in_prompt" | "hashed_href_map" | "visible_elements_id_xpath_map" | "html" | "html_scrape" | "html_action" | "trace" | "har" | "script_file" | "pdf" | "cassette_run" | "cassette_call" | "cassette_network";
            action_id: string | null;
        };
        /** StoredWorkflowDefinition */
        StoredWorkflowDefinition: {
            parameters: components["schemas"]["WorkflowParameter"][];
            blocks: components["schemas"]["WorkflowBlock"][];
            version: number;
            finally_block_label: string | null;
        } & {
            [key: string]: unknown;
        };
        /** TakeOver */
        TakeOver: {
            take_over_id: string;
            workflow_run_id: string;
            organization_id: string;
            workflow_run_block_id: string | null;
            /** @enum {unknown} */
            status: "running" | "ended";
            /** The key of the person, or with which their token was made. */
            api_key_id: string | null;
            /** Why control ended; null until then. */
            ended_by: ("person" | "idle" | "closed" | "run_canceled" | "run_ended" | "browser_gone") | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string;
            /** Seconds; null until the end. */
            duration: number | null;
            actions: components["schemas"]["TakeOverAction"][];
        };
        /** TakeOverAction */
        TakeOverAction: {
            action_id: string;
            /** @enum {unknown} */
            action_type: "click" | "input_text" | "keypress" | "scroll" | "drag" | "goto_url" | "go_back" | "go_forward" | "reload_page";
            /** The element, such as `button "Send"`; null when it is not known. */
            description: string | null;
            /** CSS pixels; null for what has no place. */
            x: number | null;
            y: number | null;
            /** How far, CSS pixels, of `drag` and `scroll`; else null. */
            dx: number | null;
            dy: number | null;
            /** Of `click`; else null. */
            button: ("left" | "middle" | "right") | null;
            /** What was typed; null when `masked`, and for other actions. */
            text: string | null;
            /** The field was secret: what was typed there is nowhere recorded. */
            masked: boolean;
            /** Of `keypress`, such as `Control+a`. */
            keys: string | null;
            /** Clicks at once, or how often the keys were pressed in a row. */
            count: number;
            url: string | null;
            /** Format: date-time */
            created_at: string;
        };
        /** TaskWebhook */
        TaskWebhook: {
            run_id: string;
            /** Equals `run_id`. */
            task_id: string;
            /** @enum {unknown} */
            status: "completed" | "failed" | "terminated" | "timed_out" | "canceled";
            /** Other data than an object is in `extracted_information`. */
            output: {
                [key: string]: unknown;
            } | null;
            summary: string;
            prompt: string;
            url: string;
            downloaded_files: components["schemas"]["FileInfo"][];
            recording_url: string | null;
            /** Latest first. */
            screenshot_urls: string[] | null;
            failure_reason: string | null;
            errors: components["schemas"]["RunError"][];
            step_count: number | null;
            /** @enum {unknown} */
            run_type: "task_v1" | "task_v2" | "cua_a" | "cua_b" | "ui_agent" | "workflow_run";
            /** `""` without a web application. */
            app_url: string;
            organization_id: string;
            workflow_run_id: string;
            workflow_id: string;
            workflow_permanent_id: string;
            proxy_location: string;
            /** Address that received the payload. */
            webhook_callback_url: string;
            webhook_failure_reason: null;
            /** ISO 8601, UTC, without a zone suffix. */
            created_at: string;
            /** ISO 8601, UTC, without a zone suffix. */
            modified_at: string;
            queued_at: string | null;
            started_at: string | null;
            finished_at: string | null;
            failure_category: string | null;
            /** Data of what started it: `metadata` of the request, and of the host. */
            metadata: {
                [key: string]: unknown;
            } | null;
        };
        /**
         * TextPromptBlock
         * Asks a language model; no browser is needed.
         */
        TextPromptBlock: {
            /** @enum {string} */
            block_type: "text_prompt";
            /** Unique in the whole definition. */
            label: string;
            next_block_label?: string | null;
            /**
             * After a failure the run continues with the next block.
             * @default false
             */
            continue_on_failure?: boolean;
            /**
             * In a loop body: after a failure the next iteration starts.
             * @default false
             */
            next_loop_on_failure?: boolean;
            model?: ({
                model_name?: string;
            } & {
                [key: string]: unknown;
            }) | null;
            /**
             * Model calls of the block do not include the workflow-wide prompt.
             * @default false
             */
            ignore_workflow_system_prompt?: boolean;
            /**
             * No script is used or learned for the block.
             * @default false
             */
            disable_cache?: boolean;
            timeout_seconds?: number | null;
            retry?: components["schemas"]["RetryPolicy"] | null;
            on_failure_next_label?: string | null;
            on_worker_lost?: ("repeat" | "fail") | null;
            /** What to ask. */
            prompt: string;
            llm_key?: string | null;
            json_schema?: {
                [key: string]: unknown;
            } | null;
            /** @default [] */
            parameter_keys?: string[];
        };
        /** TimelineAction */
        TimelineAction: {
            action_id: string;
            action_type: string | null;
            /** @enum {unknown} */
            status: "pending" | "completed" | "failed" | "skipped";
            step_id: string | null;
            step_order: number | null;
            action_order: number;
            task_id: string | null;
            workflow_run_id: string;
            /** The block, or the subtask of a task, whose `actions` have it. */
            workflow_run_block_id: string | null;
            block_label: string | null;
            organization_id: string;
            description: string | null;
            reasoning: string | null;
            intention: string | null;
            response: string | null;
            element_id: string | null;
            xpath: string | null;
            text: string | null;
            option: string | null;
            file_name: string | null;
            file_url: string | null;
            download: boolean | null;
            confidence_float: number | null;
            screenshot_artifact_id: string | null;
            output: {
                [key: string]: unknown;
            } | null;
            errors: {
                error_code: string | null;
                reasoning: string | null;
            }[] | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string;
        };
        /** TimelineBlock */
        TimelineBlock: {
            workflow_run_block_id: string;
            workflow_run_id: string;
            organization_id: string;
            block_type: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string;
            block_workflow_run_id: string | null;
            description: string | null;
            parent_workflow_run_block_id: string | null;
            label: string;
            /** @enum {unknown} */
            status: "running" | "paused" | "completed" | "failed" | "terminated" | "canceled" | "timed_out" | "skipped";
            /** Output of the block. */
            output: unknown;
            continue_on_failure: boolean;
            failure_reason: string | null;
            engine: string | null;
            task_id: string | null;
            url: string | null;
            navigation_goal: string | null;
            navigation_payload: {
                [key: string]: unknown;
            } | null;
            data_extraction_goal: string | null;
            /** JSON Schema, or text as guidance. */
            data_schema: unknown;
            terminate_criterion: string | null;
            complete_criterion: string | null;
            actions: components["schemas"]["TimelineAction"][];
            include_action_history_in_verification: boolean;
            /** Seconds; null until the end. */
            duration: number | null;
            /** When a `wait` ends, or until when a person may answer; null of a block that does not wait, or no more. */
            waits_until: string | null;
            loop_values: unknown[] | null;
            current_value: string | null;
            current_index: number | null;
            recipients: string[] | null;
            attachments: string[] | null;
            subject: string | null;
            body: string | null;
            instructions: string | null;
            positive_descriptor: string | null;
            negative_descriptor: string | null;
            executed_branch_id: string | null;
            executed_branch_expression: string | null;
            executed_branch_result: boolean | null;
            executed_branch_next_block: string | null;
        };
        /** TimelineItem */
        TimelineItem: {
            /** @enum {unknown} */
            type: "block" | "thought" | "take_over";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string;
            block: components["schemas"]["TimelineBlock"] | null;
            thought: components["schemas"]["TimelineThought"] | null;
            take_over: components["schemas"]["TakeOver"] | null;
            children: components["schemas"]["TimelineItem"][];
        };
        /** TimelineThought */
        TimelineThought: {
            thought_id: string;
            task_id: string | null;
            organization_id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string;
            workflow_run_id: string;
            workflow_run_block_id: string | null;
            workflow_id: string;
            workflow_permanent_id: string;
            user_input: string | null;
            observation: string | null;
            thought: string | null;
            answer: string | null;
            /** @enum {unknown} */
            thought_type: "plan" | "user_goal_check" | "failure_describe" | "termination" | "notice" | "metadata" | "internal_plan";
            thought_scenario: string | null;
            output: {
                [key: string]: unknown;
            } | null;
            input_token_count: number | null;
            output_token_count: number | null;
            reasoning_token_count: number | null;
            cached_token_count: number | null;
            /** US dollars. */
            thought_cost: number | null;
        };
        /** UpdateBrowserProfileRequest */
        UpdateBrowserProfileRequest: {
            /** Unique in the organization. */
            name?: string;
            description?: string | null;
        };
        /** UpdateFolderRequest */
        UpdateFolderRequest: {
            title?: string | null;
            description?: string | null;
        };
        /** UpdateOrganizationRequest */
        UpdateOrganizationRequest: {
            name?: string;
            /** Days that its runs are kept after their end; null: as long as the service says. */
            retention_days?: number | null;
        };
        /** UpdateScheduleRequest */
        UpdateScheduleRequest: {
            /** Five fields: minute, hour, day of the month, month, day of the week. */
            cron?: string;
            timezone?: string | null;
            name?: string | null;
            parameters?: {
                [key: string]: unknown;
            } | null;
            run_options?: components["schemas"]["RunOptions"] | null;
            enabled?: boolean | null;
            starting_deadline_seconds?: number | null;
        };
        /** Upload */
        Upload: {
            file_id: string;
            /** Made safe. */
            filename: string;
            /** Bytes. */
            size: number;
            /** `sha256:` and the hexadecimal digest of the bytes. */
            checksum: string;
            mime_type: string;
            /** Names the file in a `file_url` parameter. */
            s3_uri: string;
            /** Signed address of the bytes; names the file as well. */
            presigned_url: string;
            /** End of `presigned_url`. */
            expires_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        /** UploadFileForm */
        UploadFileForm: {
            /**
             * Format: binary
             * Up to 100 MiB.
             */
            file: string;
        };
        /** ValidationError */
        ValidationError: {
            detail: {
                loc: string[];
                msg: string;
                type: string;
            }[];
            /**
             * `egress_denied`: each item is an address that the service may not connect to.
             * @enum {unknown}
             */
            code: "invalid_input" | "egress_denied";
        };
        /**
         * WaitBlock
         * Waits. The time is stored, so that the wait continues after a restart; a cancel ends it at once.
         */
        WaitBlock: {
            /** @enum {string} */
            block_type: "wait";
            /** Unique in the whole definition. */
            label: string;
            next_block_label?: string | null;
            /**
             * After a failure the run continues with the next block.
             * @default false
             */
            continue_on_failure?: boolean;
            /**
             * In a loop body: after a failure the next iteration starts.
             * @default false
             */
            next_loop_on_failure?: boolean;
            model?: ({
                model_name?: string;
            } & {
                [key: string]: unknown;
            }) | null;
            /**
             * Model calls of the block do not include the workflow-wide prompt.
             * @default false
             */
            ignore_workflow_system_prompt?: boolean;
            /**
             * No script is used or learned for the block.
             * @default false
             */
            disable_cache?: boolean;
            timeout_seconds?: number | null;
            retry?: components["schemas"]["RetryPolicy"] | null;
            on_failure_next_label?: string | null;
            on_worker_lost?: ("repeat" | "fail") | null;
            /** Seconds to wait. */
            wait_sec: number;
        };
        /** WebhookDelivery */
        WebhookDelivery: {
            delivery_id: string;
            run_id: string;
            /** @enum {unknown} */
            trigger: "automatic" | "manual";
            /** Its query is masked. */
            webhook_url: string;
            /** @enum {unknown} */
            status: "scheduled" | "sending" | "delivered" | "failed";
            http_status: number | null;
            latency_ms: number | null;
            response_excerpt: string | null;
            error: string | null;
            /** Format: date-time */
            created_at: string;
            finished_at: string | null;
        };
        /** WebhookDeliveryDetails */
        WebhookDeliveryDetails: {
            delivery_id: string;
            run_id: string;
            /** @enum {unknown} */
            trigger: "automatic" | "manual";
            /** Its query is masked. */
            webhook_url: string;
            /** @enum {unknown} */
            status: "scheduled" | "sending" | "delivered" | "failed";
            http_status: number | null;
            latency_ms: number | null;
            response_excerpt: string | null;
            error: string | null;
            /** Format: date-time */
            created_at: string;
            finished_at: string | null;
            /** Null before it is sent, and when it was not kept: deliveries of earlier versions. */
            request: components["schemas"]["WebhookRequest"] | null;
        };
        /** WebhookRequest */
        WebhookRequest: {
            /** Those that the service sets, by lower-case name; the value of `x-service-signature` is masked. */
            headers: {
                [key: string]: string;
            };
            /** The body, at most its first 262,144 bytes; the query of its `webhook_callback_url` is masked. */
            body: string;
            /** Bytes of the body that was sent. */
            body_bytes: number;
            /** Bytes at its end that are not kept; 0 when it is whole. */
            body_bytes_cut: number;
        };
        /**
         * WhileLoopBlock
         * Executes its blocks repeatedly while a condition is true.
         */
        WhileLoopBlock: {
            /** @enum {string} */
            block_type: "while_loop";
            /** Unique in the whole definition. */
            label: string;
            next_block_label?: string | null;
            /**
             * After a failure the run continues with the next block.
             * @default false
             */
            continue_on_failure?: boolean;
            /**
             * In a loop body: after a failure the next iteration starts.
             * @default false
             */
            next_loop_on_failure?: boolean;
            model?: ({
                model_name?: string;
            } & {
                [key: string]: unknown;
            }) | null;
            /**
             * Model calls of the block do not include the workflow-wide prompt.
             * @default false
             */
            ignore_workflow_system_prompt?: boolean;
            /**
             * No script is used or learned for the block.
             * @default false
             */
            disable_cache?: boolean;
            timeout_seconds?: number | null;
            retry?: components["schemas"]["RetryPolicy"] | null;
            on_failure_next_label?: string | null;
            on_worker_lost?: ("repeat" | "fail") | null;
            /** The blocks that each iteration executes. */
            loop_blocks: {
                [key: string]: unknown;
            }[];
            /** Evaluated before every iteration, the first one included. */
            condition: {
                criteria_type?: ("jinja2_template" | "prompt") | null;
                /** A template, or a condition in words. */
                expression: string;
                description?: string | null;
            };
        };
        /** Workflow */
        Workflow: {
            workflow_id: string;
            organization_id: string;
            title: string;
            /** `wpid_`; the same for all versions. */
            workflow_permanent_id: string;
            version: number;
            is_saved_task: boolean;
            is_template: boolean;
            description: string | null;
            workflow_definition: components["schemas"]["StoredWorkflowDefinition"];
            proxy_location: components["schemas"]["ProxyLocation"];
            webhook_callback_url: string | null;
            totp_verification_url: string | null;
            totp_identifier: string | null;
            persist_browser_session: boolean;
            model: {
                [key: string]: unknown;
            };
            /** @enum {unknown} */
            status: "published" | "draft" | "auto_generated" | "importing" | "import_failed";
            max_screenshot_scrolls: number | null;
            extra_http_headers: {
                [key: string]: unknown;
            };
            allowed_domains: string[] | null;
            max_cost: number | null;
            max_tokens: number | null;
            max_elapsed_time_minutes: number | null;
            run_with: string | null;
            ai_fallback: boolean;
            cache_key: string | null;
            generate_script_on_terminal: boolean;
            run_sequentially: boolean | null;
            sequential_key: string | null;
            folder_id: string | null;
            import_error: string | null;
            /** In the answer to a creation or update: what is allowed and probably not meant, such as a field that has no effect. Of an imported version, always: a warning of type `renamed` for each label and key that was no usable name; `msg` has both names. Absent when there is none. */
            warnings?: {
                loc: string[];
                msg: string;
                type: string;
            }[];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string;
            deleted_at: string | null;
        };
        /**
         * WorkflowBlock
         * Has the members of its block type too.
         */
        WorkflowBlock: {
            label: string;
            block_type: string;
            output_parameter: components["schemas"]["OutputParameter"];
            next_block_label: string | null;
            continue_on_failure: boolean;
            next_loop_on_failure: boolean;
            disable_cache: boolean;
            model: {
                [key: string]: unknown;
            };
            branch_conditions?: components["schemas"]["BranchCondition"][];
        } & {
            [key: string]: unknown;
        };
        /** WorkflowDefinition */
        WorkflowDefinition: {
            version?: number | null;
            /** @default [] */
            parameters?: (({
                /** @enum {string} */
                parameter_type: "workflow";
                key: string;
                description?: string | null;
                /** @enum {unknown} */
                workflow_parameter_type: "string" | "integer" | "float" | "boolean" | "json" | "file_url" | "credential_id";
                default_value?: unknown;
            } & {
                [key: string]: unknown;
            }) | ({
                /** @enum {string} */
                parameter_type: "context";
                key: string;
                description?: string | null;
                /** Key of the parameter, or `<label>_output` of the block, that it is taken from. */
                source_parameter_key: string;
            } & {
                [key: string]: unknown;
            }) | ({
                /** @enum {string} */
                parameter_type: "aws_secret";
                key: string;
                description?: string | null;
                /** The reference that the secret source resolves. */
                aws_key: string;
            } & {
                [key: string]: unknown;
            }) | ({
                /** @enum {string} */
                parameter_type: "azure_secret";
                key: string;
                description?: string | null;
                /** The reference that the secret source resolves. */
                azure_key: string;
            } & {
                [key: string]: unknown;
            }) | ({
                /** @enum {string} */
                parameter_type: "credential";
                key: string;
                description?: string | null;
                /** Id of a credential, or key of a parameter of type `credential_id`. */
                credential_id: string;
                credential_ids?: string[] | null;
                selection_strategy?: ("round_robin" | "random") | null;
                fallback_credential_ids?: string[] | null;
                fallback_trigger?: ("credential_failures" | "any_failure") | null;
            } & {
                [key: string]: unknown;
            }) | ({
                /** @enum {string} */
                parameter_type: "bitwarden_login_credential";
                key: string;
                description?: string | null;
                /** Reference of the client id in a secret source. */
                bitwarden_client_id_aws_secret_key: string;
                /** Reference of the client secret in a secret source. */
                bitwarden_client_secret_aws_secret_key: string;
                /** Reference of the master password in a secret source. */
                bitwarden_master_password_aws_secret_key: string;
                bitwarden_item_id?: string | null;
                bitwarden_collection_id?: string | null;
                url_parameter_key?: string | null;
            } & {
                [key: string]: unknown;
            }) | ({
                /** @enum {string} */
                parameter_type: "bitwarden_sensitive_information";
                key: string;
                description?: string | null;
                /** Reference of the client id in a secret source. */
                bitwarden_client_id_aws_secret_key: string;
                /** Reference of the client secret in a secret source. */
                bitwarden_client_secret_aws_secret_key: string;
                /** Reference of the master password in a secret source. */
                bitwarden_master_password_aws_secret_key: string;
                /** Collection that the identity is in. */
                bitwarden_collection_id: string;
                /** Name of the identity, or a part of it. */
                bitwarden_identity_key: string;
                bitwarden_identity_fields: string[];
            } & {
                [key: string]: unknown;
            }) | ({
                /** @enum {string} */
                parameter_type: "bitwarden_credit_card_data";
                key: string;
                description?: string | null;
                /** Reference of the client id in a secret source. */
                bitwarden_client_id_aws_secret_key: string;
                /** Reference of the client secret in a secret source. */
                bitwarden_client_secret_aws_secret_key: string;
                /** Reference of the master password in a secret source. */
                bitwarden_master_password_aws_secret_key: string;
                /** Collection that the card is in. */
                bitwarden_collection_id: string;
                /** Id of the card. */
                bitwarden_item_id: string;
            } & {
                [key: string]: unknown;
            }) | ({
                /** @enum {string} */
                parameter_type: "onepassword";
                key: string;
                description?: string | null;
                /** Id of the vault. */
                vault_id: string;
                /** Id of the item. */
                item_id: string;
            } & {
                [key: string]: unknown;
            }) | ({
                /** @enum {string} */
                parameter_type: "azure_vault_credential";
                key: string;
                description?: string | null;
                /** Name of the key vault. */
                vault_name: string;
                /** Name of the secret that holds the user name. */
                username_key: string;
                /** Name of the secret that holds the password. */
                password_key: string;
                totp_secret_key?: string | null;
            } & {
                [key: string]: unknown;
            }))[];
            blocks: components["schemas"]["Block"][];
            finally_block_label?: string | null;
            error_code_mapping?: {
                [key: string]: string;
            } | null;
            workflow_system_prompt?: string | null;
            /** @default false */
            strict_templates?: boolean;
        };
        /** WorkflowDraft */
        WorkflowDraft: {
            title?: string | null;
            workflow_definition: components["schemas"]["WorkflowDefinition"];
            description?: string | null;
            proxy_location?: components["schemas"]["ProxyLocation"] | null;
            webhook_callback_url?: string | null;
            totp_verification_url?: string | null;
            totp_identifier?: string | null;
            /** @default false */
            persist_browser_session?: boolean;
            model?: {
                [key: string]: unknown;
            } | null;
            /** @default false */
            is_saved_task?: boolean;
            max_screenshot_scrolls?: number | null;
            extra_http_headers?: {
                [key: string]: string;
            } | null;
            allowed_domains?: string[] | null;
            max_cost?: number | null;
            max_tokens?: number | null;
            /** @enum {unknown} */
            status?: "published" | "draft" | "auto_generated" | "importing" | "import_failed";
            run_with?: ("agent" | "code") | null;
            /** @default false */
            ai_fallback?: boolean;
            cache_key?: string | null;
            /**
             * With `run_with: code`: a script is learned from terminated runs too.
             * @default false
             */
            generate_script_on_terminal?: boolean;
            /** @default false */
            run_sequentially?: boolean;
            sequential_key?: string | null;
            folder_id?: string | null;
            max_elapsed_time_minutes?: number | null;
        };
        /** WorkflowParameter */
        WorkflowParameter: {
            key: string;
            parameter_type: string;
            description: string | null;
            workflow_parameter_id?: string;
            workflow_parameter_type?: string;
            /** Value of a run that gives none. */
            default_value?: unknown;
            workflow_id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string;
            deleted_at: string | null;
        } & {
            [key: string]: unknown;
        };
        /** WorkflowRequest */
        WorkflowRequest: {
            json_definition?: components["schemas"]["WorkflowDraft"] | null;
            yaml_definition?: string | null;
        };
        /** WorkflowSpending */
        WorkflowSpending: {
            workflow_permanent_id: string | null;
            workflow_title: string | null;
            run_count: number;
            /** Of prompts and answers together. */
            tokens: number;
            /** US dollars of the runs whose cost is known. */
            cost: number;
            /** Runs that called a model whose price is not known. */
            unpriced_run_count: number;
        };
        /**
         * WorkflowTriggerBlock
         * Runs another workflow.
         */
        WorkflowTriggerBlock: {
            /** @enum {string} */
            block_type: "workflow_trigger";
            /** Unique in the whole definition. */
            label: string;
            next_block_label?: string | null;
            /**
             * After a failure the run continues with the next block.
             * @default false
             */
            continue_on_failure?: boolean;
            /**
             * In a loop body: after a failure the next iteration starts.
             * @default false
             */
            next_loop_on_failure?: boolean;
            model?: ({
                model_name?: string;
            } & {
                [key: string]: unknown;
            }) | null;
            /**
             * Model calls of the block do not include the workflow-wide prompt.
             * @default false
             */
            ignore_workflow_system_prompt?: boolean;
            /**
             * No script is used or learned for the block.
             * @default false
             */
            disable_cache?: boolean;
            timeout_seconds?: number | null;
            retry?: components["schemas"]["RetryPolicy"] | null;
            on_failure_next_label?: string | null;
            on_worker_lost?: ("repeat" | "fail") | null;
            /** `wpid_…` of the workflow to run. */
            workflow_permanent_id: string;
            payload?: {
                [key: string]: unknown;
            } | null;
            /**
             * Waits for its end; it must complete. Otherwise the block completes as soon as it is queued.
             * @default true
             */
            wait_for_completion?: boolean;
            browser_session_id?: string | null;
            /** @default false */
            use_parent_browser_session?: boolean;
            /** @default [] */
            parameter_keys?: string[];
        };
        /** WorkflowValidation */
        WorkflowValidation: {
            valid: boolean;
            errors: components["schemas"]["DefinitionProblem"][];
            warnings: components["schemas"]["DefinitionProblem"][];
        };
        /** WorkflowWebhook */
        WorkflowWebhook: {
            run_id: string;
            /** Equals `run_id`. */
            workflow_run_id: string;
            /** @enum {unknown} */
            status: "completed" | "failed" | "terminated" | "timed_out" | "canceled";
            /** Other data than an object is in `extracted_information`. */
            output: {
                [key: string]: unknown;
            } | null;
            /** Values used; secrets are masked. */
            parameters: {
                [key: string]: unknown;
            };
            workflow_title: string;
            downloaded_files: components["schemas"]["FileInfo"][];
            recording_url: string | null;
            /** Latest first. */
            screenshot_urls: string[] | null;
            failure_reason: string | null;
            errors: components["schemas"]["RunError"][];
            step_count: number | null;
            /** @enum {unknown} */
            run_type: "task_v1" | "task_v2" | "cua_a" | "cua_b" | "ui_agent" | "workflow_run";
            /** `""` without a web application. */
            app_url: string;
            organization_id: string;
            /** The version that ran. */
            workflow_id: string;
            workflow_permanent_id: string;
            proxy_location: string;
            /** Address that received the payload. */
            webhook_callback_url: string;
            webhook_failure_reason: null;
            totp_identifier: string | null;
            browser_session_id: string | null;
            browser_profile_id: string | null;
            max_screenshot_scrolls: number | null;
            run_with: string | null;
            ai_fallback: boolean | null;
            script_run: {
                ai_fallback_triggered: boolean;
            };
            /** ISO 8601, UTC, without a zone suffix. */
            created_at: string;
            /** ISO 8601, UTC, without a zone suffix. */
            modified_at: string;
            queued_at: string | null;
            started_at: string | null;
            finished_at: string | null;
            failure_category: string | null;
            /** Data of what started it: `metadata` of the request, and of the host. */
            metadata: {
                [key: string]: unknown;
            } | null;
        };
    };
    responses: {
        /** The request is malformed. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** The plan has no credits left. Nothing was started. */
        OutOfCredits: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** The credentials are missing, unknown, expired or lack the scope. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** The `Idempotency-Key` was used with another request, or its first request goes on. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** The body is larger than the limit that the answer names. */
        TooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** The body is of a media type that the route does not read. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** The service is not to be used under this host name. */
        MisdirectedRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** The caller exceeds a rate limit. */
        TooManyRequests: {
            headers: {
                /** Seconds to wait. */
                "retry-after"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** A fault of the service, which it has logged. */
        InternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** The service is stopping, busy, or cannot reach its store; `detail` says whether something may have been accepted. */
        Unavailable: {
            headers: {
                /** Seconds to wait. */
                "retry-after"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** Any other error, such as 408, 414 or 431 of the HTTP server. */
        OtherError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** Members of the body that the route does not know, with their paths, such as `model.temperature`: percent-encoded, separated by `, `, at most 20. The answer has a warning about each. */
        IgnoredMembers: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        status: "ok" | "draining" | "unavailable";
                        /** @enum {unknown} */
                        store: "ok" | "unavailable";
                        /** @enum {unknown} */
                        queue: "ok" | "unavailable";
                        /**
                         * `wrong`: this process has another master key than the store. `unknown`: the store cannot be read.
                         * @enum {unknown}
                         */
                        master_key: "ok" | "wrong" | "unknown";
                        workers: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            421: components["responses"]["MisdirectedRequest"];
            /** The service is stopping, busy, or cannot reach its store; `detail` says whether something may have been accepted. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        status: "ok" | "draining" | "unavailable";
                        /** @enum {unknown} */
                        store: "ok" | "unavailable";
                        /** @enum {unknown} */
                        queue: "ok" | "unavailable";
                        /**
                         * `wrong`: this process has another master key than the store. `unknown`: the store cannot be read.
                         * @enum {unknown}
                         */
                        master_key: "ok" | "wrong" | "unknown";
                        workers: number;
                    };
                };
            };
            default: components["responses"]["OtherError"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        status: "ready" | "draining" | "unavailable";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            421: components["responses"]["MisdirectedRequest"];
            /** The service is stopping, busy, or cannot reach its store; `detail` says whether something may have been accepted. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        status: "ready" | "draining" | "unavailable";
                    };
                };
            };
            default: components["responses"]["OtherError"];
        };
    };
    getVersion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        version: string;
                        api: string;
                        /** Only of a service that was started with `--demo`. */
                        demo?: {
                            /** Address of the demo site, on the machine of the service. */
                            site_url: string;
                            /** A script answers in place of a model. It knows the demo site alone. */
                            scripted_model: boolean;
                            /** User name of the one account of the demo site. */
                            site_user: string;
                            /** Its password, which protects nothing. */
                            site_password: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            421: components["responses"]["MisdirectedRequest"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listModels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Models"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listApiModels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Models"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    runTask: {
        parameters: {
            query?: never;
            header?: {
                /** A text of your choice. The same request with the same key is executed once within 24 hours; repeats get its answer. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "prompt": "Find the price of the cheapest blue mug.",
                 *       "url": "https://shop.example/",
                 *       "data_extraction_schema": {
                 *         "type": "object",
                 *         "properties": {
                 *           "price": {
                 *             "type": "number"
                 *           }
                 *         }
                 *       },
                 *       "max_steps": 10
                 *     }
                 */
                "application/json": components["schemas"]["RunTaskRequest"];
            };
        };
        responses: {
            /** Success. */
            200: {
                headers: {
                    "x-runwright-ignored-members": components["headers"]["IgnoredMembers"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            400: components["responses"]["BadRequest"];
            402: components["responses"]["OutOfCredits"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    runLoginTask: {
        parameters: {
            query?: never;
            header?: {
                /** A text of your choice. The same request with the same key is executed once within 24 hours; repeats get its answer. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "credential_type": "service",
                 *       "credential_id": "cred_123456789012345678",
                 *       "url": "https://shop.example/login"
                 *     }
                 */
                "application/json": components["schemas"]["RunLoginTaskRequest"];
            };
        };
        responses: {
            /** Success. */
            200: {
                headers: {
                    "x-runwright-ignored-members": components["headers"]["IgnoredMembers"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            /** The request cannot be executed as things are; the answer says why. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            402: components["responses"]["OutOfCredits"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    runDownloadTask: {
        parameters: {
            query?: never;
            header?: {
                /** A text of your choice. The same request with the same key is executed once within 24 hours; repeats get its answer. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "navigation_goal": "Download the invoice of June as PDF.",
                 *       "url": "https://shop.example/invoices",
                 *       "download_suffix": "invoice.pdf"
                 *     }
                 */
                "application/json": components["schemas"]["RunDownloadTaskRequest"];
            };
        };
        responses: {
            /** Success. */
            200: {
                headers: {
                    "x-runwright-ignored-members": components["headers"]["IgnoredMembers"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            400: components["responses"]["BadRequest"];
            402: components["responses"]["OutOfCredits"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    runWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /** A text of your choice. The same request with the same key is executed once within 24 hours; repeats get its answer. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workflow_id": "wpid_123456789012345678",
                 *       "parameters": {
                 *         "order_number": "4711"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RunWorkflowRequest"];
            };
        };
        responses: {
            /** Success. */
            200: {
                headers: {
                    "x-runwright-ignored-members": components["headers"]["IgnoredMembers"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            400: components["responses"]["BadRequest"];
            402: components["responses"]["OutOfCredits"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    runAgent: {
        parameters: {
            query?: never;
            header?: {
                /** A text of your choice. The same request with the same key is executed once within 24 hours; repeats get its answer. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "workflow_id": "wpid_123456789012345678",
                 *       "parameters": {
                 *         "order_number": "4711"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RunAgentRequest"];
            };
        };
        responses: {
            /** Success. */
            200: {
                headers: {
                    "x-runwright-ignored-members": components["headers"]["IgnoredMembers"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            400: components["responses"]["BadRequest"];
            402: components["responses"]["OutOfCredits"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listRuns: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
                status?: ("created" | "queued" | "running" | "completed" | "failed" | "terminated" | "timed_out" | "canceled")[];
                run_type?: ("task_v1" | "task_v2" | "cua_a" | "cua_b" | "ui_agent" | "workflow_run")[];
                workflow_permanent_id?: string;
                /** Part of the id, title, prompt or URL. */
                search_key?: string;
                /** Texts that the metadata of the run has, all of them, each exactly: `metadata[job]=j-17`. At most 5, names and values of at most 255 characters. */
                metadata?: {
                    [key: string]: string;
                };
                /** ISO 8601; UTC without an offset. */
                created_after?: string;
                /** ISO 8601; UTC without an offset. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"][];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getRunTimeline: {
        parameters: {
            query?: {
                order?: "asc" | "desc";
                thought_type?: string[];
                /** Only items that have changed after this event, and those around them: `x-last-event-id` of an earlier answer, or the id of an event of the run. */
                after?: number;
            };
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimelineItem"][];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listRunArtifacts: {
        parameters: {
            query?: {
                artifact_type?: ("recording" | "browser_console_log" | "service_log" | "service_log_raw" | "screenshot" | "screenshot_llm" | "screenshot_action" | "screenshot_final" | "llm_prompt" | "llm_request" | "llm_response" | "llm_response_parsed" | "llm_response_rendered" | "visible_elements_id_css_map" | "visible_elements_id_frame_map" | "visible_elements_tree" | "visible_elements_tree_trimmed" | "visible_elements_tree_in_prompt" | "hashed_href_map" | "visible_elements_id_xpath_map" | "html" | "html_scrape" | "html_action" | "trace" | "har" | "script_file" | "pdf" | "cassette_run" | "cassette_call" | "cassette_network")[];
            };
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Artifact"][];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listRunSteps: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
            };
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunStep"][];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listRunModelCalls: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
            };
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelCall"][];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    cancelRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** The state of the object does not allow this; the answer says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    resumeRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "decision": "approve",
                 *       "comment": "The amount is right."
                 *     }
                 */
                "application/json": components["schemas"]["ResumeRunRequest"];
            };
        };
        responses: {
            /** Success. */
            200: {
                headers: {
                    "x-runwright-ignored-members": components["headers"]["IgnoredMembers"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** The state of the object does not allow this; the answer says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    retryRunWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "webhook_url": "https://hooks.example.com/runs"
                 *     }
                 */
                "application/json": components["schemas"]["RetryRunWebhookRequest"];
            };
        };
        responses: {
            /** Success. */
            200: {
                headers: {
                    "x-runwright-ignored-members": components["headers"]["IgnoredMembers"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        run_id: string;
                        webhook_url: string;
                        /** @enum {string} */
                        status: "scheduled";
                    } & components["schemas"]["RequestWarnings"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** The state of the object does not allow this; the answer says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listRunWebhookDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"][];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getRunWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: string;
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryDetails"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    streamRunEvents: {
        parameters: {
            query?: {
                /** Only events with a larger id; the header `Last-Event-ID` has precedence. */
                after?: number;
            };
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Server-sent events until the run has ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listWorkflows: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
                search_key?: string;
                /** Deprecated: use search_key. */
                title?: string;
                folder_id?: string;
                status?: ("published" | "draft" | "auto_generated" | "importing" | "import_failed")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"][];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createWorkflow: {
        parameters: {
            query?: {
                folder_id?: string;
            };
            header?: {
                /** A text of your choice. The same request with the same key is executed once within 24 hours; repeats get its answer. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "json_definition": {
                 *         "title": "Order status",
                 *         "workflow_definition": {
                 *           "parameters": [
                 *             {
                 *               "parameter_type": "workflow",
                 *               "key": "order_number",
                 *               "workflow_parameter_type": "string",
                 *               "description": "Number on the invoice."
                 *             }
                 *           ],
                 *           "blocks": [
                 *             {
                 *               "block_type": "goto_url",
                 *               "label": "open",
                 *               "url": "https://shop.example/orders/{{ order_number }}"
                 *             },
                 *             {
                 *               "block_type": "extraction",
                 *               "label": "status",
                 *               "data_extraction_goal": "The status of the order and its total.",
                 *               "data_schema": {
                 *                 "type": "object",
                 *                 "properties": {
                 *                   "status": {
                 *                     "type": "string"
                 *                   },
                 *                   "total": {
                 *                     "type": "number"
                 *                   }
                 *                 }
                 *               }
                 *             }
                 *           ]
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WorkflowRequest"];
            };
        };
        responses: {
            /** Success. */
            200: {
                headers: {
                    "x-runwright-ignored-members": components["headers"]["IgnoredMembers"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listAgents: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
                search_key?: string;
                /** Deprecated: use search_key. */
                title?: string;
                folder_id?: string;
                status?: ("published" | "draft" | "auto_generated" | "importing" | "import_failed")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"][];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createAgent: {
        parameters: {
            query?: {
                folder_id?: string;
            };
            header?: {
                /** A text of your choice. The same request with the same key is executed once within 24 hours; repeats get its answer. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "json_definition": {
                 *         "title": "Order status",
                 *         "workflow_definition": {
                 *           "parameters": [
                 *             {
                 *               "parameter_type": "workflow",
                 *               "key": "order_number",
                 *               "workflow_parameter_type": "string",
                 *               "description": "Number on the invoice."
                 *             }
                 *           ],
                 *           "blocks": [
                 *             {
                 *               "block_type": "goto_url",
                 *               "label": "open",
                 *               "url": "https://shop.example/orders/{{ order_number }}"
                 *             },
                 *             {
                 *               "block_type": "extraction",
                 *               "label": "status",
                 *               "data_extraction_goal": "The status of the order and its total.",
                 *               "data_schema": {
                 *                 "type": "object",
                 *                 "properties": {
                 *                   "status": {
                 *                     "type": "string"
                 *                   },
                 *                   "total": {
                 *                     "type": "number"
                 *                   }
                 *                 }
                 *               }
                 *             }
                 *           ]
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WorkflowRequest"];
            };
        };
        responses: {
            /** Success. */
            200: {
                headers: {
                    "x-runwright-ignored-members": components["headers"]["IgnoredMembers"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getWorkflow: {
        parameters: {
            query?: {
                version?: number;
            };
            header?: never;
            path: {
                workflow_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    updateWorkflow: {
        parameters: {
            query?: {
                folder_id?: string;
            };
            header?: never;
            path: {
                workflow_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "json_definition": {
                 *         "title": "Order status",
                 *         "workflow_definition": {
                 *           "parameters": [
                 *             {
                 *               "parameter_type": "workflow",
                 *               "key": "order_number",
                 *               "workflow_parameter_type": "string",
                 *               "description": "Number on the invoice."
                 *             }
                 *           ],
                 *           "blocks": [
                 *             {
                 *               "block_type": "goto_url",
                 *               "label": "open",
                 *               "url": "https://shop.example/orders/{{ order_number }}"
                 *             },
                 *             {
                 *               "block_type": "extraction",
                 *               "label": "status",
                 *               "data_extraction_goal": "The status of the order and its total.",
                 *               "data_schema": {
                 *                 "type": "object",
                 *                 "properties": {
                 *                   "status": {
                 *                     "type": "string"
                 *                   },
                 *                   "total": {
                 *                     "type": "number"
                 *                   }
                 *                 }
                 *               }
                 *             }
                 *           ]
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WorkflowRequest"];
            };
        };
        responses: {
            /** Success. */
            200: {
                headers: {
                    "x-runwright-ignored-members": components["headers"]["IgnoredMembers"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workflow_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Done; the answer has no content. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getAgent: {
        parameters: {
            query?: {
                version?: number;
            };
            header?: never;
            path: {
                workflow_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    updateAgent: {
        parameters: {
            query?: {
                folder_id?: string;
            };
            header?: never;
            path: {
                workflow_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "json_definition": {
                 *         "title": "Order status",
                 *         "workflow_definition": {
                 *           "parameters": [
                 *             {
                 *               "parameter_type": "workflow",
                 *               "key": "order_number",
                 *               "workflow_parameter_type": "string",
                 *               "description": "Number on the invoice."
                 *             }
                 *           ],
                 *           "blocks": [
                 *             {
                 *               "block_type": "goto_url",
                 *               "label": "open",
                 *               "url": "https://shop.example/orders/{{ order_number }}"
                 *             },
                 *             {
                 *               "block_type": "extraction",
                 *               "label": "status",
                 *               "data_extraction_goal": "The status of the order and its total.",
                 *               "data_schema": {
                 *                 "type": "object",
                 *                 "properties": {
                 *                   "status": {
                 *                     "type": "string"
                 *                   },
                 *                   "total": {
                 *                     "type": "number"
                 *                   }
                 *                 }
                 *               }
                 *             }
                 *           ]
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WorkflowRequest"];
            };
        };
        responses: {
            /** Success. */
            200: {
                headers: {
                    "x-runwright-ignored-members": components["headers"]["IgnoredMembers"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workflow_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Done; the answer has no content. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listWorkflowVersions: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
            };
            header?: never;
            path: {
                workflow_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"][];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listAgentVersions: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
            };
            header?: never;
            path: {
                workflow_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"][];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listWorkflowRuns: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
                status?: ("created" | "queued" | "running" | "completed" | "failed" | "terminated" | "timed_out" | "canceled")[];
            };
            header?: never;
            path: {
                workflow_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"][];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listAgentRuns: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
                status?: ("created" | "queued" | "running" | "completed" | "failed" | "terminated" | "timed_out" | "canceled")[];
            };
            header?: never;
            path: {
                workflow_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"][];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    moveWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workflow_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "folder_id": "fld_123456789012345678"
                 *     }
                 */
                "application/json": components["schemas"]["MoveWorkflowRequest"];
            };
        };
        responses: {
            /** Success. */
            200: {
                headers: {
                    "x-runwright-ignored-members": components["headers"]["IgnoredMembers"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    moveAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workflow_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "folder_id": "fld_123456789012345678"
                 *     }
                 */
                "application/json": components["schemas"]["MoveAgentRequest"];
            };
        };
        responses: {
            /** Success. */
            200: {
                headers: {
                    "x-runwright-ignored-members": components["headers"]["IgnoredMembers"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteWorkflowByPost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workflow_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteAgentByPost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workflow_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    validateWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "json_definition": {
                 *         "title": "Order status",
                 *         "workflow_definition": {
                 *           "parameters": [
                 *             {
                 *               "parameter_type": "workflow",
                 *               "key": "order_number",
                 *               "workflow_parameter_type": "string",
                 *               "description": "Number on the invoice."
                 *             }
                 *           ],
                 *           "blocks": [
                 *             {
                 *               "block_type": "goto_url",
                 *               "label": "open",
                 *               "url": "https://shop.example/orders/{{ order_number }}"
                 *             },
                 *             {
                 *               "block_type": "extraction",
                 *               "label": "status",
                 *               "data_extraction_goal": "The status of the order and its total.",
                 *               "data_schema": {
                 *                 "type": "object",
                 *                 "properties": {
                 *                   "status": {
                 *                     "type": "string"
                 *                   },
                 *                   "total": {
                 *                     "type": "number"
                 *                   }
                 *                 }
                 *               }
                 *             }
                 *           ]
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WorkflowRequest"];
            };
        };
        responses: {
            /** Success. */
            200: {
                headers: {
                    "x-runwright-ignored-members": components["headers"]["IgnoredMembers"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowValidation"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    validateAgent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "json_definition": {
                 *         "title": "Order status",
                 *         "workflow_definition": {
                 *           "parameters": [
                 *             {
                 *               "parameter_type": "workflow",
                 *               "key": "order_number",
                 *               "workflow_parameter_type": "string",
                 *               "description": "Number on the invoice."
                 *             }
                 *           ],
                 *           "blocks": [
                 *             {
                 *               "block_type": "goto_url",
                 *               "label": "open",
                 *               "url": "https://shop.example/orders/{{ order_number }}"
                 *             },
                 *             {
                 *               "block_type": "extraction",
                 *               "label": "status",
                 *               "data_extraction_goal": "The status of the order and its total.",
                 *               "data_schema": {
                 *                 "type": "object",
                 *                 "properties": {
                 *                   "status": {
                 *                     "type": "string"
                 *                   },
                 *                   "total": {
                 *                     "type": "number"
                 *                   }
                 *                 }
                 *               }
                 *             }
                 *           ]
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WorkflowRequest"];
            };
        };
        responses: {
            /** Success. */
            200: {
                headers: {
                    "x-runwright-ignored-members": components["headers"]["IgnoredMembers"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowValidation"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    importWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /** A text of your choice. The same request with the same key is executed once within 24 hours; repeats get its answer. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "yaml_definition": "title: Order status\nworkflow_definition:\n  blocks:\n    - block_type: goto_url\n      label: open\n      url: https://shop.example/orders"
                 *     }
                 */
                "application/json": components["schemas"]["ImportWorkflowRequest"];
                "multipart/form-data": components["schemas"]["ImportWorkflowForm"];
            };
        };
        responses: {
            /** Success. */
            200: {
                headers: {
                    "x-runwright-ignored-members": components["headers"]["IgnoredMembers"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["Conflict"];
            /** The body is larger than the limit that the answer names. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    importAgent: {
        parameters: {
            query?: never;
            header?: {
                /** A text of your choice. The same request with the same key is executed once within 24 hours; repeats get its answer. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "yaml_definition": "title: Order status\nworkflow_definition:\n  blocks:\n    - block_type: goto_url\n      label: open\n      url: https://shop.example/orders"
                 *     }
                 */
                "application/json": components["schemas"]["ImportAgentRequest"];
                "multipart/form-data": components["schemas"]["ImportAgentForm"];
            };
        };
        responses: {
            /** Success. */
            200: {
                headers: {
                    "x-runwright-ignored-members": components["headers"]["IgnoredMembers"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["Conflict"];
            /** The body is larger than the limit that the answer names. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listBlockTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockType"][];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getWorkflowSchema: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** JSON Schema of a whole file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listFolders: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
                /** Part of the title. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Folder"][];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createFolder: {
        parameters: {
            query?: never;
            header?: {
                /** A text of your choice. The same request with the same key is executed once within 24 hours; repeats get its answer. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Orders",
                 *       "description": "What customers ask about."
                 *     }
                 */
                "application/json": components["schemas"]["CreateFolderRequest"];
            };
        };
        responses: {
            /** Success. */
            200: {
                headers: {
                    "x-runwright-ignored-members": components["headers"]["IgnoredMembers"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Folder"] & components["schemas"]["RequestWarnings"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The state of the object does not allow this; the answer says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getFolder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                folder_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Folder"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    updateFolder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                folder_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "title": "Orders and invoices"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateFolderRequest"];
            };
        };
        responses: {
            /** Success. */
            200: {
                headers: {
                    "x-runwright-ignored-members": components["headers"]["IgnoredMembers"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Folder"] & components["schemas"]["RequestWarnings"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** The state of the object does not allow this; the answer says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteFolder: {
        parameters: {
            query?: {
                /** Deletes the workflows too; else they stay, without a folder. */
                delete_workflows?: boolean;
            };
            header?: never;
            path: {
                folder_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "deleted";
                        folder_id: string;
                        workflows_deleted: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listCredentials: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
                credential_type?: "password" | "credit_card" | "secret";
                /** Part of the name. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Credential"][];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createCredential: {
        parameters: {
            query?: never;
            header?: {
                /** A text of your choice. The same request with the same key is executed once within 24 hours; repeats get its answer. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Shop",
                 *       "credential_type": "password",
                 *       "credential": {
                 *         "username": "ada@example.com",
                 *         "password": "correct horse battery staple"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CredentialInput"];
            };
        };
        responses: {
            /** Created. */
            201: {
                headers: {
                    "x-runwright-ignored-members": components["headers"]["IgnoredMembers"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Credential"] & components["schemas"]["RequestWarnings"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                credential_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Credential"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                credential_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Done; the answer has no content. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    updateCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                credential_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Shop",
                 *       "credential_type": "password",
                 *       "credential": {
                 *         "username": "ada@example.com",
                 *         "password": "correct horse battery staple"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CredentialInput"];
            };
        };
        responses: {
            /** Success. */
            200: {
                headers: {
                    "x-runwright-ignored-members": components["headers"]["IgnoredMembers"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Credential"] & components["schemas"]["RequestWarnings"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** The state of the object does not allow this; the answer says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteCredentialByPost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                credential_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Done; the answer has no content. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listPushedCodes: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
                totp_identifier?: string;
                workflow_run_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PushedCode"][];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    pushCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "totp_identifier": "ada@example.com",
                 *       "content": "Your code is 482913.",
                 *       "source": "mail"
                 *     }
                 */
                "application/json": components["schemas"]["PushCodeRequest"];
            };
        };
        responses: {
            /** Success. */
            200: {
                headers: {
                    "x-runwright-ignored-members": components["headers"]["IgnoredMembers"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PushedCode"] & components["schemas"]["RequestWarnings"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"][];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Reports",
                 *       "scopes": [
                 *         "read"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateApiKeyRequest"];
            };
        };
        responses: {
            /** Created. */
            201: {
                headers: {
                    "x-runwright-ignored-members": components["headers"]["IgnoredMembers"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKey"] & components["schemas"]["RequestWarnings"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                api_key_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "overlap_seconds": 3600
                 *     }
                 */
                "application/json": components["schemas"]["RotateApiKeyRequest"];
            };
        };
        responses: {
            /** Created. */
            201: {
                headers: {
                    "x-runwright-ignored-members": components["headers"]["IgnoredMembers"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKey"] & components["schemas"]["RequestWarnings"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** The state of the object does not allow this; the answer says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                api_key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Done; the answer has no content. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** The state of the object does not allow this; the answer says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listWorkflowSchedules: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
            };
            header?: never;
            path: {
                workflow_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"][];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createWorkflowSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** A text of your choice. The same request with the same key is executed once within 24 hours; repeats get its answer. */
                "idempotency-key"?: string;
            };
            path: {
                workflow_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "cron": "0 7 * * 1-5",
                 *       "timezone": "Europe/Berlin",
                 *       "name": "Every working day",
                 *       "parameters": {
                 *         "order_number": "4711"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateWorkflowScheduleRequest"];
            };
        };
        responses: {
            /** Success. */
            200: {
                headers: {
                    "x-runwright-ignored-members": components["headers"]["IgnoredMembers"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"] & components["schemas"]["RequestWarnings"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listAgentSchedules: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
            };
            header?: never;
            path: {
                workflow_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"][];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createAgentSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** A text of your choice. The same request with the same key is executed once within 24 hours; repeats get its answer. */
                "idempotency-key"?: string;
            };
            path: {
                workflow_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "cron": "0 7 * * 1-5",
                 *       "timezone": "Europe/Berlin",
                 *       "name": "Every working day",
                 *       "parameters": {
                 *         "order_number": "4711"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateAgentScheduleRequest"];
            };
        };
        responses: {
            /** Success. */
            200: {
                headers: {
                    "x-runwright-ignored-members": components["headers"]["IgnoredMembers"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"] & components["schemas"]["RequestWarnings"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listSchedules: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"][];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listScheduleTimes: {
        parameters: {
            query: {
                /** Five fields, as that of a schedule. */
                cron: string;
                /** IANA name. */
                timezone?: string;
                count?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleTimes"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                schedule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                schedule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Done; the answer has no content. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    updateSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                schedule_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/json": components["schemas"]["UpdateScheduleRequest"];
            };
        };
        responses: {
            /** Success. */
            200: {
                headers: {
                    "x-runwright-ignored-members": components["headers"]["IgnoredMembers"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"] & components["schemas"]["RequestWarnings"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getOwnOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getBillingState: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingState"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listCharges: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Charge"][];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getSpending: {
        parameters: {
            query?: {
                /** First day in UTC, such as `2026-03-01`. Default: 29 days before `to`. */
                from?: string;
                /** Last day. Default: today. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Spending"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listScripts: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
                /** Only scripts for this workflow (`wpid_`). */
                workflow_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Script"][];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createScript: {
        parameters: {
            query?: never;
            header?: {
                /** A text of your choice. The same request with the same key is executed once within 24 hours; repeats get its answer. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "files": [
                 *         {
                 *           "path": "main.js",
                 *           "content": "return { done: true };",
                 *           "encoding": "utf-8"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateScriptRequest"];
            };
        };
        responses: {
            /** Success. */
            200: {
                headers: {
                    "x-runwright-ignored-members": components["headers"]["IgnoredMembers"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScriptResult"] & components["schemas"]["RequestWarnings"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deployScript: {
        parameters: {
            query?: never;
            header?: {
                /** A text of your choice. The same request with the same key is executed once within 24 hours; repeats get its answer. */
                "idempotency-key"?: string;
            };
            path: {
                script_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "files": [
                 *         {
                 *           "path": "main.js",
                 *           "content": "return { done: true };",
                 *           "encoding": "utf-8"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["DeployScriptRequest"];
            };
        };
        responses: {
            /** Success. */
            200: {
                headers: {
                    "x-runwright-ignored-members": components["headers"]["IgnoredMembers"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScriptResult"] & components["schemas"]["RequestWarnings"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listScriptVersions: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
            };
            header?: never;
            path: {
                script_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScriptVersion"][];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getScriptFiles: {
        parameters: {
            query?: {
                version?: number;
                /** Only the file of this path. */
                path?: string;
            };
            header?: never;
            path: {
                script_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScriptFile"][];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getScript: {
        parameters: {
            query?: {
                version?: number;
            };
            header?: never;
            path: {
                script_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Script"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listBrowserSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrowserSession"][];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createBrowserSession: {
        parameters: {
            query?: never;
            header?: {
                /** A text of your choice. The same request with the same key is executed once within 24 hours; repeats get its answer. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "timeout": 30,
                 *       "extensions": [
                 *         "ad-blocker"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateBrowserSessionRequest"];
            };
        };
        responses: {
            /** Success. */
            200: {
                headers: {
                    "x-runwright-ignored-members": components["headers"]["IgnoredMembers"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrowserSession"] & components["schemas"]["RequestWarnings"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            /** The service is stopping, busy, or cannot reach its store; `detail` says whether something may have been accepted. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["OtherError"];
        };
    };
    getBrowserSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                browser_session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrowserSession"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    closeBrowserSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                browser_session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listBrowserProfiles: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
                include_deleted?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrowserProfile"][];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createBrowserProfile: {
        parameters: {
            query?: never;
            header?: {
                /** A text of your choice. The same request with the same key is executed once within 24 hours; repeats get its answer. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Shop",
                 *       "description": "Signed in as Ada."
                 *     }
                 */
                "application/json": components["schemas"]["CreateBrowserProfileRequest"];
            };
        };
        responses: {
            /** Success. */
            200: {
                headers: {
                    "x-runwright-ignored-members": components["headers"]["IgnoredMembers"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrowserProfile"] & components["schemas"]["RequestWarnings"];
                };
            };
            /** The request cannot be executed as things are; the answer says why. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** The state of the object does not allow this; the answer says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getBrowserProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                browser_profile_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrowserProfile"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteBrowserProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                browser_profile_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Done; the answer has no content. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    updateBrowserProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                browser_profile_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "description": "Signed in as Grace."
                 *     }
                 */
                "application/json": components["schemas"]["UpdateBrowserProfileRequest"];
            };
        };
        responses: {
            /** Success. */
            200: {
                headers: {
                    "x-runwright-ignored-members": components["headers"]["IgnoredMembers"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrowserProfile"] & components["schemas"]["RequestWarnings"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** The state of the object does not allow this; the answer says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createRunLiveToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "control": true
                 *     }
                 */
                "application/json": components["schemas"]["CreateRunLiveTokenRequest"];
            };
        };
        responses: {
            /** Success. */
            200: {
                headers: {
                    "x-runwright-ignored-members": components["headers"]["IgnoredMembers"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        token: string;
                        /** Format: date-time */
                        expires_at: string;
                        control: boolean;
                        /** Why no WebSocket would open now, such as that there is no browser yet; null when one would. */
                        unavailable_reason: string | null;
                    } & components["schemas"]["RequestWarnings"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    watchRun: {
        parameters: {
            query?: {
                /** Of `live_token`, in place of the key. Web pages offer it as the subprotocol `runwright.token.<token>` beside `runwright.live`, which keeps it out of addresses. */
                token?: string;
            };
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** The state of the object does not allow this; the answer says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** The address is that of a WebSocket. */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            /** The service is stopping, busy, or cannot reach its store; `detail` says whether something may have been accepted. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["OtherError"];
        };
    };
    createLiveToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                browser_session_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "control": true
                 *     }
                 */
                "application/json": components["schemas"]["CreateLiveTokenRequest"];
            };
        };
        responses: {
            /** Success. */
            200: {
                headers: {
                    "x-runwright-ignored-members": components["headers"]["IgnoredMembers"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        token: string;
                        /** Format: date-time */
                        expires_at: string;
                        control: boolean;
                        /** Why no WebSocket would open now, such as that there is no browser yet; null when one would. */
                        unavailable_reason: string | null;
                    } & components["schemas"]["RequestWarnings"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    watchBrowserSession: {
        parameters: {
            query?: {
                /** Of `live_token`, in place of the key. Web pages offer it as the subprotocol `runwright.token.<token>` beside `runwright.live`, which keeps it out of addresses. */
                token?: string;
            };
            header?: never;
            path: {
                browser_session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** The state of the object does not allow this; the answer says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** The address is that of a WebSocket. */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            /** The service is stopping, busy, or cannot reach its store; `detail` says whether something may have been accepted. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["OtherError"];
        };
    };
    debugBrowserSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                browser_session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** The state of the object does not allow this; the answer says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            /** The address is that of a WebSocket. */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            /** The service is stopping, busy, or cannot reach its store; `detail` says whether something may have been accepted. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["OtherError"];
        };
    };
    getDebugVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                browser_session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        Browser: string;
                        "Protocol-Version": string;
                        webSocketDebuggerUrl: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** The state of the object does not allow this; the answer says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            /** The service is stopping, busy, or cannot reach its store; `detail` says whether something may have been accepted. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["OtherError"];
        };
    };
    getArtifact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                artifact_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Artifact"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getArtifactContent: {
        parameters: {
            query?: {
                expiry?: string;
                kid?: string;
                sig?: string;
            };
            header?: never;
            path: {
                artifact_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The bytes, in the media type that is stored with them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** The bytes of the range. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** A signed link, if the host lets the artifact store send the bytes: `Location` works for a short time. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** The bytes have the checksum that `If-None-Match` names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** The range is outside of the bytes. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    headArtifactContent: {
        parameters: {
            query?: {
                expiry?: string;
                kid?: string;
                sig?: string;
            };
            header?: never;
            path: {
                artifact_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The bytes, in the media type that is stored with them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** The bytes of the range. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** The bytes have the checksum that `If-None-Match` names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** The range is outside of the bytes. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getRunCassette: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The ZIP file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getFileContent: {
        parameters: {
            query?: {
                expiry?: string;
                kid?: string;
                sig?: string;
            };
            header?: never;
            path: {
                file_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The bytes, in the media type that is stored with them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** The bytes of the range. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** A signed link, if the host lets the artifact store send the bytes: `Location` works for a short time. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** The bytes have the checksum that `If-None-Match` names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** The range is outside of the bytes. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    headFileContent: {
        parameters: {
            query?: {
                expiry?: string;
                kid?: string;
                sig?: string;
            };
            header?: never;
            path: {
                file_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The bytes, in the media type that is stored with them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** The bytes of the range. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** The bytes have the checksum that `If-None-Match` names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** The range is outside of the bytes. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    uploadFile: {
        parameters: {
            query?: never;
            header?: {
                /** A text of your choice. The same request with the same key is executed once within 24 hours; repeats get its answer. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["UploadFileForm"];
            };
        };
        responses: {
            /** Success. */
            200: {
                headers: {
                    "x-runwright-ignored-members": components["headers"]["IgnoredMembers"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"] & components["schemas"]["RequestWarnings"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            /** The body is larger than the limit that the answer names. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                file_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Done; the answer has no content. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listOrganizations: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"][];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Example Ltd"
                 *     }
                 */
                "application/json": components["schemas"]["CreateOrganizationRequest"];
            };
        };
        responses: {
            /** Created. */
            201: {
                headers: {
                    "x-runwright-ignored-members": components["headers"]["IgnoredMembers"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"] & components["schemas"]["RequestWarnings"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Done; the answer has no content. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** The state of the object does not allow this; the answer says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    updateOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Example GmbH"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateOrganizationRequest"];
            };
        };
        responses: {
            /** Success. */
            200: {
                headers: {
                    "x-runwright-ignored-members": components["headers"]["IgnoredMembers"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"] & components["schemas"]["RequestWarnings"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listOrganizationApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"][];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createOrganizationApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Reports",
                 *       "scopes": [
                 *         "read"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateOrganizationApiKeyRequest"];
            };
        };
        responses: {
            /** Created. */
            201: {
                headers: {
                    "x-runwright-ignored-members": components["headers"]["IgnoredMembers"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKey"] & components["schemas"]["RequestWarnings"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    rotateOrganizationApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                api_key_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "overlap_seconds": 3600
                 *     }
                 */
                "application/json": components["schemas"]["RotateOrganizationApiKeyRequest"];
            };
        };
        responses: {
            /** Created. */
            201: {
                headers: {
                    "x-runwright-ignored-members": components["headers"]["IgnoredMembers"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKey"] & components["schemas"]["RequestWarnings"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** The state of the object does not allow this; the answer says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            /** The request has mistakes; the answer names each with its place. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    revokeOrganizationApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                api_key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Done; the answer has no content. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            /** The organization has nothing with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** The state of the object does not allow this; the answer says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    runFinished: {
        parameters: {
            query?: never;
            header: {
                /** HMAC-SHA256 of the body in lower-case hexadecimal. Its key is the API key that started the run; without one, the signing key of the organization. */
                "x-service-signature": string;
                /** Unix time of sending, in seconds. */
                "x-service-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskWebhook"] | components["schemas"]["WorkflowWebhook"];
            };
        };
        responses: {
            /** Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** Not received: the run becomes `failed`. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
