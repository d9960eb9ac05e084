import { useMemo } from 'react';
import { topBlocks } from '../blocks/definition.ts';
import { setValue } from '../blocks/edit-blocks.ts';
import { formModel } from '../form/block-schema.ts';
import { SchemaForm } from '../form/schema-form.tsx';
import type { Editor } from '../use-editor.ts';
import { asObject, type JsonObject, valueAt } from '../yaml/json.ts';

const often = [
  'title',
  'description',
  'max_cost',
  'max_tokens',
  'max_elapsed_time_minutes',
  'run_with',
  'ai_fallback',
];
/** Members that other parts of the page change. */
const elsewhere = new Set(['workflow_definition', 'folder_id', 'is_saved_task', 'status']);
const ofDefinition = ['workflow_system_prompt', 'error_code_mapping', 'strict_templates'];

/** Settings of the workflow as a whole. */
export function SettingsPanel({ editor, schema }: { readonly editor: Editor; readonly schema: JsonObject }) {
  const { file, edit, isReadable } = editor;
  const [outer, inner] = useMemo(() => models(schema), [schema]);
  const whole = asObject(file) ?? {};
  const definition = asObject(valueAt(file, [topBlocks[0] as string])) ?? {};
  return (
    <div className="stack">
      <SchemaForm
        id="workflow"
        model={outer}
        value={whole}
        disabled={!isReadable}
        onChange={(next) => edit(() => next, { kind: 'type' })}
      />
      <SchemaForm
        id="definition"
        model={inner}
        value={definition}
        disabled={!isReadable}
        onChange={(next) => edit(setValue([topBlocks[0] as string], next), { kind: 'type' })}
      />
    </div>
  );
}

function models(schema: JsonObject) {
  const choices = { labels: [], parameterKeys: [] };
  const properties = asObject(schema.properties) ?? {};
  const names = Object.keys(properties).filter((name) => !elsewhere.has(name));
  const pick = (from: JsonObject, wanted: readonly string[]) => ({
    type: 'object',
    properties: Object.fromEntries(
      wanted.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])),
    ),
  });
  const order = [...often, ...names.filter((name) => !often.includes(name))];
  const outer = formModel(pick(properties, order), choices);
  const rare = new Set(order.filter((name) => !often.includes(name)));
  const inner = asObject(valueAt(schema, ['properties', 'workflow_definition', 'properties'])) ?? {};
  const own = formModel(pick(inner, ofDefinition), choices);
  return [sorted({ ...outer, rare }, order), { ...own, rare: new Set<string>() }] as const;
}

function sorted(model: ReturnType<typeof formModel>, order: readonly string[]): ReturnType<typeof formModel> {
  const properties = asObject(model.schema.properties) ?? {};
  const members = order.flatMap((name) => (properties[name] === undefined ? [] : [[name, properties[name]]]));
  return { ...model, schema: { ...model.schema, properties: Object.fromEntries(members) } };
}
