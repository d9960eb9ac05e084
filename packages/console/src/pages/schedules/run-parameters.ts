import { useState } from 'react';
import { useWorkflow } from '../../api/workflows.ts';
import {
  type ByKey,
  type FormParameter,
  formParameters,
  inputTexts,
  readValues,
} from '../../features/run-parameters/parameter-values.ts';

type Values = Readonly<Record<string, unknown>>;

/** Values for the runs of a schedule, by the parameters of its workflow. */
export interface RunParameters {
  /** Null until the workflow was read. */
  readonly parameters: readonly FormParameter[] | null;
  readonly error: Error | null;
  readonly texts: ByKey;
  readonly problems: ByKey;
  readonly change: (texts: ByKey) => void;
  /** Returns the values to store. Throws when one is wrong, or was left empty and `ask` does not want that. */
  readonly read: (ask: (keys: readonly string[]) => Promise<boolean>) => Promise<Values>;
}

/** Keeps the values while one edits them. `stored`: those of the schedule; what the workflow does not have stays as it is. */
export function useRunParameters(workflowId: string, stored: Values): RunParameters {
  const { data: workflow, error } = useWorkflow(workflowId);
  const [changed, setChanged] = useState<{ readonly of: string; readonly texts: ByKey } | null>(null);
  const [problems, setProblems] = useState<ByKey>({});
  const parameters = workflow ? formParameters(workflow.workflow_definition.parameters) : null;
  const usual = inputTexts(parameters ?? []);
  const texts = changed?.of === workflowId ? changed.texts : inputTexts(parameters ?? [], stored);
  return {
    parameters,
    error,
    texts,
    problems,
    change: (next) => setChanged({ of: workflowId, texts: next }),
    read: async (ask) => {
      if (parameters === null) throw new Error('The workflow is still being read. Try again in a moment.');
      // A default that nobody has changed is not stored: runs follow the workflow.
      const given = parameters.filter(({ key }) => Object.hasOwn(stored, key) || texts[key] !== usual[key]);
      const required = parameters.filter((one) => !given.includes(one) && one.defaultValue === null);
      const { values, problems: wrong, empty } = readValues([...given, ...required], texts);
      setProblems(wrong);
      if (Object.keys(wrong).length > 0) throw new Error('Correct the parameters that are marked.');
      if (!(await ask(empty))) throw new Error(`Enter a value for ${empty.join(', ')}.`);
      const known = new Set(parameters.map(({ key }) => key));
      const others = Object.entries(stored).filter(([key]) => !known.has(key));
      return { ...Object.fromEntries(others), ...values };
    },
  };
}
