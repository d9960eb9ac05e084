import type { Clock, Run, ScriptRevision, Store, Workflow } from '@runwright/contract';
import { templateErrorReason } from '@runwright/definition';
import { cacheKeyOf } from './cache-key.ts';
import { programsFor, type ScriptProgram } from './script-programs.ts';

/** The programs that a run uses in place of the agent, and what there is to say about them. */
export interface FoundPrograms {
  readonly programs: ReadonlyMap<string, ScriptProgram>;
  /** Where the run stores what it learns; null: it learns nothing. */
  readonly place: ScriptPlace | null;
  readonly notices: readonly string[];
}

/** The key of a run's script, and the version that it has found. */
export interface ScriptPlace {
  readonly cacheKey: string;
  readonly script: ScriptRevision | null;
}

/**
 * Looks up the script of a run: the newest one for its workflow and key, when it runs with code and as a whole. A key that
 * cannot be rendered means none.
 */
export async function findPrograms(
  store: Pick<Store, 'scripts'>,
  { run, workflow, clock }: { readonly run: Run; readonly workflow: Workflow; readonly clock: Clock },
): Promise<FoundPrograms> {
  const none = { programs: new Map<string, ScriptProgram>(), place: null, notices: [] };
  if (run.settings.runWith !== 'code') return none;
  if (run.settings.blockLabels) return noted('it executes a part of its blocks');
  if (run.kind === 'task') return noted('a task has a workflow of its own, for which there is no script');
  let key: string;
  try {
    key = cacheKeyOf({ workflow, run, parameters: run.parameters, now: run.startedAt ?? clock.now() });
  } catch (error) {
    const reason = templateErrorReason(error, workflow.draft.cache_key ?? '');
    return noted(`the jinja template in \`cache_key\` could not be rendered: ${reason}`);
  }
  const script = await store.scripts.find(run.organizationId, workflow.workflowPermanentId, key);
  const place = { cacheKey: key, script };
  if (script === null) return noted(`there is none for this workflow under the key \`${key}\``, place);
  const programs = programsFor(workflow.draft.workflow_definition, script);
  if (programs.size > 0) return { ...none, programs, place };
  return noted(`script \`${script.scriptId}\` has no program for its blocks`, place);
}

/** The reason ends a sentence. */
function noted(reason: string, place: ScriptPlace | null = null): FoundPrograms {
  const learns = place === null ? '' : ' What it does is learned when the run completes.';
  const sentence = `The run uses no script: ${reason}. The agent executes it.${learns}`;
  return { programs: new Map(), place, notices: [sentence] };
}
