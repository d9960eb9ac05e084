import type { Artifact, ArtifactType } from '@runwright/contract';

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
