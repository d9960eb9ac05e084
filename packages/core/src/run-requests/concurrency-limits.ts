import type { AcceptedDraft, ConcurrencyLimit, Json, RunDraft, Workflow } from '@runwright/contract';
import { createTemplateScope, parseAddress, renderText } from '@runwright/definition';
import type { Limits } from '../api/limits.ts';

/** Limits of the host on runs at once. */
type RunsAtOnce = Pick<Limits, 'organizationConcurrency' | 'workflowConcurrency' | 'hostConcurrency'>;

/**
 * Returns the limits that a new run counts against: of its organization, of its workflow, and of the host of its start URL, which
 * all organizations share. One of the runs that a run waits for does not count, see `RunRepository.claim`.
 *
 * @param startUrl null when it is not known before the run
 */
export function concurrencyLimitsOf(
  run: Pick<Workflow, 'organizationId' | 'workflowPermanentId'>,
  limits: RunsAtOnce,
  startUrl: string | null,
): readonly ConcurrencyLimit[] {
  const { organizationConcurrency, workflowConcurrency, hostConcurrency } = limits;
  const { organizationId, workflowPermanentId } = run;
  const address = parseAddress(startUrl ?? '');
  return [
    ...limitOf(organizationConcurrency, ['organization', organizationId]),
    ...limitOf(workflowConcurrency, ['workflow', organizationId, workflowPermanentId]),
    ...(address.ok ? limitOf(hostConcurrency, ['host', address.url.hostname]) : []),
  ];
}

/** Returns the URL of the first block of a run with its parameters in it; null when it has none, or one that needs more than them. */
export function startUrlOf(
  draft: AcceptedDraft,
  run: Pick<RunDraft, 'settings' | 'createdAt' | 'title' | 'runId' | 'workflowId' | 'workflowPermanentId'>,
  parameters: Readonly<Record<string, Json>>,
): string | null {
  const { blocks } = draft.workflow_definition;
  const [label = blocks[0]?.label] = run.settings.blockLabels ?? [];
  const block = blocks.find((candidate) => candidate.label === label);
  const url = block && 'url' in block ? block.url : null;
  if (typeof url !== 'string') return null;
  const scope = createTemplateScope({
    parameters,
    outputs: new Map(),
    run: {
      workflowTitle: run.title ?? draft.title ?? '',
      workflowId: run.workflowId,
      workflowPermanentId: run.workflowPermanentId,
      workflowRunId: run.runId,
      browserSessionId: run.settings.browserSessionId,
    },
    now: run.createdAt,
  });
  try {
    return renderText(url, scope, { strict: true });
  } catch {
    // What the run does with it is its own concern.
    return null;
  }
}

function limitOf(
  capacity: number | undefined,
  key: readonly [kind: string, ...names: string[]],
): readonly ConcurrencyLimit[] {
  return capacity === undefined ? [] : [{ key: JSON.stringify(['limit', ...key]), capacity }];
}
