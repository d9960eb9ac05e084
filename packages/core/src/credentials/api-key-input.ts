import { type ApiKeyScope, apiKeyScopes, type Problem } from '@runwright/contract';
import { invalidInput } from '@runwright/definition';

/** Checks scopes and expiry of a new key and fills in the defaults. Throws `invalid_input` with every problem. */
export function readKeyRights(
  given: { readonly scopes?: readonly ApiKeyScope[]; readonly expiresAt?: number | null },
  now: number,
): { readonly scopes: readonly ApiKeyScope[]; readonly expiresAt: number | null } {
  const { scopes = apiKeyScopes, expiresAt = null } = given;
  const problems: Problem[] = [];
  if (scopes.length === 0) {
    problems.push({ path: ['scopes'], message: 'Value error, give at least one scope', type: 'value_error' });
  }
  for (const [index, scope] of scopes.entries()) {
    if (apiKeyScopes.includes(scope)) continue;
    problems.push({
      path: ['scopes', index],
      message: `Input should be 'read', 'run' or 'admin'`,
      type: 'enum',
    });
  }
  if (expiresAt !== null && !(expiresAt > now)) {
    problems.push({
      path: ['expires_at'],
      message: 'Value error, the time has passed; give a later one',
      type: 'value_error',
    });
  }
  if (problems.length > 0) throw invalidInput('The API key cannot be created', problems);
  return { scopes: apiKeyScopes.filter((scope) => scopes.includes(scope)), expiresAt };
}
