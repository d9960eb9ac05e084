import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { asArray, asObject, type Json, type JsonObject, valueAt } from '../../yaml/json.ts';
import { formModel } from '../block-schema.ts';
import { wordsOf } from './field-words.ts';
import { wordsOfValue } from './value-words.ts';

/** The schema of a workflow file with every block type that is built in. */
const file = JSON.parse(
  readFileSync(new URL('../../../../../../workflow/workflow.schema.json', import.meta.url), 'utf8'),
) as JsonObject;
const blocks = Object.entries(asObject(file.definitions) ?? {}).flatMap(([name, schema]) =>
  name.startsWith('block_') ? [[name.slice('block_'.length), asObject(schema) ?? {}] as const] : [],
);

/** Paths of all that a form shows, with what is nested. */
function pathsIn(schema: JsonObject, before: readonly string[] = []): readonly string[] {
  return Object.entries(asObject(schema.properties) ?? {}).flatMap(([name, member]) => {
    const path = [...before, name];
    const inner = asObject(member) ?? {};
    return [path.join('.'), ...pathsIn(inner, path), ...pathsIn(asObject(inner.items) ?? {}, path)];
  });
}

const pathsOf = (schema: JsonObject) =>
  pathsIn(formModel(schema, { labels: [], parameterKeys: [] }).schema).filter((path) => path !== 'label');

it('every field of every built-in block has a title and a help of its own', () => {
  expect(blocks.length).toBeGreaterThan(20);
  const missing = blocks.flatMap(([type, schema]) =>
    pathsOf(schema)
      .filter((path) => !wordsOf({ kind: 'block', type }, path)?.help)
      .map((path) => `${type}: ${path}`),
  );
  expect(missing).toEqual([]);
});

it('a title is not the name of the API, and no block has two fields of one title', () => {
  for (const [type, schema] of blocks) {
    const titles = pathsOf(schema)
      .filter((path) => !path.includes('.'))
      .map((path) => wordsOf({ kind: 'block', type }, path)?.title ?? '');
    expect(titles.filter((title, at) => titles.indexOf(title) !== at, type)).toEqual([]);
    expect(titles.filter((title) => /_|goal$|criterion/.test(title))).toEqual([]);
  }
});

it('every choice of a block or a parameter is shown in words', () => {
  const values = (valueAt(file, ['definitions', 'parameter', 'allOf']) as readonly Json[])
    .map((one) => asObject(asObject(one)?.then) ?? {})
    .concat(blocks.map(([, schema]) => schema))
    .flatMap((schema) => {
      const { schema: form } = formModel(schema, { labels: [], parameterKeys: [] });
      return Object.entries(asObject(form.properties) ?? {});
    })
    .flatMap(([name, member]) =>
      asArray(asObject(member)?.enum).map((value) => wordsOfValue(name, String(value))),
    );
  expect(values.length).toBeGreaterThan(30);
  expect(values.filter((words) => /_|^[a-z]/.test(words))).toEqual([]);
});

it('every setting of a workflow and every member of a parameter has them too', () => {
  const outer = asObject(file.properties) ?? {};
  const inner = asObject(valueAt(file, ['properties', 'workflow_definition', 'properties'])) ?? {};
  // The rest is changed by the graph, the panel of parameters and the page of workflows.
  const elsewhere = new Set([
    ...['workflow_definition', 'folder_id', 'is_saved_task', 'status'],
    ...['version', 'parameters', 'blocks', 'finally_block_label'],
  ]);
  const settings = [...Object.keys(outer), ...Object.keys(inner)].filter((name) => !elsewhere.has(name));
  expect(settings.filter((name) => !wordsOf({ kind: 'workflow' }, name)?.help)).toEqual([]);

  const parameters = (valueAt(file, ['definitions', 'parameter', 'allOf']) as readonly Json[]).map(
    (one) => asObject(asObject(one)?.then) ?? {},
  );
  const members = parameters.flatMap(pathsOf).filter((path) => path !== 'key');
  expect(members.length).toBeGreaterThan(20);
  expect(members.filter((path) => !wordsOf({ kind: 'parameter', type: '' }, path)?.help)).toEqual([]);
});

it('a block type of the host keeps the names and descriptions of its schema', () => {
  const schema = {
    properties: {
      block_type: { type: 'string', const: 'joke' },
      prompt_count: { type: 'integer', description: 'How many.' },
    },
  };
  const { schema: form } = formModel(schema, { labels: [], parameterKeys: [] });
  expect(valueAt(form, ['properties', 'prompt_count'])).toEqual({
    type: 'integer',
    title: 'Prompt count',
    description: 'How many.',
  });
});
