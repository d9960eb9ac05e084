import type { RunRecord, Workflow } from '@runwright/client';

/** Returns a workflow as the text of a file that the command `runwright` takes; JSON is YAML. */
export function workflowFile({ title, description, workflow_definition: definition }: Workflow): string {
  return JSON.stringify({ title, description, workflow_definition: definition }, null, 2);
}

/** Returns the command that records a run of the file with the parameters of a run, for a POSIX shell. */
export function recordCommand(file: string, { run_id: runId, run_request: request }: RunRecord): string {
  const values = JSON.stringify(Object(request.parameters));
  const parameters = values === '{}' ? '' : ` --parameters ${quoted(values)}`;
  return `runwright record ${quoted(file)}${parameters} --out ${quoted(`recordings/${runId}`)}`;
}

function quoted(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
