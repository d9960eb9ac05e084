import { ParameterField } from './parameter-field.tsx';
import type { ByKey, FormParameter } from './parameter-values.ts';

/** Inputs for the parameters of a run, each of its type. */
export function ParameterFields({
  parameters,
  texts,
  problems,
  onChange,
}: {
  readonly parameters: readonly FormParameter[];
  readonly texts: ByKey;
  readonly problems: ByKey;
  readonly onChange: (texts: ByKey) => void;
}) {
  return parameters.map((parameter) => (
    <ParameterField
      key={parameter.key}
      parameter={parameter}
      text={texts[parameter.key] ?? ''}
      problem={problems[parameter.key]}
      onChange={(text) => onChange({ ...texts, [parameter.key]: text })}
    />
  ));
}
