import {
  type AcceptedDraft,
  isFinal,
  type JsonObject,
  type Run,
  type RunSettings,
  type Workflow,
} from '@runwright/contract';
import type { EngineDeps } from '../engine-deps.ts';
import type { RunScope } from '../execution/context/run-scope.ts';

/**
 * Stores what a replay needs beside the calls of the model and the network, for a run that is recorded and has ended. It is the
 * last part of a recording, so a recording that has it is complete.
 */
export async function saveCassetteRun(
  { store }: Pick<EngineDeps, 'store'>,
  scope: Pick<RunScope, 'run' | 'workflow' | 'credentials' | 'saveRecording'>,
): Promise<void> {
  if (!scope.run.settings.isRecorded) return;
  const run = await store.runs.find(scope.run.runId);
  if (run === null || !isFinal(run.status)) return;
  const { status, output, failureReason, startedAt, createdAt } = run;
  const workflow = replayedDraft(scope.workflow, run.settings);
  const parameters = parametersOf(run, workflow);
  const content: JsonObject = {
    version: 1,
    workflow: JSON.stringify(workflow, null, 2),
    parameters,
    startedAt: startedAt ?? createdAt,
    seed: null,
    credentials: await credentialsIn(JSON.stringify([workflow, parameters]), scope),
    result: { status, output, failureReason },
  };
  await scope.saveRecording({ type: 'cassette_run', content: JSON.stringify(content, null, 2) });
}

/** The workflow with the settings that its request has given, and without addresses that a replay must not call. */
function replayedDraft(
  { draft }: Workflow,
  { allowedDomains, maxScreenshotScrolls }: RunSettings,
): JsonObject {
  const { webhook_callback_url: _webhook, totp_verification_url: _totp, ...kept }: AcceptedDraft = draft;
  return JSON.parse(
    JSON.stringify({
      ...kept,
      ...(allowedDomains ? { allowed_domains: allowedDomains } : {}),
      ...(maxScreenshotScrolls === null ? {} : { max_screenshot_scrolls: maxScreenshotScrolls }),
      run_with: 'agent',
    }),
  );
}

/** Values of the parameters that a request gives; those of secrets are ids. */
function parametersOf({ parameters }: Run, workflow: JsonObject): JsonObject {
  const { parameters: declared } = Object(workflow.workflow_definition);
  const given = new Set(
    (declared as readonly { readonly key: string; readonly parameter_type: string }[])
      .filter(({ parameter_type: type }) => type === 'workflow')
      .map(({ key }) => key),
  );
  return Object.fromEntries(Object.entries(parameters).filter(([key]) => given.has(key)));
}

/** The credentials that a text names, without their secrets. */
async function credentialsIn(
  text: string,
  { credentials, run }: Pick<RunScope, 'credentials' | 'run'>,
): Promise<JsonObject[]> {
  const ids = new Set(text.match(/\bcred_\d+\b/g));
  const found = await Promise.all(
    [...ids].map(async (credentialId) => {
      const credential = await credentials.open(run.organizationId, credentialId);
      if (credential === null) return [];
      const { credential_type: type, allowed_hosts: hosts } = credential;
      const brand = type === 'credit_card' ? { card_brand: credential.credential.card_brand } : {};
      const allowed = hosts === undefined ? {} : { allowed_hosts: [...hosts] };
      return [{ credential_id: credentialId, credential_type: type, ...brand, ...allowed }];
    }),
  );
  return found.flat();
}
