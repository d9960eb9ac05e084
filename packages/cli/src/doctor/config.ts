import type { LanguageModel } from '@runwright/contract';
import type { EngineDrivers } from '@runwright/core';
import type { Finding } from '../commands/doctor.ts';
import { checkDrivers } from '../config/check-config.ts';
import { createConfiguredEngine } from '../config/create-configured-engine.ts';
import { type LoadedConfig, loadConfig } from '../config/load-config.ts';

const answerMs = 30_000;
const nothing = { drivers: [], masterKey: null } as const;

/** Finding about the configuration file. */
export interface ConfigurationCheck {
  readonly finding: Finding;
  /** Names of the drivers of the file, in the place of which those of the environment are not checked. */
  readonly drivers: readonly string[];
  /** The master key in its settings; null for none. */
  readonly masterKey: Uint8Array | null;
}

/** Checks that the configuration file loads, that its block types are usable, and that its store and its model respond. */
export async function checkConfiguration(named: string | null): Promise<ConfigurationCheck> {
  let found = 'the configuration';
  try {
    const loaded = await loadConfig(named);
    if (loaded.path === null) return { finding: { ok: true, found: 'no file' }, ...nothing };
    found = loaded.path;
    await (await createConfiguredEngine(loaded)).close();
    const { drivers, sentences } = await checkOwnDrivers(loaded);
    found = [found, ...blockSentence(loaded), ...sentences].join('; ');
    return { finding: { ok: true, found }, drivers, masterKey: loaded.config.settings?.masterKey ?? null };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const finding: Finding = {
      ok: false,
      found: message.includes(found) ? message : `${found}: ${message}`,
      fix: 'correct the file, or name another one in RUNWRIGHT_CONFIG',
    };
    return { finding, ...nothing };
  }
}

function blockSentence({ config: { blocks = [] } }: LoadedConfig): readonly string[] {
  return blocks.length === 0 ? [] : [`block types ${blocks.map(({ type }) => type).join(', ')}`];
}

async function checkOwnDrivers({ path, config: { drivers = {} } }: LoadedConfig) {
  const own = checkDrivers(typeof drivers === 'function' ? await drivers() : drivers, path ?? '');
  const names = Object.keys(own);
  const sentences = names.length === 0 ? [] : [`drivers ${names.join(', ')}`];
  const model = defaultModel(own);
  try {
    // A store that does not answer throws.
    await own.store?.organizations.list();
    if (model) sentences.push(await answerOf(model));
    return { drivers: names, sentences };
  } finally {
    await own.browser?.close();
    await own.store?.close();
  }
}

function defaultModel({ model }: EngineDrivers): LanguageModel | null {
  return typeof model === 'function' ? model('text', null) : (model ?? null);
}

async function answerOf(model: LanguageModel): Promise<string> {
  const { durationMs } = await model.generate({
    purpose: 'text',
    messages: [{ role: 'user', content: 'Answer with the word ready.' }],
    limits: { outputTokens: 200, timeoutMs: answerMs },
    signal: AbortSignal.timeout(answerMs),
  });
  return `model ${model.id} answered in ${(durationMs / 1000).toFixed(1)} s`;
}
