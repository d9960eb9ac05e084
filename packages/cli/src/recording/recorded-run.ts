import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cassetteFile } from '@runwright/cassette';
import type { RecordedSecrets } from '@runwright/cassette/entry';
import { type Json, type Run, RunwrightError } from '@runwright/contract';

/** What a replay needs beside the calls of the model and the network: `run.json` of a recording. */
export interface RecordedRun {
  readonly version: 1;
  /** The workflow file. */
  readonly workflow: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Time of the recording, epoch ms; the clock of a replay begins then. */
  readonly startedAt: number;
  /** Seed of the boundaries in prompts; null for a run of the service, whose boundaries are compared by place. */
  readonly seed: number | null;
  /** What stands for the secrets of sources. Default: `*****` for all. */
  readonly secrets?: RecordedSecrets['secrets'];
  readonly items?: RecordedSecrets['items'];
  /** Credentials of the service that the workflow or a parameter names, by id, with what stands for their secrets. Default: none. */
  readonly credentials?: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly result: RecordedResult;
}

/** What a run has come to. */
export interface RecordedResult {
  readonly status: Run['status'];
  readonly output: Json;
  readonly failureReason: string | null;
}

const runFile = 'run.json';

/** Returns the folder of the recorded network. */
export function networkFolder(dir: string): string {
  return join(dir, 'network');
}

/** Creates the folder of a recording, without what an earlier one has left. */
export async function clearRecording(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true });
  await Promise.all(
    [runFile, cassetteFile, 'network'].map((name) => rm(join(dir, name), { recursive: true, force: true })),
  );
}

/** Writes `run.json`. */
export async function writeRecordedRun(dir: string, run: RecordedRun): Promise<void> {
  await writeFile(join(dir, runFile), `${JSON.stringify(run, null, 2)}\n`);
}

/** Reads `run.json`. Throws `invalid_input` when it is not there, or is none. */
export async function readRecordedRun(dir: string): Promise<RecordedRun> {
  const file = join(dir, runFile);
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw unreadable(file, 'it cannot be opened', cause);
  });
  const run = parsed(text);
  if (isRecordedRun(run)) return run;
  throw unreadable(file, 'it is no recording of this version');
}

function unreadable(file: string, why: string, cause?: unknown): RunwrightError {
  const message = `Cannot replay \`${file}\`: ${why}. Pass a folder that \`runwright record\` has written.`;
  return new RunwrightError('invalid_input', message, { cause });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isRecordedRun(value: unknown): value is RecordedRun {
  if (typeof value !== 'object' || value === null || !('version' in value)) return false;
  return (
    value.version === 1 && ['workflow', 'parameters', 'startedAt', 'seed', 'result'].every((n) => n in value)
  );
}
