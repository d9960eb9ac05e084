import type { Clock, Run, Store, Workflow } from '@runwright/contract';
import { templateErrorReason } from '@runwright/definition';
import { cacheKeyOf } from './cache-key.ts';
import { programsFor, type ScriptProgram } from './script-programs.ts';

/** The programs that a run uses in place of the agent, and what there is to say about them. */
export interface FoundPrograms {
  readonly programs: ReadonlyMap<string, ScriptProgram>;
  readonly notices: readonly string[];
}

/**
 * Looks up the script of a run: the newest one for its workflow and key, when it runs with code and as a whole. A key that
 * cannot be rendered means none.
 */
export async function findPrograms(
  store: Pick<Store, 'scripts'>,
  { run, workflow, clock }: { readonly run: Run; readonly workflow: Workflow; readonly clock: Clock },
): Promise<FoundPrograms> {
  const none = { programs: new Map<string, ScriptProgram>(), notices: [] };
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
  if (script === null) return noted(`there is none for this workflow under the key \`${key}\``);
  const programs = programsFor(workflow.draft.workflow_definition.blocks, script);
  if (programs.size > 0) return { ...none, programs };
  return noted(`script \`${script.scriptId}\` has no program for its blocks`);
}

/** The reason ends a sentence. */
function noted(reason: string): FoundPrograms {
  return { programs: new Map(), notices: [`The run uses no script: ${reason}. The agent executes it.`] };
}
