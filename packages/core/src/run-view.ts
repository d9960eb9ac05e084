import type { Artifact, ArtifactType, Run } from '@runwright/contract';

/** Kinds of screenshots that a run's record links to. */
const shownTypes: ReadonlySet<ArtifactType> = new Set<ArtifactType>([
  'screenshot_final',
  'screenshot_action',
]);

/** The screenshots that stand in a run's record: at most three, the latest first. */
export function latestScreenshots(artifacts: readonly Artifact[]): readonly Artifact[] {
  return artifacts
    .filter((artifact) => shownTypes.has(artifact.type))
    .toReversed()
    .slice(0, 3);
}

/** The recording of a run: the latest one; null when there is none. */
export function latestRecording(artifacts: readonly Artifact[]): Artifact | null {
  return artifacts.findLast((artifact) => artifact.type === 'recording') ?? null;
}

/** `run_type` of a run on the wire: the agent of a task, or `workflow_run`. */
export function runTypeOf(run: Pick<Run, 'kind' | 'request'>): string {
  if (run.kind === 'workflow') return 'workflow_run';
  return taskRunTypes[String(run.request.engine)] ?? 'task_v2';
}

const taskRunTypes: Readonly<Record<string, string>> = {
  'service-1.0': 'task_v1',
  'service-2.0': 'task_v2',
  'cua-a': 'cua_a',
  'cua-b': 'cua_b',
  'ui-agent': 'ui_agent',
};
