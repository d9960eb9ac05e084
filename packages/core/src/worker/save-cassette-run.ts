import { recordedSeed } from '@runwright/cassette/entry';
import {
  type AcceptedDraft,
  type CredentialInput,
  type JsonObject,
  plainCredentialMembers,
  type Run,
  type RunSettings,
  type Workflow,
} from '@runwright/contract';
import { isSecretHeader } from '@runwright/masking';
import type { EngineDeps } from '../engine-deps.ts';
import type { RunScope } from '../execution/context/run-scope.ts';
import { findEndedRun } from './find-ended-run.ts';
import { createSubstitution, type SecretSubstitution } from './substitute-secrets.ts';

/**
 * Stores what a replay needs beside the calls of the model and the network, for a run that is recorded and has ended. It is the
 * last part of a recording, so a recording that has it is complete, unless a loss was noted.
 */
export async function saveCassetteRun(
  { store }: Pick<EngineDeps, 'store'>,
  scope: Pick<
    RunScope,
    'run' | 'journal' | 'workflow' | 'credentials' | 'recording' | 'runSecrets' | 'saveRecording'
  >,
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
  const opened = await openCredentials(JSON.stringify([workflow, parameters]), scope);
  // A text that has a secret in it, such as a parameter, has that of the replay.
  const substitution = createSubstitution({
    secrets: [...recording.values, ...opened.flatMap(([, { credential }]) => listSecretValues(credential))],
    substitute: recording.substitute,
    mask: scope.runSecrets.mask,
  });
  const content: JsonObject = {
    version: 1,
    workflow: JSON.stringify(substitution.workflow(workflow), null, 2),
    parameters: substitution.data(parameters),
    startedAt: startedAt ?? createdAt,
    seed: null,
    secrets,
    items: Object.fromEntries(
      Object.entries(items).map(([item, fields]) => [item, changePlainMembers(fields, substitution)]),
    ),
    credentials: Object.fromEntries(
      opened.map(([id, credential]) => [id, withSubstitutes(credential, recording.substitute, substitution)]),
    ),
    result: {
      status,
      output: substitution.data(output),
      failureReason: failureReason === null ? null : substitution.text(failureReason),
    },
  };
  await scope.saveRecording({ type: 'cassette_run', content: JSON.stringify(content, null, 2) });
}

/** Stands for an address that is asked for one-time codes: a replay tells the model of codes too, and calls nothing. */
const noAddress = 'https://replay.invalid/';

/**
 * The workflow with the settings that its request has given, and without what a replay does not have, its folder and the prices of models,
 * without secret headers, and without addresses that a replay must not call.
 */
function replayedDraft(
  { draft }: Workflow,
  { allowedDomains, maxScreenshotScrolls, totpUrl, totpIdentifier }: RunSettings,
): JsonObject {
  const {
    webhook_callback_url: _webhook,
    totp_verification_url: _totp,
    folder_id: _folder,
    max_cost: _cost,
    extra_http_headers: headers,
    ...kept
  }: AcceptedDraft = draft;
  return JSON.parse(
    JSON.stringify({
      ...kept,
      ...(headers ? { extra_http_headers: withoutSecrets(headers) } : {}),
      ...(allowedDomains ? { allowed_domains: allowedDomains } : {}),
      ...(maxScreenshotScrolls === null ? {} : { max_screenshot_scrolls: maxScreenshotScrolls }),
      ...(totpUrl === null ? {} : { totp_verification_url: noAddress }),
      ...(totpIdentifier === null ? {} : { totp_identifier: totpIdentifier }),
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

/** The credentials that a text names, each with its id. */
async function openCredentials(
  text: string,
  { credentials, run }: Pick<RunScope, 'credentials' | 'run'>,
): Promise<readonly (readonly [credentialId: string, credential: CredentialInput])[]> {
  const ids = [...new Set(text.match(/\bcred_\d+\b/g))];
  const found = await Promise.all(
    ids.map(async (credentialId) => {
      const credential = await credentials.open(run.organizationId, credentialId);
      return credential === null ? [] : [[credentialId, credential] as const];
    }),
  );
  return found.flat();
}

function listSecretValues(credential: CredentialInput['credential']): readonly string[] {
  return Object.entries(credential).flatMap(([name, value]) =>
    plainCredentialMembers.has(name) ? [] : value,
  );
}

/** Changes the members in words, such as a mail address that is a user name too; the others are substitutes or one of several values. */
function changePlainMembers(
  fields: Readonly<Record<string, string>>,
  { text }: SecretSubstitution,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, inWords.has(name) ? text(value) : value]),
  );
}

const inWords: ReadonlySet<string> = new Set(['totp_identifier', 'secret_label']);

/** Stand for values that are checked when a credential is created; none belongs to anybody. */
const validStandIns: Readonly<Record<string, string>> = {
  totp: recordedSeed,
  card_number: '9000000000000001',
  card_cvv: '000',
  card_exp_month: '12',
  card_exp_year: '2099',
};

/**
 * A credential as it may be created for a replay, with every member that it has: prompts name them. One-time codes and forms that send the
 * number of a card cannot be replayed.
 */
function withSubstitutes(
  input: CredentialInput,
  substitute: (value: string) => string,
  substitution: SecretSubstitution,
): JsonObject {
  const fields = Object.entries(input.credential).map(([name, value]) => [
    name,
    plainCredentialMembers.has(name) ? value : (validStandIns[name] ?? substitute(value)),
  ]);
  const { credential_type: type, allowed_hosts: hosts } = input;
  return {
    credential_type: type,
    ...(hosts ? { allowed_hosts: hosts.map(substitution.text) } : {}),
    credential: changePlainMembers(Object.fromEntries(fields), substitution),
  };
}
