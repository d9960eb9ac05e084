import { expect, it } from 'vitest';
import { workflowBeside } from './run-title.ts';

const run = { run_id: 'wr_1', run_type: 'workflow_run', run_request: {} } as const;

it('the workflow of a run is told beside its name only when it says something else', () => {
  expect(workflowBeside({ ...run, workflow_title: 'Orders' })).toBeNull();
  expect(workflowBeside({ ...run, title: 'Orders', workflow_title: 'Orders' })).toBeNull();
  expect(workflowBeside({ ...run, title: 'Orders of May', workflow_title: 'Orders' })).toBe('Orders');
  expect(workflowBeside({ ...run, title: 'Gone' })).toBeNull();
  // The workflow of a task is made for it.
  const task = { ...run, run_type: 'task_v1', run_request: { prompt: 'Buy it' } } as const;
  expect(workflowBeside({ ...task, workflow_title: 'Task' })).toBeNull();
});
