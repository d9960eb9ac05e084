import { RunwrightError } from '@runwright/contract';
import type { EngineDrivers, EngineSettings } from '@runwright/core';
import type { RunwrightConfig } from './runwright-config.ts';

type Check = (value: unknown) => string | null;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isFunction: Check = (value) => (typeof value === 'function' ? null : 'it is no function');
const isObject: Check = (value) => (isRecord(value) ? null : 'it is no object');
const isDriver =
  (method: string): Check =>
  (value) => {
    if (!isRecord(value)) return 'it is no driver object; call the function that makes it';
    return method in value ? null : `it has no \`${method}\`; use an object with the interface of the driver`;
  };
const isListOf =
  (check: Check): Check =>
  (value) => {
    if (!Array.isArray(value)) return 'it is no list';
    for (const [index, entry] of value.entries()) {
      const problem = check(entry);
      if (problem !== null) return `entry ${index} is not usable: ${problem}`;
    }
    return null;
  };
const isText: Check = (value) => (typeof value === 'string' && value.trim() !== '' ? null : 'it is no text');
const isModel: Check = (value) => (typeof value === 'function' ? null : isDriver('generate')(value));
const isBlock: Check = (value) => {
  const lacking = isRecord(value)
    ? ['type', 'config', 'output', 'run'].find((name) => !(name in value))
    : 'type';
  return lacking === undefined ? null : `it has no \`${lacking}\`; make it with \`defineBlock\``;
};

const members: Readonly<Record<string, Check>> & Record<keyof RunwrightConfig, Check> = {
  blocks: isListOf(isBlock),
  drivers: (value) => (typeof value === 'function' ? null : isObject(value)),
  settings: isObject,
  modelLabels: isObject,
  allowedHosts: isListOf(isText),
  organizations: isListOf(isText),
  onStart: isFunction,
  onStop: isFunction,
  logger: isObject,
  onError: isFunction,
  hooks: isObject,
};

const drivers: Readonly<Record<keyof EngineDrivers, Check>> = {
  store: isDriver('runs'),
  queue: isDriver('enqueue'),
  artifacts: isDriver('put'),
  browser: isDriver('open'),
  model: isModel,
  fallbackModels: (value) => (typeof value === 'function' ? null : isListOf(isDriver('generate'))(value)),
  secrets: isListOf(isDriver('resolve')),
  mailer: isDriver('send'),
  proxies: isDriver('resolve'),
  egress: isDriver('check'),
  clock: isDriver('now'),
};

const isNumber: Check = (value) =>
  typeof value === 'number' && value >= 0 ? null : 'it is no number from 0 on';
const isBoolean: Check = (value) => (typeof value === 'boolean' ? null : 'it is neither true nor false');

const settings: Readonly<Record<keyof EngineSettings, Check>> = {
  concurrency: isNumber,
  maxBrowsers: isNumber,
  runStarts: isObject,
  workerId: isText,
  leaseMs: isNumber,
  takeOver: isBoolean,
  drainMs: isNumber,
  sweepMs: isNumber,
  retention: isObject,
  masterKey: (value) => (value instanceof Uint8Array ? null : 'it is no Uint8Array of 32 bytes'),
  webhookFailure: (value) =>
    value === 'fail_run' || value === 'keep_status' ? null : 'it is neither `fail_run` nor `keep_status`',
  recordings: isObject,
  secretHosts: isListOf(isText),
  hostOrganizations: (value) => (value === '*' || value === null ? null : isListOf(isText)(value)),
  sessions: isObject,
  billing: isObject,
  limits: isObject,
  models: isObject,
};

/** Returns what a configuration file exports, checked. Throws `invalid_input` with file, member and remedy. */
export function checkConfig(exported: unknown, path: string): RunwrightConfig {
  if (!isConfig(exported)) {
    throw invalid(path, 'its default export is no object. Write `export default defineConfig({ … })`.');
  }
  checkMembers(exported, members, { path, prefix: '' });
  if (isRecord(exported.settings)) checkMembers(exported.settings, settings, { path, prefix: 'settings.' });
  if (isRecord(exported.drivers)) checkDrivers(exported.drivers, path);
  return exported;
}

/** Checks drivers, also those that a function of the file has created. Throws like {@link checkConfig}. */
export function checkDrivers(given: EngineDrivers, path: string): EngineDrivers {
  if (!isRecord(given))
    throw invalid(path, 'the function `drivers` returns no object. Return the drivers by name.');
  checkMembers(given, drivers, { path, prefix: 'drivers.' });
  return given;
}

function isConfig(exported: unknown): exported is RunwrightConfig {
  return isRecord(exported);
}

function checkMembers(
  given: object,
  checks: Readonly<Record<string, Check>>,
  { path, prefix }: { readonly path: string; readonly prefix: string },
): void {
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (!check) {
      const known = Object.keys(checks).map((each) => `\`${prefix}${each}\``);
      throw invalid(path, `there is no member \`${prefix}${name}\`. Use one of ${known.join(', ')}.`);
    }
    const problem = check(value);
    if (problem !== null) throw invalid(path, `\`${prefix}${name}\`: ${problem}.`);
  }
}

function invalid(path: string, problem: string): RunwrightError {
  return new RunwrightError('invalid_input', `Cannot use the configuration \`${path}\`: ${problem}`);
}
