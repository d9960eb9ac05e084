import type { BlockNode, Json, Parameter, WorkflowDraft } from '@runwright/contract';

/** The label and the type of the only block of a verb, with the block's own members. */
export interface VerbBlock {
  readonly label: string;
  readonly type: string;
  readonly members: Readonly<Record<string, unknown>>;
}

/** Values that the block of a verb is given by name. */
export interface VerbInputs {
  readonly inputs: Readonly<Record<string, Json>>;
  /** Ids of credentials by the names of their secrets. */
  readonly credentials: Readonly<Record<string, string>>;
}

/** Returns the workflow of a verb: one block, which declares every input. */
export function verbDraft(
  { label, type, members }: VerbBlock,
  { inputs, credentials }: VerbInputs,
): WorkflowDraft {
  const parameters: Parameter[] = [
    ...Object.entries(inputs).map(
      ([key, value]): Parameter => ({
        parameter_type: 'workflow',
        key,
        workflow_parameter_type: parameterType(value),
      }),
    ),
    ...Object.entries(credentials).map(
      ([key, id]): Parameter => ({ parameter_type: 'credential', key, credential_id: id }),
    ),
  ];
  const keys = parameters.map(({ key }) => key);
  const block: BlockNode = {
    block_type: type,
    label,
    ...members,
    ...(keys.length === 0 ? {} : { parameter_keys: keys }),
  };
  return {
    title: label,
    workflow_definition: { version: 1, parameters, blocks: [block] },
    status: 'auto_generated',
  };
}

function parameterType(value: Json): 'string' | 'float' | 'boolean' | 'json' {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number') return 'float';
  return typeof value === 'boolean' ? 'boolean' : 'json';
}
