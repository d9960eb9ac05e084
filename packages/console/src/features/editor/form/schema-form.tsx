// The root of the package also loads what its tests need.
import Form from '@rjsf/core/lib/components/Form.js';
import type { RJSFSchema } from '@rjsf/utils';
import { useMemo } from 'react';
import { asObject, type JsonObject } from '../yaml/json.ts';
import { type FormModel, fromFormData, toFormData } from './block-schema.ts';
import { type FormContext, formTemplates } from './form-templates.tsx';
import { JsonField } from './json-field.tsx';
import { schemaValidator } from './schema-validator.ts';
import { uiOf } from './ui-schema.ts';
import './schema-form.css';

const fields = { json: JsonField };
const noProblems: FormContext['problems'] = new Map();

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
  readonly problems?: FormContext['problems'];
  readonly onChange: (value: JsonObject) => void;
}) {
  const uiSchema = useMemo(() => uiOf(model), [model]);
  const hidden = [...model.idle].filter((name) => value[name] === undefined).join('\n');
  const schema = useMemo(() => withoutMembers(model.schema, hidden.split('\n')), [model, hidden]);
  const formData = useMemo(() => toFormData(value, model), [value, model]);
  const context = useMemo(() => ({ rare: model.rare, problems }), [model, problems]);
  return (
    <Form
      tagName="div"
      className="schema-form"
      idPrefix={id}
      schema={schema as RJSFSchema}
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

function withoutMembers(schema: JsonObject, names: readonly string[]): JsonObject {
  const members = Object.entries(asObject(schema.properties) ?? {}).filter(([name]) => !names.includes(name));
  return { ...schema, properties: Object.fromEntries(members) };
}
