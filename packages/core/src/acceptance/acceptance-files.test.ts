import { defineBlock, RunFile, Type } from '@runwright/contract';
import { afterEach, expect, it } from 'vitest';
import { createTestEngine } from './test-engine.test-helpers.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Brings one file and reports what is its own, as blocks that download do. */
const fetchFile = defineBlock({
  type: 'fetch_file',
  config: Type.Object({ name: Type.String() }),
  output: Type.Object({ downloaded_files: Type.Array(RunFile) }),
  async run({ name }, { files }) {
    await files.save({ name, content: `content of ${name}` });
    return { downloaded_files: [...(await files.list({ own: true }))] };
  },
});
const block = (label: string, name: string) => ({ block_type: 'fetch_file', label, name });

async function finish(blocks: readonly object[]) {
  const engine = await createTestEngine({ blocks: [fetchFile] });
  closing.push(() => engine.close());
  const { organizationId } = await engine.organizations.first();
  await engine.start();
  const { workflowPermanentId } = await engine.workflows.create(
    organizationId,
    engine.workflows.parse({
      workflow_definition: { parameters: [], blocks },
    }),
  );
  const { runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  const run = await engine.runs.finished(organizationId, runId);
  return { run, names: (await engine.files.ofRun(organizationId, runId)).map(({ filename }) => filename) };
}

const reported = (...names: string[]) => ({ downloaded_files: names.map((filename) => ({ filename })) });

it('56: A downloads f1, B downloads f2: A reports f1, B f2, the run both', async () => {
  const { run, names } = await finish([block('A', 'f1.txt'), block('B', 'f2.txt')]);
  expect(run.output).toMatchObject({ A_output: reported('f1.txt'), B_output: reported('f2.txt') });
  expect(names).toEqual(['f1.txt', 'f2.txt']);
});

it('56: loop iterations likewise, at once or one after the other', async () => {
  for (const concurrency of [1, 2]) {
    const body = block('T', '{{ current_value }}.txt');
    const loop = {
      block_type: 'for_loop',
      label: 'L',
      loop_variable_reference: '{{ ["a", "b"] }}',
      concurrency,
    };
    const { run, names } = await finish([{ ...loop, loop_blocks: [body] }]);
    expect(run.output).toMatchObject({
      L_output: [[{ output_value: reported('a.txt') }], [{ output_value: reported('b.txt') }]],
    });
    expect(names.toSorted()).toEqual(['a.txt', 'b.txt']);
  }
});
