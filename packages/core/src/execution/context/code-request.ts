import type { JsonObject, PageAction, RunSettings } from '@runwright/contract';
import { asRecord, schemaNode } from '@runwright/definition';
import type { CodeRequest } from '../../one-time-codes/run-codes.ts';
import type { RegisteredBlock } from '../../registry/registry.ts';
import type { ClosedSecrets } from '../../secrets/reveal-secrets.ts';
import type { SecretUse } from '../../secrets/secret-use.ts';
import type { ActionRecorder } from './recorded-session.ts';
import type { RunScope } from './run-scope.ts';

/** Returns whether blocks of a type may need one-time codes: their config has a member that says where these come from. */
export function takesCodes(block: Pick<RegisteredBlock, 'config'> | undefined): boolean {
  return block !== undefined && Object.hasOwn(schemaNode(block.config.properties), 'totp_identifier');
}

/**
 * Adds the one-time codes of an attempt of a block to those of its run, and returns their placeholder; null for a block that
 * does not {@link takesCodes | take codes}, and when there is no source of them.
 */
export function addOneTimeCode(
  { run, runSecrets, codes }: Pick<RunScope, 'run' | 'runSecrets' | 'codes'>,
  block: Pick<RegisteredBlock, 'config'> | undefined,
  config: JsonObject,
  attempt: Pick<CodeRequest, 'since' | 'record'>,
): string | null {
  const sources = takesCodes(block) ? codeSources(config, run.settings, runSecrets) : null;
  return sources === null ? null : codes.add({ ...sources, ...attempt });
}

/**
 * Returns where the one-time codes of a block come from: from its own members, else from the run's, else from the
 * identifier of its credential. Null when nothing names a source, or when the credential makes its codes itself.
 *
 * @param config rendered config of a block that {@link takesCodes}
 */
function codeSources(
  config: JsonObject,
  settings: Pick<RunSettings, 'totpUrl' | 'totpIdentifier'>,
  runSecrets: Pick<ClosedSecrets, 'findPlaceholders'>,
): Pick<CodeRequest, 'url' | 'identifier' | 'binding'> | null {
  const parameters = asRecord(config.parameters) ?? {};
  const uses = runSecrets.findPlaceholders(parameters);
  if (uses.some(({ secret }) => 'seeds' in secret && secret.seeds.length > 0)) return null;
  const own = (name: string) => textOrNull(config[name]);
  const url = own('totp_verification_url') ?? textOrNull(settings.totpUrl);
  const credentials = Object.values(parameters).map((value) => asRecord(value)?.totp_identifier);
  const identifier =
    own('totp_identifier') ??
    textOrNull(settings.totpIdentifier) ??
    credentials.map(textOrNull).find((text) => text !== null) ??
    null;
  if (url === null && identifier === null) return null;
  return { url, identifier, binding: uses.find(({ binding }) => binding?.isCard === false)?.binding ?? null };
}

/**
 * Returns how the actions of a block treat one-time codes. An agent types a code again when the page has rejected it, so it
 * never gets the same one twice; a program decides itself what it types.
 */
export function codeRules(
  block: Pick<RegisteredBlock, 'kind'> | undefined,
  use: SecretUse,
  runSecrets: Pick<ClosedSecrets, 'findPlaceholders'>,
): Pick<ActionRecorder, 'adapt' | 'ready' | 'failed'> {
  const isAgent = block?.kind === 'work';
  return {
    adapt: (action) => (isAgent ? asCodeAction(action, runSecrets) : action),
    ready: isAgent ? use.readyToType : use.ready,
    failed: use.takeBack,
  };
}

/**
 * Returns the action to execute for one that an agent chose: a text that is nothing but a one-time code is typed as such, also
 * into fields that take one character each.
 */
function asCodeAction(action: PageAction, runSecrets: Pick<ClosedSecrets, 'findPlaceholders'>): PageAction {
  if (action.action_type !== 'input_text' || action.submit === true || action.clear === false) return action;
  const code = action.text.trim();
  const [use] = runSecrets.findPlaceholders(code);
  if (use === undefined || use.placeholder !== code || !('seeds' in use.secret)) return action;
  return { action_type: 'verification_code', id: action.id, code };
}

function textOrNull(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? null : text;
}
