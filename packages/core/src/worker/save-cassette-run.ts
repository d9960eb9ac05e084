import type {
  AcceptedDraft,
  CredentialInput,
  JsonObject,
  Run,
  RunSettings,
  Workflow,
} from '@runwright/contract';
import { isSecretHeader } from '@runwright/masking';
import type { EngineDeps } from '../engine-deps.ts';
import type { RunRecording } from '../execution/context/run-recording.ts';
import type { RunScope } from '../execution/context/run-scope.ts';
import { findEndedRun } from './find-ended-run.ts';

/**
 * Stores what a replay needs beside the calls of the model and the network, for a run that is recorded and has ended. It is the
 * last part of a recording, so a recording that has it is complete, unless a loss was noted.
 */
export async function saveCassetteRun(
  { store }: Pick<EngineDeps, 'store'>,
  scope: Pick<RunScope, 'run' | 'journal' | 'workflow' | 'credentials' | 'recording' | 'saveRecording'>,
): Promise<void> {
  const { recording } = scope;
  if (recording === null) return;
  const ended = await findEndedRun(store, scope);
  if (ended === null) return;
  const { run, attempts } = ended;
  // Its model calls are recorded, and the next attempt has made them again.
  if (attempts.some((attempt) => attempt.status === 'lost')) {
    return recording.lose('An attempt of a block was lost with its worker.');
  }
  const { status, output, failureReason, startedAt, createdAt } = run;
  const workflow = replayedDraft(scope.workflow, run.settings);
  const parameters = parametersOf(run, workflow);
  const { secrets, items } = recording.secrets();
  const content: JsonObject = {
    version: 1,
    workflow: JSON.stringify(workflow, null, 2),
    parameters,
    startedAt: startedAt ?? createdAt,
    seed: null,
    secrets,
    items,
    credentials: await credentialsIn(JSON.stringify([workflow, parameters]), { ...scope, ...recording }),
    result: { status, output, failureReason },
  };
  await scope.saveRecording({ type: 'cassette_run', content: JSON.stringify(content, null, 2) });
}

/**
 * The workflow with the settings that its request has given, and without its folder, which a replay does not have, secret headers, and
 * addresses that a replay must not call.
 */
function replayedDraft(
  { draft }: Workflow,
  { allowedDomains, maxScreenshotScrolls }: RunSettings,
): JsonObject {
  const {
    webhook_callback_url: _webhook,
    totp_verification_url: _totp,
    folder_id: _folder,
    extra_http_headers: headers,
    ...kept
  }: AcceptedDraft = draft;
  return JSON.parse(
    JSON.stringify({
      ...kept,
      ...(headers ? { extra_http_headers: withoutSecrets(headers) } : {}),
      ...(allowedDomains ? { allowed_domains: allowedDomains } : {}),
      ...(maxScreenshotScrolls === null ? {} : { max_screenshot_scrolls: maxScreenshotScrolls }),
      run_with: 'agent',
    }),
  );
}

/** Headers whose secret values are `*****`, as in the recording of the network. */
function withoutSecrets(headers: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, isSecretHeader(name) ? '*****' : value]),
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

/** The credentials that a text names, each by its id, with what stands for their secrets. */
async function credentialsIn(
  text: string,
  { credentials, run, substitute }: Pick<RunScope, 'credentials' | 'run'> & Pick<RunRecording, 'substitute'>,
): Promise<JsonObject> {
  const ids = [...new Set(text.match(/\bcred_\d+\b/g))];
  const found = await Promise.all(
    ids.map(async (credentialId) => {
      const credential = await credentials.open(run.organizationId, credentialId);
      return credential === null ? [] : [[credentialId, withSubstitutes(credential, substitute)] as const];
    }),
  );
  return Object.fromEntries(found.flat());
}

/** A credential as it may be created for a replay. One-time codes cannot be replayed. */
function withSubstitutes(input: CredentialInput, substitute: (value: string) => string): JsonObject {
  const plain = new Set(['card_brand', 'secret_label']);
  const fields = Object.entries(input.credential)
    .filter(([name]) => !name.startsWith('totp'))
    .map(([name, value]) => [name, plain.has(name) ? value : substitute(value)]);
  const { credential_type: type, allowed_hosts: hosts } = input;
  return {
    credential_type: type,
    ...(hosts ? { allowed_hosts: [...hosts] } : {}),
    credential: Object.fromEntries(fields),
  };
}
