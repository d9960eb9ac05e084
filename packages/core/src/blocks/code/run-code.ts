import {
  findJsonExcess,
  type Json,
  type JsonObject,
  outputLimits,
  RunwrightError,
  type ScriptFile,
} from '@runwright/contract';
import { asRecord, listNames } from '@runwright/definition';
import { textsIn } from '@runwright/masking';
import {
  type HostFunction,
  type HostFunctions,
  type JsonValue,
  type ProgramLanguage,
  runProgram,
} from '@runwright/sandbox';
import type { ProgramContext } from '../../registry/block-kinds.ts';
import { codeFailure } from './code-failure.ts';
import { fetchFunction, fetchPrelude } from './fetch-function.ts';
import { type PageFunctionOptions, pageFunctions } from './page-functions.ts';
import { scriptFunctions } from './script-functions.ts';

/** The config of a `code` block. */
interface CodeConfig {
  readonly code: string;
  readonly language: ProgramLanguage;
  readonly parameter_keys: readonly string[];
  readonly error_code_mapping?: Readonly<Record<string, string>> | null;
}

/** What the program of a script has beyond a `code` block. */
export interface ScriptParts extends PageFunctionOptions {
  /** Files of the script, which the program may read. */
  readonly files: readonly ScriptFile[];
  /** Functions of its `page` beside the actions. */
  readonly functions: HostFunctions;
  /** Rendered config of the block that it executes. */
  readonly block: JsonObject;
}

/**
 * Executes the program of a `code` block; resolves with what it returns.
 *
 * @param options `timeMs`: how long it may take. Default: until the block's own deadline ends it through the signal.
 *   `script`: the parts of the script that it belongs to. Default: it belongs to none.
 */
export async function runCode(
  config: CodeConfig,
  context: ProgramContext,
  {
    timeMs = Number.POSITIVE_INFINITY,
    script,
  }: { readonly timeMs?: number; readonly script?: ScriptParts } = {},
): Promise<Json> {
  const { scope, signal, log } = context;
  const params = declared(config.parameter_keys, context);
  const lost = new AbortController();
  const result = await runProgram({
    source: config.code,
    language: config.language,
    signal: AbortSignal.any([signal, lost.signal]),
    globals: {
      params,
      outputs: scope.names.workflow_run_outputs,
      ...loopValues(scope.names),
      [credentialsName]: Object.keys(params).filter((key) => isCredential(params[key])),
      ...(script ? { block: script.block, oneTimeCode: context.oneTimeCode ?? null } : {}),
    },
    prelude: `${scopePrelude}${fetchPrelude}${script ? scriptPrelude : ''}`,
    hostFunctions: masked(
      {
        page: { ...pageFunctions(context, script), ...script?.functions },
        fetch: fetchFunction(context),
        ...(script ? { script: scriptFunctions(script.files) } : {}),
        sleep: async ([ms], call) => context.clock.sleep(delayOf(ms), { signal: call.signal }),
      },
      context.mask,
      lost,
    ),
    exitFunctions: ['fail', 'terminate'],
    console: (level, text) => log[level](text),
    findExcess: (json) => findJsonExcess(json, outputLimits),
    limits: { memoryBytes: context.memoryBytes, timeMs },
  });
  if (lost.signal.aborted) throw lost.signal.reason;
  signal.throwIfAborted();
  if (result.status === 'completed') return result.value;
  throw codeFailure(result, config.error_code_mapping ?? {});
}

/** The declared parameters, as templates see them. */
function declared(
  keys: readonly string[],
  { scope, label }: ProgramContext,
): Readonly<Record<string, unknown>> {
  const missing = keys.filter((key) => !Object.hasOwn(scope.names, key) || scope.names[key] === undefined);
  if (missing.length > 0) {
    throw new RunwrightError(
      'block_failed',
      `Block \`${label}\` declares in \`parameter_keys\` what has no value: ${listNames(missing)}. Give it one, or leave the key out.`,
      { details: { failure_category: 'definition' } },
    );
  }
  return Object.fromEntries(keys.map((key) => [key, scope.names[key]]));
}

function loopValues(names: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const loop = ['current_value', 'current_index'].filter((name) => Object.hasOwn(names, name));
  return Object.fromEntries(loop.map((name) => [name, names[name]]));
}

const credentialsName = '__credentials';

/** Executed in the sandbox before a program: its constants, and `otp()` of its credentials. */
const scopePrelude = `
for (const key of ${credentialsName}) {
  const fields = params[key];
  const otp = async () => {
    if (typeof fields.totp === 'string') return fields.totp;
    throw new Error('The credential \`' + key + '\` has no one-time codes.');
  };
  Object.defineProperty(fields, 'otp', { value: otp });
}
delete globalThis.${credentialsName};
for (const key of Object.keys(params)) if (!(key in globalThis)) globalThis[key] = params[key];
`;

/** Executed in the sandbox before the program of a script: names an element that the script describes. */
const scriptPrelude = `
globalThis.target = (name, today = {}) => {
  for (const key of Object.keys(today)) {
    if ([today[key]].flat().some((value) => String(value ?? '').trim() === '')) throw new Error('The element \`' + name + '\` is named by a value that is empty.');
  }
  return { ...today, target: name };
};
`;

/** Returns whether a value is an object of placeholders. */
function isCredential(value: unknown): boolean {
  const fields = asRecord(value);
  return fields !== null && textsIn(Object.values(fields)).some((text) => text.startsWith('{{secret.'));
}

/**
 * The verbs with every secret taken out of what they answer and throw: what a page or a server repeats is not for the
 * program either. A lost lease ends the program, which could else catch it.
 */
function masked(verbs: HostFunctions, mask: <T>(value: T) => T, lost: AbortController): HostFunctions {
  const wrapped =
    (verb: HostFunction): HostFunction =>
    async (args: readonly JsonValue[], call) => {
      try {
        return mask(await verb(args, call));
      } catch (error) {
        if (RunwrightError.is(error) && error.code === 'lease_lost') lost.abort(error);
        throw error instanceof Error ? maskedError(error, mask) : error;
      }
    };
  return Object.fromEntries(
    Object.entries(verbs).map(([name, verb]) => [
      name,
      typeof verb === 'function' ? wrapped(verb) : masked(verb, mask, lost),
    ]),
  );
}

function maskedError(error: Error, mask: <T>(value: T) => T): Error {
  const message = mask(error.message);
  if (message === error.message) return error;
  if (!RunwrightError.is(error)) return new Error(message);
  const { code, retryable, details } = error;
  return new RunwrightError(code, message, { retryable, details: mask(details) });
}

function delayOf(ms: JsonValue | undefined): number {
  if (typeof ms === 'number' && ms >= 0) return ms;
  throw new RunwrightError(
    'block_failed',
    `Invalid argument of \`sleep\`: \`${JSON.stringify(ms ?? null).slice(0, 100)}\`. Pass milliseconds from 0.`,
  );
}
