import type { Artifact, ArtifactType } from '@runwright/contract';

const screenshotTypes = ['screenshot_final', 'screenshot_action'] as const satisfies readonly ArtifactType[];

/** Types of the artifacts that a run record links to. */
export const runRecordArtifactTypes: readonly ArtifactType[] = [...screenshotTypes, 'recording'];

/** Returns the screenshots of a run record: at most three, the latest first. */
export function latestScreenshots(artifacts: readonly Artifact[]): readonly Artifact[] {
  return artifacts
    .filter(({ type }) => screenshotTypes.some((shown) => shown === type))
    .toReversed()
    .slice(0, 3);
}

/** Returns the latest recording of a run; null when there is none. */
export function latestRecording(artifacts: readonly Artifact[]): Artifact | null {
  return artifacts.findLast(({ type }) => type === 'recording') ?? null;
}
