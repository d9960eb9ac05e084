// The root of the package also loads what its tests need.
import Form from '@rjsf/core/lib/components/Form.js';
import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import { useMemo } from 'react';
import { asObject, type JsonObject } from '../yaml/json.ts';
import { type FieldKind, type FormModel, fromFormData, toFormData } from './block-schema.ts';
import { formTemplates } from './form-templates.tsx';
import { JsonField } from './json-field.tsx';
import { schemaValidator } from './schema-validator.ts';
import './schema-form.css';

const fields = { json: JsonField };
const noProblems: ReadonlyMap<string, string> = new Map();

/** Form for an object of the definition. Each change is a change of the definition; there is nothing to submit. */
export function SchemaForm({
  id,
  model,
  value,
  disabled,
  problems = noProblems,
  onChange,
}: {
  readonly id: string;
  readonly model: FormModel;
  readonly value: JsonObject;
  readonly disabled: boolean;
  /** What the service says about members, by name. */
  readonly problems?: ReadonlyMap<string, string>;
  readonly onChange: (value: JsonObject) => void;
}) {
  const uiSchema = useMemo(() => uiOf(model), [model]);
  const formData = useMemo(() => toFormData(value, model), [value, model]);
  const context = useMemo(() => ({ rare: model.rare, problems }), [model, problems]);
  return (
    <Form
      tagName="div"
      className="schema-form"
      idPrefix={id}
      schema={model.schema as RJSFSchema}
      uiSchema={uiSchema}
      formData={formData}
      validator={schemaValidator}
      templates={formTemplates}
      fields={fields}
      formContext={context}
      disabled={disabled}
      liveValidate
      showErrorList={false}
      noHtml5Validate
      experimental_defaultFormStateBehavior={{ emptyObjectFields: 'skipDefaults' }}
      onChange={({ formData: data }, changed) => {
        // The form also tells what it has filled in by itself.
        if (changed === undefined) return;
        const next = fromFormData((data ?? {}) as JsonObject, value, model);
        onChange(next);
      }}
    />
  );
}

function uiOf({ schema, kinds, placeholders }: FormModel): UiSchema {
  const top = Object.fromEntries(
    [...kinds].map(([name, kind]) => {
      const placeholder = placeholders.get(name);
      const boxes = asObject(asObject(schema.properties)?.[name])?.uniqueItems === true;
      return [
        name,
        {
          ...uiOfKind(kind),
          ...(boxes ? { 'ui:widget': 'checkboxes' } : {}),
          ...(placeholder ? { 'ui:placeholder': placeholder } : {}),
        },
      ];
    }),
  );
  const nested = Object.entries(asObject(schema.properties) ?? {}).flatMap(([name, member]) => {
    const object = asObject(member) ?? {};
    const inner = object.type === 'array' ? asObject(object.items) : object;
    if (inner?.type !== 'object') return [];
    const ui = uiOfObject(inner);
    return [[name, object.type === 'array' ? { items: ui } : ui]];
  });
  return { ...top, ...Object.fromEntries(nested), 'ui:submitButtonOptions': { norender: true } };
}

function uiOfObject(schema: JsonObject): UiSchema {
  return Object.fromEntries(
    Object.entries(asObject(schema.properties) ?? {}).map(([name, member]) => {
      const object = asObject(member) ?? {};
      if (object.type === 'object') return [name, uiOfObject(object)];
      if (object.type === undefined && object.enum === undefined) return [name, uiOfKind('json')];
      return [name, name === 'expression' ? uiOfKind('long') : {}];
    }),
  );
}

function uiOfKind(kind: FieldKind): UiSchema {
  if (kind === 'json') return { 'ui:field': 'json' };
  if (kind === 'long') return { 'ui:widget': 'textarea', 'ui:options': { rows: 3 } };
  if (kind === 'program') return { 'ui:widget': 'textarea', 'ui:options': { rows: 10 } };
  return {};
}
