import { countOrigin, useScriptVersions } from '../../api/scripts.ts';
import { useWorkflow } from '../../api/workflows.ts';
import { CopiedId } from '../../components/copied-id.tsx';
import { LinkedId } from '../../components/linked-id.tsx';

/** The workflow of a script, and how often it was learned and healed. */
export function ScriptFacts({ scriptId }: { readonly scriptId: string }) {
  const versions = useScriptVersions(scriptId);
  const workflowId = versions.data?.[0]?.workflow_permanent_id ?? '';
  const workflow = useWorkflow(workflowId);
  return (
    <dl className="facts card">
      <div>
        <dt>Id</dt>
        <dd>
          <CopiedId id={scriptId} />
        </dd>
      </div>
      <div>
        <dt>Workflow</dt>
        <dd>
          {workflowId === '' ? (
            'None'
          ) : (
            <LinkedId section="/workflows" id={workflowId}>
              {workflow.data?.title ?? workflowId}
            </LinkedId>
          )}
        </dd>
      </div>
      <div>
        <dt>Versions</dt>
        <dd>{versions.data?.[0]?.version ?? '–'}</dd>
      </div>
      <div>
        <dt title="A version that was learned from a run in which the agent executed the blocks.">
          Learned from runs
        </dt>
        <dd>{countOrigin(versions, 'learned')}</dd>
      </div>
      <div>
        <dt title="A version that was learned from a run in which a program failed and the agent took over.">
          Healed by runs
        </dt>
        <dd>{countOrigin(versions, 'healed')}</dd>
      </div>
    </dl>
  );
}
