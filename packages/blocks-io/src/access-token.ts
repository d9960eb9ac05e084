import { type BlockContext, parameterKey, RunwrightError, Type, template } from '@runwright/contract';

/** Defines the field that names a credential. Its access token is sent unchanged and never refreshed. */
export function credentialField(service: string) {
  return Type.Optional(
    Type.Unknown({
      description: `A credential of type \`secret\` that holds an access token for ${service}: its id, or the key of a parameter that holds it.`,
      ...template('native'),
      ...parameterKey,
    }),
  );
}

/** Returns the placeholder of a credential's access token. */
export async function readAccessToken(
  credential: unknown,
  service: string,
  context: Pick<BlockContext, 'secret' | 'label'>,
): Promise<string> {
  const text = textOf(credential);
  if (text === '') {
    throw new RunwrightError(
      'secret_unavailable',
      `Block \`${context.label}\` needs an access token for ${service}, but \`credential_id\` names no credential of type \`secret\`; give one.`,
      { details: { failure_category: 'credential' } },
    );
  }
  if (/\{\{secret\.[^{}\s]+\}\}/.test(text)) return text;
  return context.secret(text);
}

function textOf(credential: unknown): string {
  if (typeof credential === 'string') return credential.trim();
  const isObject = typeof credential === 'object' && credential !== null && 'secret_value' in credential;
  return isObject && typeof credential.secret_value === 'string' ? credential.secret_value : '';
}
