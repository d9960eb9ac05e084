import { useWorkflow } from '../../api/workflows.ts';

/** Tells the parameters that a workflow takes, and how they are written. */
export function ParameterNames({ workflowId }: { readonly workflowId: string }) {
  const workflow = useWorkflow(workflowId);
  const names = workflow.data ? namesOf(workflow.data.workflow_definition) : [];
  return (
    <>
      A JSON object. {workflow.data && names.length === 0 ? 'The workflow takes no parameters.' : null}
      {names.length > 0 ? `The workflow takes ${names.join(', ')}.` : null}
    </>
  );
}

function namesOf(definition: object): readonly string[] {
  const { parameters = [] } = definition as { readonly parameters?: readonly Parameter[] };
  return parameters
    .filter(({ parameter_type: type }) => type === 'workflow')
    .map(({ key, workflow_parameter_type: type }) => (type === undefined ? key : `${key} (${type})`));
}

interface Parameter {
  readonly key: string;
  readonly parameter_type: string;
  readonly workflow_parameter_type?: string;
}
