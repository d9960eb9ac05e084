import { compareTexts } from '@runwright/cassette';
import type { Run } from '@runwright/contract';
import { compose } from '../compose.ts';
import { readEnvironment } from '../environment.ts';
import { checkNetwork } from '../recording/check-network.ts';
import { withCredentials } from '../recording/recorded-credentials.ts';
import { type RecordedResult, readRecordedRun } from '../recording/recorded-run.ts';
import { type Replay, replayParts } from '../recording/recording-parts.ts';
import { openRecording } from '../recording/unpack-recording.ts';
import { executeWorkflow } from './run.ts';

/**
 * Executes `runwright replay <dir>`: runs a recorded workflow again, without a model and without a network. Exit code 0 when the
 * same calls were made and the result is the same, else 1 with the differences.
 */
export async function replay(path: string): Promise<void> {
  const recording = await openRecording(path);
  try {
    await replayFolder(recording.dir, path);
  } finally {
    await recording[Symbol.asyncDispose]();
  }
}

async function replayFolder(dir: string, path: string): Promise<void> {
  const recorded = await readRecordedRun(dir);
  await checkNetwork(dir);
  const replayed = replayParts(dir, recorded);
  const { engine } = await compose(readEnvironment(), {
    worker: true,
    temporary: true,
    recording: replayed.parts,
  });
  try {
    const { workflow, parameters } = await withCredentials(engine, recorded);
    const run = await executeWorkflow(engine, workflow, { parameters, quiet: false });
    const differences = differencesOf(replayed, recorded.result, run);
    if (differences.length === 0) {
      console.log(`The replay of ${path} is the same as the recording.`);
      return;
    }
    process.exitCode = 1;
    console.error(
      `\nThe replay of ${path} differs from the recording. If the change is right, record the run again.`,
    );
    for (const difference of differences) console.error(`\n${difference}`);
  } finally {
    await engine.close();
  }
}

function differencesOf(
  { misses, missing, unused }: Replay,
  recorded: RecordedResult,
  { status, output, failureReason }: Run,
): readonly string[] {
  const calls = misses.map(
    ({ call, purpose, diff }) => `Model call ${call}, \`${purpose}\`, was not recorded:\n${diff}`,
  );
  const requests = missing.map(({ method, url }) => `Request that was not recorded: ${method} ${url}`);
  const result = compareTexts(resultText(recorded), resultText({ status, output, failureReason }));
  const left = unused();
  return [
    ...calls,
    ...new Set(requests),
    ...(left > 0 && calls.length === 0 ? [`${left} recorded model calls were not made.`] : []),
    ...(result === null ? [] : [`The result is another one:\n${result}`]),
  ];
}

/** Writes a result as lines; addresses of the service and signatures of links differ from process to process. */
function resultText(result: RecordedResult): string {
  return JSON.stringify(result, null, 2).replace(
    /https?:\/\/[^/\s"]+(\/v1\/[^?\s"]+)\?[^\s"]*/g,
    '<service>$1?<signature>',
  );
}
