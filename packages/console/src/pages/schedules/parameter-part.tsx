import { ErrorState, Loading } from '../../components/states.tsx';
import { ParameterFields } from '../../features/run-parameters/parameter-fields.tsx';
import type { RunParameters } from './run-parameters.ts';

/** Part of the form with the values that each run is given. */
export function ParameterPart({
  hasWorkflow,
  values,
}: {
  readonly hasWorkflow: boolean;
  readonly values: RunParameters;
}) {
  const { parameters, error, texts, problems, change } = values;
  return (
    <fieldset className="run-values">
      <legend>Parameters of each run</legend>
      {hasWorkflow ? null : <p className="muted">Select a workflow first.</p>}
      {error ? <ErrorState error={error} /> : null}
      {hasWorkflow && parameters === null && !error ? <Loading label="Loading its parameters…" /> : null}
      {parameters?.length === 0 ? <p className="muted">The workflow takes no parameters.</p> : null}
      {parameters ? (
        <ParameterFields parameters={parameters} texts={texts} problems={problems} onChange={change} />
      ) : null}
    </fieldset>
  );
}
