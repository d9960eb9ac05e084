import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { hostedDocument } from './document.ts';
import { type Item, itemsOf } from './items.ts';
import { type Line, pagePath, printPage, readPage } from './page.ts';
import { type Proof, readEffects, readExceptions, readRules } from './proof-lists.ts';
import { testSources } from './test-sources.ts';

const remedy = 'Name the test in `scripts/api-coverage`, or write it, and run `npm run api:coverage`.';
const sources = testSources();
const exists = ({ file, test }: Proof) => sources.testsOf(file).some(({ title }) => title === test);

let items: readonly Item[];
let lines: readonly Line[];
beforeAll(async () => {
  items = itemsOf(await hostedDocument());
  lines = readPage(readFileSync(pagePath, 'utf8'));
});

describe('the page of API coverage', () => {
  it('has every item of the OpenAPI document, and no other', () => {
    const onPage = lines.flatMap(({ kind, names }) => names.map((name) => `${kind} ${name}`));
    const inDocument = items.map(({ kind, name }) => `${kind} ${name}`);
    expect(
      onPage.filter((one) => !inDocument.includes(one)),
      remedy,
    ).toEqual([]);
    expect(
      inDocument.filter((one) => !onPage.includes(one)),
      remedy,
    ).toEqual([]);
  });

  it('names a test that exists for every item and rule, but for values that do not occur', () => {
    const { reserved } = readExceptions();
    const wrong = lines.filter(
      ({ names, proof }) => (!proof || !exists(proof)) && !names.every((name) => reserved.has(name)),
    );
    expect(wrong, remedy).toEqual([]);
  });

  it('has every rule', () => {
    expect(lines.filter(({ kind }) => kind === undefined).map(({ proof }) => proof)).toEqual(
      readRules().map(({ file, test }) => ({ file, test })),
    );
  });
});

describe('the lists of proofs', () => {
  it('name tests that exist', () => {
    const listed = [...readEffects().values(), ...readRules(), ...readExceptions().elsewhere.values()];
    expect(listed.filter((proof) => !exists(proof))).toEqual([]);
  });

  it('have an effect for every member of a request, and for no other', () => {
    const fields = items.flatMap(({ kind, name }) => (kind === 'request field' ? [name] : []));
    const effects = readEffects();
    const names = (name: string) => [name, name.replace(/^\w+Block\./, '*Block.')];
    const used = new Set(fields.flatMap(names));
    expect(fields.filter((field) => !names(field).some((name) => effects.has(name)))).toEqual([]);
    expect([...effects.keys()].filter((name) => !used.has(name))).toEqual([]);
  });
});

it('a printed page is read back as it was', () => {
  const proof = { file: 'packages/cli/src/a.test.ts', test: 'a `|` in its title: %s' };
  const rows = [
    { kind: 'endpoint', name: 'runTask: POST /v1/run/tasks' },
    { kind: 'parameter', name: 'getRun {run_id}' },
    { kind: 'request field', name: 'WorkflowDefinition.parameters[].key' },
    { kind: 'response field', name: 'Run.run_id' },
    { kind: 'value of a request', name: 'runTask query order = desc' },
    { kind: 'value of a response', name: 'Run.status = a|b' },
    { kind: 'limit', name: 'RunTaskRequest.max_steps: minimum 1' },
    { kind: 'limit', name: 'listRuns query page: minimum 1' },
    { kind: 'status', name: 'every operation 500' },
    { kind: 'webhook member', name: 'TaskWebhook.output' },
    { kind: 'webhook member', name: 'runFinished header x-signature' },
  ] as const;
  const text = printPage(
    rows.map((row) => ({ ...row, proof })),
    [{ subject: 'S', rule: 'R', ...proof }],
  );
  const read = readPage(text);
  expect(read.flatMap(({ kind, names }) => names.map((name) => ({ kind, name })))).toEqual(rows);
  expect(new Set(read.map((line) => JSON.stringify(line.proof)))).toEqual(new Set([JSON.stringify(proof)]));
});
