import { type Run, RunwrightError, type Workflow } from '@runwright/contract';
import type { Engine, StartedRun } from '@runwright/core';
import { type RunRecord, runRecordArtifactTypes, toRunRecord } from '@runwright/core/records';

/** Returns the record of a run that was just accepted, which has brought nothing yet. */
export function newRunRecord(engine: Engine, run: StartedRun): RunRecord {
  return toRunRecord({ run, artifacts: [], files: [], links: engine.links });
}

/** Reads what the records of a page of runs show beside the runs; each version of a workflow is read once. */
export async function readRunRecords(engine: Engine, runs: readonly Run[]): Promise<readonly RunRecord[]> {
  const versions = new Map(runs.map((run) => [run.workflowId, run]));
  const workflows = new Map(
    await Promise.all([...versions].map(async ([id, run]) => [id, await versionOf(engine, run)] as const)),
  );
  return Promise.all(runs.map((run) => recordOf(engine, run, workflows.get(run.workflowId))));
}

/** Reads what the record of a run shows beside the run, and returns the record. */
export async function readRunRecord(engine: Engine, run: Run): Promise<RunRecord> {
  return recordOf(engine, run, await versionOf(engine, run));
}

/** The version that runs, which stays after the workflow was deleted; none when the run itself is deleted meanwhile. */
async function versionOf(engine: Engine, { organizationId, workflowId }: Run): Promise<Workflow | undefined> {
  try {
    return await engine.workflows.version(organizationId, workflowId);
  } catch (error) {
    if (RunwrightError.is(error) && error.code === 'not_found') return undefined;
    throw error;
  }
}

async function recordOf(engine: Engine, run: Run, workflow: Workflow | undefined): Promise<RunRecord> {
  const { organizationId, runId, settings } = run;
  const own = await engine.runs.artifacts(organizationId, run, { types: runRecordArtifactTypes });
  const { browserSessionId } = settings;
  // A run in a session has no recording of its own.
  const session = browserSessionId
    ? await engine.browserSessions.get(organizationId, browserSessionId).catch(() => null)
    : null;
  const artifacts = [...own, ...(session?.recordings.toReversed() ?? [])];
  const files = await engine.files.ofRun(organizationId, runId);
  return toRunRecord({
    run,
    artifacts,
    files,
    links: engine.links,
    ...(workflow ? { workflow } : {}),
  });
}
