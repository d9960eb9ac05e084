import { contextValues, createTemplateScope, type TemplateScope } from '@runwright/definition';
import type { ListScope } from '../../state/block-execution.ts';
import type { RunScope } from './run-scope.ts';

/** Returns the names that the templates of a list of blocks see now. Created on first use: most blocks of a long run use none. */
export function blockTemplateScope(scope: RunScope, { outputs, path, iteration }: ListScope): TemplateScope {
  let made: TemplateScope | null = null;
  const make = () => {
    if (made) return made;
    const derived = contextValues(scope.workflow.draft.workflow_definition, {
      values: { ...scope.parameters, ...scope.placeholders },
      outputs,
      path,
      iteration,
    });
    made = createTemplateScope({
      parameters: { ...scope.parameters, ...derived },
      derived: new Set([...Object.keys(derived), ...(scope.run.settings.derivedParameters ?? [])]),
      secrets: scope.placeholders,
      outputs,
      ...(iteration ? { loop: iteration } : {}),
      run: {
        workflowTitle: scope.run.title ?? scope.workflow.title,
        workflowId: scope.workflow.workflowId,
        workflowPermanentId: scope.workflow.workflowPermanentId,
        workflowRunId: scope.run.workflowRunId,
        browserSessionId: scope.run.settings.browserSessionId,
      },
      now: scope.clock.now(),
    });
    return made;
  };
  return {
    get names() {
      return make().names;
    },
    get parameters() {
      return make().parameters;
    },
    get steps() {
      return make().steps;
    },
    isData: (name) => make().isData?.(name) === true,
  };
}
