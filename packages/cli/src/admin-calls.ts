import { RunwrightError } from '@runwright/contract';
import type { ApiKeysApi, BillingApi, Engine, OrganizationsApi, WorkersApi } from '@runwright/core';

/** The calls of an engine that manage organizations, keys and credits, and tell what its workers do. Arguments and results are JSON data. */
export interface AdminCalls {
  readonly organizations: OrganizationsApi;
  readonly keys: Pick<ApiKeysApi, 'create' | 'list' | 'rotate' | 'revoke'>;
  readonly billing: BillingApi;
  readonly workers: Pick<WorkersApi, 'status'>;
}

type Parts = { readonly [Part in keyof AdminCalls]: readonly (keyof AdminCalls[Part] & string)[] };

/** Every call that may be made from another process. */
const parts: Parts = {
  organizations: ['first', 'create', 'list', 'get', 'rename', 'retain', 'delete'],
  keys: ['create', 'list', 'rotate', 'revoke'],
  billing: ['state', 'setPlan', 'addTopup', 'setOverage', 'charges'],
  workers: ['status'],
};

type Call = (...args: readonly unknown[]) => Promise<unknown>;

/** Makes one of the calls, by its part and name. Throws `invalid_input` for any other. */
export function makeAdminCall(
  engine: Engine,
  part: string,
  name: string,
  args: readonly unknown[],
): Promise<unknown> {
  const names: readonly string[] = Object.hasOwn(parts, part) ? parts[part as keyof Parts] : [];
  if (!names.includes(name)) {
    throw new RunwrightError(
      'invalid_input',
      `The service has no call \`${part}.${name}\`. Use the command of the version that runs as the service.`,
    );
  }
  const calls = engine[part as keyof AdminCalls] as unknown as Readonly<Record<string, Call>>;
  return calls[name]?.(...args) ?? Promise.resolve(null);
}

/** Creates the calls over a function that makes each of them elsewhere. */
export function remoteAdminCalls(
  make: (part: string, name: string, args: readonly unknown[]) => Promise<unknown>,
): AdminCalls {
  const calls = Object.entries(parts).map(([part, names]) => [
    part,
    Object.fromEntries(
      names.map((name: string) => [name, (...args: readonly unknown[]) => make(part, name, args)]),
    ),
  ]);
  return Object.fromEntries(calls) as AdminCalls;
}
