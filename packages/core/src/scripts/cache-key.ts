import type { Json, Run, Workflow } from '@runwright/contract';
import {
  allBlocks,
  createTemplateScope,
  parseAddress,
  renderText,
  type TemplateScope,
} from '@runwright/definition';

/** The values with which a cache key is rendered. */
export interface CacheKeySource {
  readonly workflow: Workflow;
  /** The run whose key it is; null: a run that is not there yet, with nothing but defaults. */
  readonly run: Pick<Run, 'runId' | 'title' | 'settings'> | null;
  /** Converted values; secrets are not among them. */
  readonly parameters: Readonly<Record<string, Json>>;
  /** Epoch ms. */
  readonly now: number;
}

/**
 * The key under which scripts of a workflow are kept and looked for: its `cache_key`, or another template, rendered with
 * parameters and `domain`. What prints `default` or nothing is `default:` and the domain. Throws `TemplateError`.
 */
export function cacheKeyOf(source: CacheKeySource, template?: string): string {
  const { draft } = source.workflow;
  const strict = draft.workflow_definition.strict_templates === true;
  const domain = domainOf(source, scopeOf(source, {}));
  const key = renderText(template ?? draft.cache_key ?? 'default', scopeOf(source, { domain }), { strict });
  return ['', 'default'].includes(key.trim()) ? `default:${domain}` : key.trim();
}

/** Host name of the first address that a block has, blocks of loops included; empty when there is none to be told yet. */
function domainOf({ workflow, parameters }: CacheKeySource, scope: TemplateScope): string {
  const blocks = allBlocks(workflow.draft.workflow_definition.blocks);
  const written = blocks.map(({ url }) => url).find((url) => typeof url === 'string' && url.trim() !== '');
  if (typeof written !== 'string') return '';
  const address = parseAddress(String(parameters[written.trim()] ?? rendered(written, scope)));
  return address.ok ? address.url.hostname : '';
}

/** An address may come from an output, which does not exist before the run. */
function rendered(template: string, scope: TemplateScope): string {
  try {
    return renderText(template, scope, { strict: false });
  } catch {
    return '';
  }
}

function scopeOf(
  { workflow, run, parameters, now }: CacheKeySource,
  more: Readonly<Record<string, Json>>,
): TemplateScope {
  return createTemplateScope({
    parameters: { ...parameters, ...more },
    outputs: new Map(),
    run: {
      workflowTitle: run?.title ?? workflow.title,
      workflowId: workflow.workflowId,
      workflowPermanentId: workflow.workflowPermanentId,
      workflowRunId: run?.runId ?? '',
      browserSessionId: run?.settings.browserSessionId ?? null,
    },
    now,
  });
}
