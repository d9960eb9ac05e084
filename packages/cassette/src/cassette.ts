import { readFileSync } from 'node:fs';
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type LanguageModel,
  type ModelPurpose,
  type ModelRequest,
  RunwrightError,
} from '@runwright/contract';
import { type CassetteEntry, parseEntries } from './cassette-entry.ts';
import { nearestEntry } from './compare-requests.ts';
import { normalizeText, replaceValues } from './normalize-text.ts';
import { recordEntry } from './record-entry.ts';
import { requestKey, requestText } from './request-text.ts';

/** A call for which a cassette has no answer. */
export interface CassetteMiss {
  readonly purpose: ModelPurpose;
  /** Which call of the replay it is, counted from 1. */
  readonly call: number;
  /** The nearest entry's place, counted from 1; null when the cassette is empty. */
  readonly nearest: number | null;
  /** Unified diff between the nearest entry and this call; the whole request when the cassette is empty. */
  readonly diff: string;
}

/** Options of a cassette. */
export interface CassetteOptions {
  /**
   * `record`: every call goes to the model, and the cassette is written anew. `replay`: no call goes to the model; one that
   * is not on the cassette fails. `auto`: calls that are on the cassette are answered from it, others are recorded.
   */
  readonly mode: 'record' | 'replay' | 'auto';
  /** Folder of `model.jsonl`. */
  readonly dir: string;
  /** Masks secrets in every text that is written. Default: nothing is masked. */
  readonly mask?: (text: string) => string;
  /** Is told about each call in `replay` that the cassette cannot answer. Default: nobody is. */
  readonly onMiss?: (miss: CassetteMiss) => void;
}

/** A cassette for several models. */
export interface Cassette {
  /** Wraps a model: its calls are recorded on this cassette, or answered from it. */
  wrap(model: LanguageModel): LanguageModel;
  /**
   * Returns a model for `replay` that is described as the one which was recorded for this purpose, so that requests take the same
   * form; null for an empty cassette.
   */
  recordedModel(purpose: ModelPurpose): LanguageModel | null;
  /** Entries of the cassette that no call has used yet. */
  unused(): readonly CassetteEntry[];
}

/** Name of the file in the folder of a cassette. */
export const cassetteFile = 'model.jsonl';

/**
 * Wraps a model so that its calls are recorded, or answered from a recording, see {@link openCassette}. In `replay` it
 * throws `model_failed` for a call that was not recorded, with `details.diff`.
 */
export function cassette(model: LanguageModel, options: CassetteOptions): LanguageModel {
  return openCassette(options).wrap(model);
}

/** Opens a cassette. Throws `not_found` when there is nothing to replay, and `invalid_input` when it cannot be read. */
export function openCassette({ mode, dir, mask = (text) => text, onMiss }: CassetteOptions): Cassette {
  const file = join(dir, cassetteFile);
  const entries = mode === 'record' ? [] : [...readEntries(file, mode)];
  const used = new Set<CassetteEntry>();
  let calls = 0;
  let writing: Promise<void> | null = null;

  const write = (entry: CassetteEntry): Promise<void> => {
    // Text by text: a number that reads like a secret stays a number.
    const maskTexts = (_name: string, value: unknown) => (typeof value === 'string' ? mask(value) : value);
    const line = `${JSON.stringify(entry, maskTexts)}\n`;
    const append = async (): Promise<void> => {
      if (writing === null || entries.length === 0) await mkdir(dir, { recursive: true });
      const isFirst = mode === 'record' && entries.length === 0;
      entries.push(entry);
      used.add(entry);
      await (isFirst ? writeFile(file, line) : appendFile(file, line));
    };
    writing = (writing ?? Promise.resolve()).then(append);
    return writing;
  };

  /** The same request twice is two entries; when all are used, the last one answers again. */
  const find = (key: string): CassetteEntry | undefined => {
    const equal = entries.filter((entry) => entry.key === key);
    return equal.find((entry) => !used.has(entry)) ?? equal.at(-1);
  };

  const wrap = (model: LanguageModel, isRecording: boolean): LanguageModel => ({
    ...model,
    async generate(request) {
      calls += 1;
      const { text, values } = normalizeText(mask(requestText(request)));
      const key = requestKey(text);
      const found = mode === 'record' ? undefined : find(key);
      if (found) {
        used.add(found);
        // The ids, dates and placeholders of this run take the place of those that the recorded reply names.
        const reply: CassetteEntry['reply'] = JSON.parse(
          replaceValues(JSON.stringify(found.reply), found.values, values),
        );
        return { ...reply, wire: { request: {}, response: {} } };
      }
      if (!isRecording) throw missing(request, text);
      const reply = await model.generate(request);
      await write(recordEntry({ request, reply, model, mask }));
      return reply;
    },
  });

  const missing = ({ purpose }: ModelRequest, request: string): RunwrightError => {
    const nearest = nearestEntry(entries, { purpose, request });
    const diff = nearest?.diff ?? request;
    const miss: CassetteMiss = { purpose, call: calls, nearest: nearest?.line ?? null, diff };
    onMiss?.(miss);
    const difference = nearest ? `it differs from recorded call ${nearest.line}` : 'nothing was recorded';
    return new RunwrightError(
      'model_failed',
      `The cassette has no answer for call ${calls}, \`${purpose}\`: ${difference}. Compare them, and record the run again if the change is right.`,
      { details: { diff, nearest: miss.nearest } },
    );
  };

  return {
    wrap: (model) => wrap(model, mode !== 'replay'),
    recordedModel(purpose) {
      const entry = entries.find((one) => one.purpose === purpose) ?? entries[0];
      if (!entry) return null;
      const generate = () => Promise.reject(missingModel());
      return wrap({ specVersion: 'v1', ...entry.model, generate }, false);
    },
    unused: () => entries.filter((entry) => !used.has(entry)),
  };
}

function readEntries(file: string, mode: 'replay' | 'auto'): readonly CassetteEntry[] {
  try {
    return parseEntries(readFileSync(file, 'utf8'), file);
  } catch (cause) {
    if (RunwrightError.is(cause)) throw cause;
    if (mode === 'auto') return [];
    throw new RunwrightError(
      'not_found',
      `Cannot read the cassette \`${file}\`: there is no such file. Record the run first.`,
      { cause },
    );
  }
}

function missingModel(): RunwrightError {
  return new RunwrightError('model_failed', 'A replay has no model. Record the run again.');
}
