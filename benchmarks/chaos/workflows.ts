import type { RunKind } from './run-mix.ts';

const text = (key: string) => ({ key, parameter_type: 'workflow', workflow_parameter_type: 'string' });
const parameters = [text('base'), text('id'), text('account')];
const keys = { parameter_keys: ['base', 'id', 'account'] };

const get = (label: string, path: string, members: object = {}) => ({
  ...{ block_type: 'http_request', label, url: `{{ base }}${path}`, ...keys, ...members },
});
/** A POST without `on_worker_lost`: one whose worker was lost may have arrived, so it is not sent again. */
const post = (
  label: string,
  members: object = {},
  options: { readonly slow?: boolean; readonly id?: string } = {},
) => ({
  ...get(label, options.slow ? '/post?slow' : '/post', members),
  ...{ method: 'POST', body: { id: `{{ id }}/${label}${options.id ?? ''}` } },
});
const code = (label: string, program: string) => ({ block_type: 'code', label, code: program, ...keys });

const blocks: Readonly<Record<RunKind, (childId: string) => readonly object[]>> = {
  steps: () => [
    code('calculate', 'return { sum: Array.from({ length: 100 }, (_, n) => n).reduce((a, b) => a + b) }'),
    { block_type: 'wait', label: 'pause', wait_sec: 1 },
    get('read', '/get'),
    post('write'),
    code('last', 'await sleep(2000); return { done: true }'),
  ],
  branches: () => [
    get('read', '/get'),
    {
      ...{ block_type: 'conditional', label: 'decide', next_block_label: 'each' },
      branch_conditions: [
        { criteria: { expression: '{{ read_output.status_code == 200 }}' }, next_block_label: 'chosen' },
        { is_default: true, next_block_label: 'avoided' },
      ],
    },
    post('chosen'),
    post('avoided'),
    {
      ...{ block_type: 'for_loop', label: 'each', loop_variable_reference: 'range(3)' },
      loop_blocks: [
        get('item', '/get?item={{ current_index }}'),
        post('save', { next_loop_on_failure: true }, { id: '-{{ current_index }}' }),
      ],
    },
  ],
  retry: () => [
    get('flaky', '/flaky/{{ id }}', {
      retry: { max_retries: 6, backoff_seconds: 0.3, factor: 1.5, jitter: 0 },
    }),
    post('write'),
  ],
  slow: () => [post('slow', { continue_on_failure: true }, { slow: true }), post('write')],
  keyed: () => [get('read', '/get'), post('write'), code('last', 'await sleep(600); return { done: true }')],
  child: (childId) => [
    post('before'),
    {
      ...{ block_type: 'workflow_trigger', label: 'child', workflow_permanent_id: childId },
      payload: { base: '{{ base }}', id: '{{ id }}', account: '{{ account }}' },
      ...keys,
    },
    post('after'),
  ],
  browser: () => [
    { block_type: 'goto_url', label: 'open', url: '{{ base }}/page' },
    code('look', 'return { title: await page.title(), text: await page.text() }'),
    post('write'),
  ],
};

/** The workflow that runs of the kind `child` start. */
export const childWorkflow = {
  title: 'Chaos: inner',
  workflow_definition: { parameters, blocks: [get('inner_read', '/get'), post('inner_write')] },
};

/** Returns the definition of a kind. `childId`: permanent id of {@link childWorkflow}. */
export function workflowOf(kind: RunKind, childId: string): object {
  return {
    title: `Chaos: ${kind}`,
    ...(kind === 'keyed' ? { sequential_key: '{{ account }}' } : {}),
    workflow_definition: { parameters, blocks: linked(blocks[kind](childId)) },
  };
}

/** Gives each block without an edge one to the next block; the branch of a condition ends where its paths meet. */
function linked(list: readonly object[]): readonly object[] {
  const branches = new Set(['chosen', 'avoided']);
  return list.map((block, index) => {
    const next = list[index + 1];
    const isBranch = 'label' in block && branches.has(String(block.label));
    if (isBranch || 'next_block_label' in block || next === undefined || !('label' in next)) return block;
    return { ...block, next_block_label: next.label };
  });
}
