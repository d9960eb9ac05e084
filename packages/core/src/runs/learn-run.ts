import {
  type Attempt,
  type Json,
  type Run,
  RunwrightError,
  type ScriptRevision,
  type Store,
  type Workflow,
} from '@runwright/contract';
import type { Registry } from '../registry/registry.ts';
import type { ScriptPlace } from '../scripts/find-programs.ts';
import { learnScript } from '../scripts/learning/learn-script.ts';
import { type ScriptArtifactDeps, saveScriptArtifacts } from '../scripts/save-script-artifacts.ts';
import { checkScriptFiles } from '../scripts/script-files.ts';
import { readTimeline } from './timeline.ts';

/** What learning from a run needs. */
export interface LearnDeps extends ScriptArtifactDeps {
  readonly store: Store;
  readonly registry: Registry;
}

/** A run that is about to end, and the script that it has used. */
export interface LearningRun {
  readonly run: Run;
  readonly workflow: Workflow;
  readonly attempts: readonly Attempt[];
  readonly parameters: Readonly<Record<string, Json>>;
  readonly programs: ReadonlySet<string>;
  readonly place: ScriptPlace;
}

/**
 * Stores what a run teaches as the first or next version of its script. Returns sentences about what was learned. Does nothing
 * when the script has got a newer version meanwhile, also from an earlier worker of this run.
 */
export async function learnRun(deps: LearnDeps, learning: LearningRun): Promise<readonly string[]> {
  const { run, workflow, attempts, parameters, programs, place } = learning;
  const { store } = deps;
  const latest = await store.scripts.find(run.organizationId, workflow.workflowPermanentId, place.cacheKey);
  if (latest?.scriptRevisionId !== place.script?.scriptRevisionId) return [];
  // A worker that comes after looks the script up anew, and finds what the one before has learned.
  if (latest?.runId === run.runId) return [];
  const { files, notices } = learnScript({
    ...{ runId: run.runId, attempts, parameters, programs },
    definition: workflow.draft.workflow_definition,
    events: await readTimeline(deps, run.runId),
    files: place.script?.files ?? [],
    canLearn: (type) => {
      const block = deps.registry.get(type);
      return block?.kind === 'work' && block.assistScript !== undefined;
    },
  });
  if (files === null) return notices;
  const revision = nextRevision(deps, learning, checkScriptFiles(files));
  try {
    await store.scripts.add(revision);
  } catch (error) {
    if (RunwrightError.is(error) && error.code === 'conflict') return [];
    throw error;
  }
  await saveScriptArtifacts(deps, revision, run);
  const what =
    revision.version === 1 ? 'The run is stored as' : 'What the run has taught is stored as version';
  const which =
    revision.version === 1
      ? `script \`${revision.scriptId}\``
      : `${revision.version} of script \`${revision.scriptId}\``;
  return [...notices, `${what} ${which}.`];
}

function nextRevision(
  { makeId, clock }: LearnDeps,
  { run, workflow, place }: LearningRun,
  files: ScriptRevision['files'],
): ScriptRevision {
  const now = clock.now();
  return {
    scriptId: place.script?.scriptId ?? makeId('s'),
    scriptRevisionId: makeId('sr'),
    organizationId: run.organizationId,
    workflowPermanentId: workflow.workflowPermanentId,
    cacheKey: place.cacheKey,
    version: (place.script?.version ?? 0) + 1,
    files,
    runId: run.runId,
    createdAt: now,
    modifiedAt: now,
    deletedAt: null,
  };
}
