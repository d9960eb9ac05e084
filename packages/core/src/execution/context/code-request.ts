import type { JsonObject, RunSettings } from '@runwright/contract';
import { asRecord, schemaNode } from '@runwright/definition';
import type { CodeRequest } from '../../one-time-codes/run-codes.ts';
import type { RegisteredBlock } from '../../registry/registry.ts';
import type { ClosedSecrets } from '../../secrets/reveal-secrets.ts';

/** Returns whether blocks of a type may need one-time codes: their config has a member that says where these come from. */
export function takesCodes(block: Pick<RegisteredBlock, 'config'> | undefined): boolean {
  return block !== undefined && Object.hasOwn(schemaNode(block.config.properties), 'totp_identifier');
}

/**
 * Returns where the one-time codes of a block come from: from its own members, else from the run's, else from the
 * identifier of its credential. Null when nothing names a source, or when the credential makes its codes itself.
 *
 * @param config rendered config of a block that {@link takesCodes}
 */
export function codeSources(
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

function textOrNull(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? null : text;
}
