import { useState } from 'react';
import { useWorkflowChoice } from '../api/workflow-choice.ts';
import { useDebounced } from '../lib/use-debounced.ts';
import { SelectField, TextField } from './field.tsx';

/** Field that selects a workflow; where there are many, another one finds them by title. */
export function WorkflowField({
  value,
  onChange,
  none,
  hint,
  problem,
}: {
  readonly value: string;
  readonly onChange: (workflowId: string) => void;
  /** Text for no workflow. Without it one has to be selected. */
  readonly none?: string;
  readonly hint?: string;
  readonly problem?: string | undefined;
}) {
  const [text, setText] = useState('');
  const choice = useWorkflowChoice(useDebounced(text.trim()));
  const isLong = text !== '' || choice.data?.hasMore === true;
  const workflows = choice.data?.workflows ?? [];
  const empty = choice.isPending
    ? 'Loading…'
    : workflows.length === 0
      ? 'There is no workflow'
      : 'Select one';
  return (
    <>
      {isLong ? (
        <TextField
          label="Find a workflow"
          type="search"
          value={text}
          onChange={({ target }) => setText(target.value)}
          hint="Part of its title or id; the first 100 are offered."
        />
      ) : null}
      <SelectField
        label="Workflow"
        required={none === undefined}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        hint={hint}
        problem={problem ?? choice.error?.message}
        options={[
          { value: '', label: none ?? empty },
          ...(value !== '' && !workflows.some((one) => one.workflow_permanent_id === value)
            ? [{ value, label: value }]
            : []),
          ...workflows.map(({ workflow_permanent_id: id, title }) => ({ value: id, label: title || id })),
        ]}
      />
    </>
  );
}
