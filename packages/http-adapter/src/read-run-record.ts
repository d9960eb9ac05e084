import type { Run } from '@runwright/contract';
import type { Engine, StartedRun } from '@runwright/core';
import { type RunRecord, runRecordArtifactTypes, toRunRecord } from '@runwright/core/records';

/** Returns the record of a run that was just accepted, which has brought nothing yet. */
export function newRunRecord(engine: Engine, run: StartedRun): RunRecord {
  return toRunRecord({ run, artifacts: [], files: [], links: engine.links, warnings: run.warnings });
}

/** Reads what the record of a run shows beside the run, and returns the record. */
export async function readRunRecord(engine: Engine, run: Run): Promise<RunRecord> {
  const { organizationId, runId, settings } = run;
  const own = await engine.runs.artifacts(organizationId, run, { types: runRecordArtifactTypes });
  const { browserSessionId } = settings;
  // A run in a session has no recording of its own.
  const session = browserSessionId
    ? await engine.browserSessions.get(organizationId, browserSessionId).catch(() => null)
    : null;
  const artifacts = [...own, ...(session?.recordings.toReversed() ?? [])];
  const files = await engine.files.ofRun(organizationId, runId);
  return toRunRecord({ run, artifacts, files, links: engine.links });
}
