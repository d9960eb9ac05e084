import type { Json, Run } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import { progressLines } from './progress-lines.ts';

/** Prints the progress of a run until it ends, then its output; returns the finished run. */
export async function printRun(
  engine: Engine,
  started: Run,
  options: { readonly quiet?: boolean } = {},
): Promise<Run> {
  const { organizationId, runId } = started;
  if (options.quiet) return await engine.runs.finished(organizationId, runId);
  for await (const event of engine.runs.events(organizationId, runId)) {
    for (const line of progressLines(event)) console.log(line);
  }
  const run = await engine.runs.get(organizationId, runId);
  const seconds =
    run.finishedAt && run.startedAt ? ` in ${((run.finishedAt - run.startedAt) / 1000).toFixed(1)} s` : '';
  console.log(`\nRun ${runId} ${run.status}${seconds}, ${run.stepCount} steps.`);
  const shown = extracted(run.output);
  if (shown !== null) console.log(JSON.stringify(shown, null, 2));
  return run;
}

/** Returns the extracted data of an output, else the whole output. */
function extracted(output: Json): Json {
  if (typeof output !== 'object' || output === null || !('extracted_information' in output)) return output;
  const found = output.extracted_information ?? null;
  return Array.isArray(found) && found.length > 0 ? found : output;
}
