import type { Workflow } from '@runwright/contract';
import { workflowRows } from './rows.ts';
import type { WorkflowTable } from './tables.ts';

/** The row of a version, with the texts that it is searched by. */
export function workflowRow(workflow: Workflow): WorkflowTable {
  return {
    ...workflowRows.toRow(workflow),
    title_text: workflow.title.toLowerCase(),
    search_text: searchText(workflow),
  };
}

/** Everything that a workflow is searched by, in lower case; databases disagree about the case of other than ASCII. */
function searchText({ title, draft }: Workflow): string {
  const parameters = draft.workflow_definition.parameters.flatMap((parameter) => [
    parameter.key,
    parameter.description ?? '',
    'default_value' in parameter ? printed(parameter.default_value) : '',
  ]);
  return [title, draft.description ?? '', ...parameters].join(unitSeparator).toLowerCase();
}

/** A control character that no text has, so that nothing is found across two texts. */
const unitSeparator = '\u001f';

function printed(found: unknown): string {
  return typeof found === 'string' ? found : (JSON.stringify(found) ?? '');
}
