import { Plus, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useCredentials } from '../../../api/credentials.ts';
import { Button } from '../../../components/button.tsx';
import { SelectField } from '../../../components/field.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { inWords } from '../../../lib/format.ts';
import { parameterTypeWords } from '../../run-parameters/type-words.ts';
import { listBlocks, parameterKeys, parametersPath, textOf } from '../blocks/definition.ts';
import { freeLabel, setValue } from '../blocks/edit-blocks.ts';
import { renameParameter } from '../blocks/rename-output.ts';
import { formModel, type StoredCredential } from '../form/block-schema.ts';
import { NameField } from '../form/name-field.tsx';
import { SchemaForm } from '../form/schema-form.tsx';
import type { Editor } from '../use-editor.ts';
import { asArray, asObject, type JsonObject, valueAt } from '../yaml/json.ts';
import { withoutLabel } from './without-label.ts';
import './panels.css';

/** Forms of the parameters. */
export function ParametersPanel({
  editor,
  schema,
}: {
  readonly editor: Editor;
  readonly schema: JsonObject;
}) {
  const { file, edit, isReadable } = editor;
  const types = useMemo(() => parameterTypes(schema), [schema]);
  const parameters = asArray(valueAt(file, parametersPath)).map((item) => asObject(item) ?? {});
  const [opened, open] = useState<number | null>(null);
  const add = () => {
    const added = {
      key: freeLabel(file, 'parameter'),
      parameter_type: 'workflow',
      workflow_parameter_type: 'string',
    };
    edit(setValue(parametersPath, [...parameters, added]));
    open(parameters.length);
  };
  return (
    <div className="stack">
      <div className="panel-head">
        <p className="muted">
          Values that a run is given. Blocks use them as <code>{'{{ key }}'}</code>.
        </p>
        <Button small icon={<Plus size={14} aria-hidden />} disabled={!isReadable} onClick={add}>
          Add a parameter
        </Button>
      </div>
      {parameters.length === 0 ? (
        <EmptyState title="No parameters">A run of this workflow needs no values.</EmptyState>
      ) : null}
      {parameters.map((parameter, index) => (
        <Parameter
          // A parameter is its place: its key may change.
          key={`parameter-${String(index)}`}
          editor={editor}
          parameter={parameter}
          index={index}
          types={types}
          isOpen={opened === index}
          onOpen={(isOpen) => open(isOpen ? index : null)}
        />
      ))}
    </div>
  );
}

function Parameter({
  editor,
  parameter,
  index,
  types,
  isOpen,
  onOpen,
}: {
  readonly editor: Editor;
  readonly parameter: JsonObject;
  readonly index: number;
  readonly types: ReadonlyMap<string, JsonObject>;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}) {
  const { file, edit, isReadable } = editor;
  const [key, type] = [textOf(parameter.key), textOf(parameter.parameter_type)];
  const schema = types.get(type);
  const credentialMember =
    parameter.workflow_parameter_type === 'credential_id' ? 'default_value' : 'credential_id';
  const chosen = textOf(parameter[credentialMember]);
  const credentials = useStoredCredentials(chosen);
  const model = useMemo(
    () =>
      schema
        ? formModel(withoutLabel(schema, 'key'), {
            ...{ labels: [], parameterKeys: [], credentials, credentialMember },
          })
        : null,
    [schema, credentials, credentialMember],
  );
  const path = [...parametersPath, index];
  const remove = () => {
    const rest = asArray(valueAt(file, parametersPath)).toSpliced(index, 1);
    edit(setValue(parametersPath, rest));
  };
  return (
    <details
      className="card parameter"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open !== isOpen) onOpen(currentTarget.open);
      }}
    >
      <summary>
        <strong>{key || 'No key'}</strong> <span className="muted">{typeWords(parameter)}</span>
      </summary>
      <div className="stack">
        <NameField
          label="Key"
          value={key}
          taken={[...parameterKeys(file), ...listBlocks(file).map(({ label }) => label)]}
          disabled={!isReadable}
          onChange={(next) =>
            edit((given) => renameParameter(setValue([...path, 'key'], next)(given), key, next))
          }
        />
        <SelectField
          label="Kind"
          value={type}
          disabled={!isReadable}
          options={[...types.keys()].map((value) => ({ value, label: kindNames[value] ?? inWords(value) }))}
          onChange={({ target }) => edit(setValue(path, newParameter(key, target.value)))}
        />
        {model ? (
          <SchemaForm
            key={`${type} ${credentialMember}`}
            id={`parameter-${index}`}
            model={model}
            value={parameter}
            disabled={!isReadable}
            onChange={(next) => edit(setValue(path, next), { kind: 'type' })}
          />
        ) : null}
        <div>
          <Button
            small
            tone="danger"
            icon={<Trash2 size={14} aria-hidden />}
            disabled={!isReadable}
            onClick={remove}
          >
            Remove {key}
          </Button>
        </div>
      </div>
    </details>
  );
}

/** Credentials by name; what is chosen and is none of them, such as the key of a parameter, stays a choice. */
function useStoredCredentials(chosen: string): readonly StoredCredential[] {
  const { data } = useCredentials();
  return useMemo(() => {
    const stored = (data ?? []).map(({ credential_id: id, name }) => ({ id, name }));
    const isKnown = chosen === '' || stored.some(({ id }) => id === chosen);
    return isKnown ? stored : [...stored, { id: chosen, name: chosen }];
  }, [data, chosen]);
}

const kindNames: Readonly<Record<string, string>> = {
  workflow: 'Value of the run',
  context: 'Part of another value',
  credential: 'Stored credential',
  aws_secret: 'Secret of the service',
  azure_secret: 'Secret in Azure',
  onepassword: '1Password',
  azure_vault_credential: 'Credential in Azure Key Vault',
};

/** What a parameter holds, in words. */
function typeWords({ parameter_type: type, workflow_parameter_type: valueType }: JsonObject): string {
  const value = textOf(valueType);
  if (value !== '') return parameterTypeWords(value);
  return kindNames[textOf(type)] ?? inWords(textOf(type));
}

function newParameter(key: string, type: string): JsonObject {
  const own = type === 'workflow' ? { workflow_parameter_type: 'string' } : {};
  return { key, parameter_type: type, ...own };
}

/** Returns the schema of each type of parameters, from that of a workflow file. */
function parameterTypes(schema: JsonObject): ReadonlyMap<string, JsonObject> {
  const cases = asArray(valueAt(schema, ['definitions', 'parameter', 'allOf']));
  return new Map(
    cases.flatMap((item): readonly (readonly [string, JsonObject])[] => {
      const then = asObject(asObject(item)?.then);
      const type = valueAt(then ?? undefined, ['properties', 'parameter_type', 'const']);
      return then && typeof type === 'string' ? [[type, then]] : [];
    }),
  );
}
