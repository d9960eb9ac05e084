import type { Json } from '@runwright/contract';
import { expect, it } from 'vitest';
import { createTemplateScope, type TemplateScopeSource } from './template-scope.ts';

const source = (more: Partial<TemplateScopeSource> = {}): TemplateScopeSource => ({
  parameters: {},
  outputs: new Map(),
  run: {
    workflowTitle: 'Orders',
    workflowId: 'w_1',
    workflowPermanentId: 'wpid_1',
    workflowRunId: 'wr_1',
    browserSessionId: null,
  },
  now: Date.UTC(2026, 1, 3, 23, 59),
  ...more,
});

it('a block is seen by its label, its output name, and its extracted information as output', () => {
  const output = { extracted_information: { x: 5 }, status: 'completed' };
  const { names } = createTemplateScope(source({ outputs: new Map<string, Json>([['A', output]]) }));
  expect(names.A_output).toEqual(output);
  expect(names.A).toEqual({ ...output, output: { x: 5 } });
  expect(names.workflow_run_outputs).toEqual({ A: output });
});

it('a parameter hides a label, and secrets are placeholders', () => {
  const scope = createTemplateScope(
    source({
      parameters: { A: 1, browser_session_id: 'mine' },
      secrets: { key: '{{secret.key.x}}' },
      outputs: new Map<string, Json>([['A', 'text']]),
    }),
  );
  expect(scope.names).toMatchObject({
    A: 1,
    A_output: 'text',
    browser_session_id: 'mine',
    key: '{{secret.key.x}}',
  });
  expect(scope.parameters).toEqual({ A: 1, browser_session_id: 'mine', key: '{{secret.key.x}}' });
});

it('the run is named, the date is that of UTC, and loop names exist in loops only', () => {
  const { names } = createTemplateScope(source());
  expect(names).toMatchObject({
    workflow_title: 'Orders',
    workflow_run_id: 'wr_1',
    current_date: '2026-02-03',
  });
  expect('current_index' in names).toBe(false);
  const inLoop = createTemplateScope(source({ loop: { value: 'a', index: 0 } })).names;
  expect(inLoop).toMatchObject({ current_value: 'a', current_item: 'a', current_index: 0 });
});

it('the summary merges results, joins files and errors, and keeps the first reason and the last status', () => {
  const { names } = createTemplateScope(
    source({
      outputs: new Map<string, Json>([
        [
          'A',
          { status: 'failed', failure_reason: 'one', errors: [1], extracted_information: { a: 1, b: 1 } },
        ],
        ['B', [1, 2]],
        ['C', { status: 'completed', downloaded_files: ['f'], errors: [2], extracted_information: { b: 2 } }],
      ]),
    }),
  );
  expect(names.workflow_run_summary).toEqual({
    workflow_run_id: 'wr_1',
    status: 'completed',
    output: { extracted_information: { a: 1, b: 2 } },
    downloaded_files: ['f'],
    errors: [1, 2],
    failure_reason: 'one',
  });
});
