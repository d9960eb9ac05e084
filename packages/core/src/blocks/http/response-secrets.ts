import { type BlockContext, type Json, type JsonObject, RunwrightError } from '@runwright/contract';
import { listNames } from '@runwright/definition';

/** An answer with placeholders in place of what stands at some paths. */
export interface ContentWithoutSecrets {
  readonly content: Json;
  /** Paths that lead nowhere in this answer. */
  readonly unresolved: readonly string[];
}

/**
 * Makes what stands at dot paths of an answer secrets of the run: texts, numbers and booleans, also all those inside an
 * object or a list. What is null or empty holds no secret.
 */
export async function registerSecretPaths(
  content: Json,
  paths: readonly string[],
  context: BlockContext,
): Promise<ContentWithoutSecrets> {
  const unresolved: string[] = [];
  let changed = content;
  for (const path of paths) {
    const steps = path.split('.');
    if (!leads(content, steps)) unresolved.push(path);
    else changed = await replaceAt(changed, steps, (value) => registerSecrets(value, path, context));
  }
  return { content: changed, unresolved };
}

/** The failure of a block whose secrets are not where they should be: the answer might hold them in another place. */
export function withoutBody(
  unresolved: readonly string[],
  result: Readonly<Record<string, unknown>>,
  label: string,
): RunwrightError {
  return new RunwrightError(
    'block_failed',
    `Cannot find the secrets of the response to block \`${label}\`: it has no value at ${listNames(unresolved)} of \`secret_response_paths\`, so its body is hidden. Correct the paths.`,
    { details: { output: { ...result, response_body: '*****', body: '*****' } } },
  );
}

function leads(value: Json, steps: readonly string[]): boolean {
  let at = value;
  for (const step of steps) {
    const next = memberOf(at, step);
    if (next === undefined) return false;
    at = next;
  }
  return true;
}

function memberOf(value: Json, step: string): Json | undefined {
  if (Array.isArray(value)) return /^\d+$/.test(step) ? value[Number(step)] : undefined;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
  return (value as JsonObject)[step];
}

async function replaceAt(
  value: Json,
  [step, ...rest]: readonly string[],
  change: (value: Json) => Promise<Json>,
): Promise<Json> {
  if (step === undefined) return change(value);
  const member = memberOf(value, step);
  // An earlier path made a placeholder of what this one goes through.
  if (member === undefined) return value;
  const changed = await replaceAt(member, rest, change);
  if (Array.isArray(value)) return value.with(Number(step), changed);
  return { ...(value as JsonObject), [step]: changed };
}

async function registerSecrets(value: Json, path: string, context: BlockContext): Promise<Json> {
  if (value === null || value === '') return value;
  if (typeof value !== 'object') {
    return isPlaceholder(value) ? value : context.registerSecret(path, String(value));
  }
  if (Array.isArray(value)) {
    const items: Json[] = [];
    for (const item of value) items.push(await registerSecrets(item, path, context));
    return items;
  }
  const members: [string, Json][] = [];
  for (const [name, member] of Object.entries(value)) {
    members.push([name, await registerSecrets(member, `${path}.${name}`, context)]);
  }
  return Object.fromEntries(members);
}

/** Two paths may lead to one value; it is a secret after the first. */
function isPlaceholder(value: string | number | boolean): boolean {
  return typeof value === 'string' && /^\{\{secret\.[^{}\s]+\}\}$/.test(value);
}
