import type { Json, Run, Workflow } from '@runwright/contract';
import { createTemplateScope, invalidInput, renderText, templateErrorReason } from '@runwright/definition';

/** The values that decide about the concurrency keys of a run. */
export interface ConcurrencyKeySource {
  readonly workflow: Workflow;
  readonly run: Pick<Run, 'runId' | 'title' | 'settings' | 'createdAt'>;
  /** Converted values. */
  readonly parameters: Readonly<Record<string, Json>>;
}

/**
 * Returns the concurrency keys of a new run: its workflow when that runs sequentially, narrowed by its rendered `sequential_key`; its
 * browser session; its browser address. Two organizations never share a key.
 *
 * @throws RunwrightError `invalid_input` when the key cannot be rendered with the run's parameters.
 */
export function concurrencyKeysOf(source: ConcurrencyKeySource): readonly string[] {
  const { workflow, run } = source;
  const { browserSessionId, browserAddress } = run.settings;
  const key = renderedKey(source);
  const keys = [
    ...(key === null ? [] : [['workflow', workflow.workflowPermanentId, key]]),
    ...(key === null && workflow.draft.run_sequentially === true
      ? [['workflow', workflow.workflowPermanentId]]
      : []),
    ...(browserSessionId === null ? [] : [['session', browserSessionId]]),
    ...(browserAddress === null ? [] : [['address', browserAddress]]),
  ];
  return keys.map((deps) => JSON.stringify([workflow.organizationId, ...deps]));
}

/** The key with the run's parameters in it; null for none, which a blank one is too. */
function renderedKey({ workflow, run, parameters }: ConcurrencyKeySource): string | null {
  const { sequential_key: template, workflow_definition: definition } = workflow.draft;
  if (template === null || template === undefined) return null;
  const scope = createTemplateScope({
    parameters,
    outputs: new Map(),
    run: {
      workflowTitle: run.title ?? workflow.title,
      workflowId: workflow.workflowId,
      workflowPermanentId: workflow.workflowPermanentId,
      workflowRunId: run.runId,
      browserSessionId: run.settings.browserSessionId,
    },
    now: run.createdAt,
  });
  try {
    const key = renderText(template, scope, { strict: definition.strict_templates === true });
    return key.trim() === '' ? null : key;
  } catch (error) {
    const message = `Value error, the jinja template could not be rendered: ${templateErrorReason(error, template)}`;
    throw invalidInput('The run cannot be started', [
      { path: ['sequential_key'], type: 'value_error', message },
    ]);
  }
}
