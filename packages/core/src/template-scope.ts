import type { RunScope } from './run-scope.ts';
import { createScope, type TemplateScope } from './scope.ts';

/** What a block's templates see, made when the first of them asks: most blocks of a long run never do. */
export function blockScope(scope: RunScope): TemplateScope {
  let made: TemplateScope | null = null;
  const make = () => {
    made ??= createScope({
      parameters: scope.parameters,
      secrets: scope.placeholders,
      outputs: scope.journal.outputs(),
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
  };
}
