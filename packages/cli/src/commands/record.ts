import { randomInt } from 'node:crypto';
import { ioBlocks } from '@runwright/blocks-io';
import type { Run } from '@runwright/contract';
import { type Engine, systemClock } from '@runwright/core';
import { compose } from '../compose.ts';
import { readEnvironment } from '../environment.ts';
import { clearRecording, writeRecordedRun } from '../recording/recorded-run.ts';
import { recordingParts } from '../recording/recording-parts.ts';
import { type GivenParameters, readParameters } from '../run-parameters.ts';
import { executeWorkflow } from './run.ts';
import { readWorkflow } from './validate.ts';

/**
 * Executes `runwright record <file> --out <dir>`: runs the workflow like `runwright run`, and records the calls of the model
 * and the network of its pages. Exit code 0 when it completed.
 */
export async function record(
  file: string,
  options: GivenParameters & { readonly out: string },
): Promise<void> {
  const workflow = await readWorkflow(file);
  const parameters = readParameters(options);
  const dir = options.out;
  await clearRecording(dir);
  const seed = randomInt(2 ** 32);
  const startedAt = systemClock.now();
  const recording = recordingParts(dir, { seed });
  const { engine } = await compose(readEnvironment(), {
    worker: true,
    temporary: true,
    recording: recording.parts,
  });
  try {
    const run = await executeWorkflow(engine, workflow, { parameters, quiet: false });
    const { status, output, failureReason } = run;
    await writeRecordedRun(dir, {
      ...{ version: 1, workflow, parameters, startedAt, seed, ...recording.secrets() },
      result: { status, output, failureReason },
    });
    const own = await requestingBlocks(engine, run);
    if (own.length > 0) {
      console.error(
        `Not recorded: requests of the blocks ${own.join(', ')}, which they send themselves. A replay cannot execute them.`,
      );
    }
    console.log(`Recorded in ${dir}. Replay it with \`runwright replay ${dir}\`.`);
    if (status !== 'completed') process.exitCode = 1;
  } finally {
    await engine.close();
  }
}

/** Lists the labels of the blocks of a run that send requests themselves, past the browser. */
async function requestingBlocks(engine: Engine, { organizationId, runId }: Run): Promise<readonly string[]> {
  const events = await engine.runs.timeline(organizationId, runId);
  const labels = events.flatMap((event) =>
    event.type === 'block-start' && requestingTypes.has(event.blockType) ? [`\`${event.label}\``] : [],
  );
  return [...new Set(labels)];
}

const requestingTypes: ReadonlySet<string> = new Set(['http_request', ...ioBlocks.map(({ type }) => type)]);
