import { type ReactNode, useState } from 'react';
import { useCredentials } from '../../api/credentials.ts';
import { useUploadFile } from '../../api/files.ts';
import { Field, SelectField, TextField } from '../../components/field.tsx';
import { errorText } from '../../components/states.tsx';
import { type FormParameter, isRequired } from './parameter-values.ts';
import { parameterTypeWords } from './type-words.ts';

/** Input for one parameter, by its type. */
export interface ParameterFieldProps {
  readonly parameter: FormParameter;
  readonly text: string;
  readonly problem: string | undefined;
  readonly onChange: (text: string) => void;
}

/** Shows the input that fits the type of a parameter. */
export function ParameterField({ parameter, text, problem, onChange }: ParameterFieldProps) {
  const { type, description } = parameter;
  const common = { label: labelOf(parameter), hint: hintOf(parameter), problem };
  switch (type) {
    case 'boolean':
      return (
        <SelectField
          {...common}
          value={text}
          onChange={({ target }) => onChange(target.value)}
          options={[
            ...(parameter.defaultValue === null ? [{ value: '', label: 'Select…' }] : []),
            { value: 'true', label: 'Yes' },
            { value: 'false', label: 'No' },
          ]}
        />
      );
    case 'json':
      return (
        <Field {...common}>
          {(ids) => (
            <textarea
              {...ids}
              className="input"
              rows={6}
              spellCheck={false}
              value={text}
              onChange={({ target }) => onChange(target.value)}
            />
          )}
        </Field>
      );
    case 'credential_id':
      return <CredentialField {...{ parameter, text, problem, onChange }} />;
    case 'file_url':
      return <FileField {...{ parameter, text, problem, onChange }} />;
    default:
      return (
        <TextField
          {...common}
          inputMode={type === 'integer' ? 'numeric' : type === 'float' ? 'decimal' : 'text'}
          value={text}
          onChange={({ target }) => onChange(target.value)}
          title={description ?? undefined}
        />
      );
  }
}

/** Credentials are chosen by name; their secrets never leave the service. */
function CredentialField({ parameter, text, problem, onChange }: ParameterFieldProps) {
  const { data, error } = useCredentials();
  return (
    <SelectField
      label={labelOf(parameter)}
      hint={hintOf(parameter)}
      problem={problem ?? (error ? errorText(error) : undefined)}
      value={text}
      onChange={({ target }) => onChange(target.value)}
      options={[
        { value: '', label: 'None' },
        ...(data ?? []).map(({ credential_id: value, name }) => ({ value, label: name })),
        ...(text !== '' && data && !data.some(({ credential_id: id }) => id === text)
          ? [{ value: text, label: `${text} (not in the list)` }]
          : []),
      ]}
    />
  );
}

function FileField({ parameter, text, problem, onChange }: ParameterFieldProps) {
  const upload = useUploadFile();
  const [name, setName] = useState<string | null>(null);
  const state = upload.isPending ? 'Uploading…' : name ? `Uploaded: ${name}` : null;
  return (
    <div className="stack">
      <TextField
        label={labelOf(parameter)}
        hint={hintOf(parameter)}
        problem={problem ?? (upload.error ? errorText(upload.error) : undefined)}
        placeholder="https://… or upload a file"
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
      <Field label={`Upload a file for ${parameter.key}`} hint={state}>
        {(ids) => (
          <input
            {...ids}
            type="file"
            onChange={({ target }) => {
              const file = target.files?.[0];
              if (!file) return;
              upload.mutate(file, {
                onSuccess: (uploaded) => {
                  setName(file.name);
                  onChange(uploaded.s3_uri);
                },
              });
            }}
          />
        )}
      </Field>
    </div>
  );
}

function labelOf(parameter: FormParameter): ReactNode {
  if (!isRequired(parameter)) return parameter.key;
  return (
    <>
      {parameter.key} <span className="muted">(required)</span>
    </>
  );
}

function hintOf({ type, description, defaultValue }: FormParameter): string {
  const empty =
    defaultValue === null || type === 'boolean' || type === 'string' ? '' : ' Empty: the default.';
  return `${description ? `${description} ` : ''}Type: ${parameterTypeWords(type)}.${empty}`;
}
