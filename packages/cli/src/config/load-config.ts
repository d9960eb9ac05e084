import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { RunwrightError } from '@runwright/contract';
import { checkConfig } from './check-config.ts';
import type { RunwrightConfig } from './runwright-config.ts';

/** Names under which a configuration file is found in the working folder, in this order. */
const fileNames = ['ts', 'mts', 'mjs', 'js'].map((extension) => `runwright.config.${extension}`);

/** A configuration with its file. */
export interface LoadedConfig {
  /** Absolute path; null without a file. */
  readonly path: string | null;
  readonly config: RunwrightConfig;
}

/**
 * Loads the configuration file that is named, else that of the working folder; an empty configuration when there is none.
 * Node runs TypeScript as it is. Throws `invalid_input` with file, member and remedy.
 */
export async function loadConfig(named: string | null, folder = process.cwd()): Promise<LoadedConfig> {
  const path = findConfig(named, folder);
  if (path === null) return { path, config: {} };
  return { path, config: checkConfig(await importDefault(path), path) };
}

function findConfig(named: string | null, folder: string): string | null {
  if (named === null)
    return fileNames.map((name) => resolve(folder, name)).find((path) => existsSync(path)) ?? null;
  const path = resolve(folder, named);
  if (existsSync(path)) return path;
  throw new RunwrightError(
    'invalid_input',
    `Cannot read the configuration \`${path}\`: no such file. Correct \`--config\` or RUNWRIGHT_CONFIG.`,
  );
}

async function importDefault(path: string): Promise<unknown> {
  let exported: Readonly<Record<string, unknown>>;
  try {
    exported = await import(pathToFileURL(path).href);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new RunwrightError(
      'invalid_input',
      `Cannot load the configuration \`${path}\`: ${reason}. ${remedyFor(cause)}`,
      {
        cause,
      },
    );
  }
  if ('default' in exported) return exported.default;
  throw new RunwrightError(
    'invalid_input',
    `The configuration \`${path}\` has no default export. Write \`export default defineConfig({ … })\`.`,
  );
}

function remedyFor(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null;
  if (code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX')
    return 'Node removes types and nothing else: write it without enums, namespaces and parameter properties.';
  if (code === 'ERR_MODULE_NOT_FOUND') return 'Install the package that is named, or correct the path.';
  return 'Correct the file.';
}
