import type { Run } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import { checkWorkflow } from '../check-workflow.ts';
import { compose } from '../compose.ts';
import { readEnvironment } from '../environment.ts';
import { type GivenParameters, readParameters } from '../run-parameters.ts';
import { printRun } from '../show-run.ts';
import { readWorkflow } from './validate.ts';

/** Executes `runwright run <file>`: runs the workflow in this process, without a server; exit code 0 when it completed. */
export async function runFile(
  file: string,
  options: GivenParameters & { readonly json?: true },
): Promise<void> {
  const source = await readWorkflow(file);
  const parameters = readParameters(options);
  const { engine } = await compose(readEnvironment(), { worker: true, temporary: true });
  try {
    checkWorkflow(engine, file, source);
    const run = await executeWorkflow(engine, source, { parameters, quiet: options.json === true });
    if (options.json) console.log(JSON.stringify(run, null, 2));
    if (run.status !== 'completed') process.exitCode = 1;
  } finally {
    await engine.close();
  }
}

/** Executes a workflow in the engine of this process and prints its progress; Ctrl+C cancels it. Returns the finished run. */
export async function executeWorkflow(
  engine: Engine,
  source: string,
  { parameters, quiet }: { readonly parameters: Readonly<Record<string, unknown>>; readonly quiet: boolean },
): Promise<Run> {
  await engine.start();
  const { organizationId } = await engine.organizations.first();
  const { workflowPermanentId } = await engine.workflows.create(organizationId, source);
  const started = await engine.runs.start(
    { workflow_id: workflowPermanentId, parameters },
    { organizationId, triggerType: 'manual' },
  );
  // The timeline tells them, too, as notices.
  if (quiet) for (const { message } of started.warnings) console.error(`Warning: ${message}`);
  const stop = () => void engine.runs.cancel(organizationId, started.runId).catch(() => undefined);
  process.once('SIGINT', stop).once('SIGTERM', stop);
  return await printRun(engine, started, { quiet });
}
