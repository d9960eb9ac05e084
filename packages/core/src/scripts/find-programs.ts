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
  if (run.settings.runWith !== 'code' || run.settings.blockLabels) return none;
  let key: string;
  try {
    key = cacheKeyOf({ workflow, run, parameters: run.parameters, now: run.startedAt ?? clock.now() });
  } catch (error) {
    const reason = templateErrorReason(error, workflow.draft.cache_key ?? '');
    const notice = `The run uses no script: the jinja template in \`cache_key\` could not be rendered: ${reason}.`;
    return { ...none, notices: [notice] };
  }
  const script = await store.scripts.find(run.organizationId, workflow.workflowPermanentId, key);
  if (script === null) return none;
  return { ...none, programs: programsFor(workflow.draft.workflow_definition.blocks, script) };
}
