import { describe, expect, it } from 'vitest';
import { definitionText } from './definition-text.ts';

const row = { workflow_id: 'w_1', created_at: '2026-01-01', modified_at: '2026-01-01', deleted_at: null };
const output = (label: string) => ({ output_parameter: { key: `${label}_output`, ...row } });
const plain = { continue_on_failure: false, next_loop_on_failure: false, disable_cache: false, model: {} };

const common = {
  continue_on_failure: { type: 'boolean', default: false },
  next_loop_on_failure: { type: 'boolean', default: false },
  disable_cache: { type: 'boolean', default: false },
};
const schema = {
  properties: {
    persist_browser_session: { type: 'boolean', default: false },
    cache_key: { anyOf: [{ type: 'string', default: 'default' }, { type: 'null' }] },
    workflow_definition: { properties: { strict_templates: { default: false } } },
  },
  definitions: {
    block_conditional: { properties: common },
    block_for_loop: { properties: { ...common, parameter_keys: { default: [] } } },
    block_wait: { properties: common },
  },
};

describe('definitionText', () => {
  it('writes what a version says, and no ids, times and defaults', () => {
    const record = {
      ...row,
      organization_id: 'o_1',
      title: 'Orders',
      description: null,
      proxy_location: 'RESIDENTIAL',
      persist_browser_session: true,
      model: {},
      extra_http_headers: {},
      max_cost: 0.5,
      cache_key: 'default',
      status: 'draft',
      workflow_definition: {
        version: 2,
        finally_block_label: null,
        strict_templates: true,
        parameters: [
          { key: 'site', parameter_type: 'workflow', default_value: null, description: null, ...row },
        ],
        blocks: [
          {
            ...plain,
            next_block_label: null,
            label: 'which',
            block_type: 'conditional',
            branch_conditions: [
              {
                id: null,
                next_block_label: 'each',
                description: null,
                is_default: false,
                criteria: { expression: '{{ a }}', criteria_type: 'jinja2_template', description: null },
              },
              { id: null, next_block_label: null, description: null, is_default: true, criteria: null },
            ],
            ...output('which'),
          },
          {
            ...plain,
            continue_on_failure: true,
            label: 'each',
            parameter_keys: [],
            block_type: 'for_loop',
            loop_blocks: [{ ...plain, label: 'rest', block_type: 'wait', wait_sec: 1, ...output('rest') }],
            ...output('each'),
          },
        ],
      },
    };
    expect(definitionText(record, schema)).toBe(`title: Orders
persist_browser_session: true
max_cost: 0.5
status: draft
workflow_definition:
  version: 2
  strict_templates: true
  parameters:
    - key: site
      parameter_type: workflow
  blocks:
    - label: which
      block_type: conditional
      branch_conditions:
        - criteria:
            expression: "{{ a }}"
            criteria_type: jinja2_template
          next_block_label: each
        - is_default: true
    - label: each
      block_type: for_loop
      continue_on_failure: true
      loop_blocks:
        - label: rest
          block_type: wait
          wait_sec: 1
`);
  });
});
