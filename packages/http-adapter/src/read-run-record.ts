import type { Run } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import { type RunRecord, runRecordArtifactTypes, toRunRecord } from '@runwright/core/records';

/** Reads what the record of a run shows beside the run, and returns the record. */
export async function readRunRecord(engine: Engine, run: Run): Promise<RunRecord> {
  const { organizationId, runId } = run;
  const artifacts = await engine.runs.artifacts(organizationId, runId, { types: runRecordArtifactTypes });
  const files = await engine.files.ofRun(organizationId, runId);
  return toRunRecord({ run, artifacts, files, links: engine.links });
}
