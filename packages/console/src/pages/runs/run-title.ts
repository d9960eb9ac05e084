import type { ListedRun } from '@runwright/client';

/** Members of a run that name it. */
export interface TitledRun extends Pick<ListedRun, 'run_id' | 'run_request'> {
  readonly title?: string | null;
  readonly workflow_title?: string;
}

/** Returns the title of the workflow of a run when the name of the run is another one; else null. */
export function workflowBeside(run: TitledRun & Pick<ListedRun, 'run_type'>): string | null {
  // The workflow of a task is made for it.
  if (run.run_type !== 'workflow_run' || !run.workflow_title) return null;
  return run.workflow_title === runTitle(run) ? null : run.workflow_title;
}

/** Names a run: its title, the goal of a task, the title of its workflow, or its id. */
export function runTitle(run: TitledRun): string {
  const { prompt, title } = run.run_request;
  if (run.title) return run.title;
  if (typeof title === 'string' && title !== '') return title;
  // The workflow of a task is made for it.
  if (typeof prompt === 'string' && prompt !== '') return prompt;
  return run.workflow_title || run.run_id;
}
