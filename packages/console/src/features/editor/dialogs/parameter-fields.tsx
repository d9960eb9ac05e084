import { TextField } from '../../../components/field.tsx';
import { parametersPath, textOf } from '../blocks/definition.ts';
import { asArray, asObject, type Json, type JsonObject, valueAt } from '../yaml/json.ts';

/** A value that a run may be given. */
export interface RunParameter {
  readonly key: string;
  readonly type: string;
  readonly description: string;
  readonly usual: Json | undefined;
}

/** Returns the values that a run of a file may be given. */
export function runParameters(file: Json | undefined): readonly RunParameter[] {
  return asArray(valueAt(file, parametersPath)).flatMap((item) => {
    const parameter = asObject(item) ?? {};
    if (parameter.parameter_type !== 'workflow') return [];
    return [
      {
        key: textOf(parameter.key),
        type: textOf(parameter.workflow_parameter_type),
        description: textOf(parameter.description),
        usual: parameter.default_value ?? undefined,
      },
    ];
  });
}

/** Returns the values of a request. Empty fields are left out; the service converts texts to their types. */
export function runValues(
  parameters: readonly RunParameter[],
  texts: Readonly<Record<string, string>>,
): JsonObject {
  return Object.fromEntries(
    parameters.flatMap(({ key }): readonly (readonly [string, Json])[] => {
      const text = texts[key] ?? '';
      return text === '' ? [] : [[key, text]];
    }),
  );
}

/** Fields for the values of a run. */
export function ParameterFields({
  parameters,
  texts,
  onChange,
}: {
  readonly parameters: readonly RunParameter[];
  readonly texts: Readonly<Record<string, string>>;
  readonly onChange: (texts: Readonly<Record<string, string>>) => void;
}) {
  return parameters.map(({ key, type, description, usual }) => (
    <TextField
      key={key}
      label={key}
      hint={`${hints[type] ?? 'A text'}${description === '' ? '' : `. ${description}`}`}
      placeholder={usual === undefined ? '' : typeof usual === 'string' ? usual : JSON.stringify(usual)}
      required={usual === undefined && type !== 'credential_id'}
      value={texts[key] ?? ''}
      onChange={({ target }) => onChange({ ...texts, [key]: target.value })}
    />
  ));
}

const hints: Readonly<Record<string, string>> = {
  integer: 'A whole number',
  float: 'A number',
  boolean: 'true or false',
  json: 'JSON: an object or an array',
  file_url: 'Address of a file',
  credential_id: 'Id of a credential',
};
