import { agentBlocks } from '@runwright/agent';
import { createEngine } from '@runwright/core';
import { code, equal, greater, json, length, text, wait, workflow } from '@runwright/workflow';
import { expect, it } from 'vitest';

interface Row {
  readonly name: string;
}

const greetings = workflow({
  title: 'Greetings',
  parameters: { rows: json<readonly Row[]>(), word: text({ default_value: 'Hello' }) },
})
  .when(
    'any',
    ({ rows }) => greater(length(rows), 0),
    (list) =>
      list.forEach(
        'each_row',
        ({ rows }) => rows,
        (body) =>
          body
            .block('greet', ({ word }) =>
              code<string>({
                code: 'return word + ", " + current_value.name + "!"',
                parameter_keys: [word],
              }),
            )
            .when(
              'is_ann',
              ({ current_value: row }) => equal(row.name, 'Ann "A."'),
              (then) => then.block('note', code<number>({ code: 'return 1' })),
            ),
      ),
    (list) => list.block('nobody', code<string>({ code: 'return "nobody"' })),
  )
  .block('count', ({ rows }) => code<number>({ code: 'return rows.length', parameter_keys: [rows] }))
  .finally('last', wait({ wait_sec: 1 }));

it('a workflow with choices in loops and a last block is valid without a doubt, and runs', async () => {
  const engine = await createEngine({ blocks: agentBlocks() });
  try {
    await engine.start();
    const { problems, warnings } = engine.validate(greetings.toDraft());
    expect([problems, warnings]).toEqual([[], []]);
    const { organizationId } = await engine.organizations.first();
    const stored = await engine.workflows.create(organizationId, greetings);
    const finish = async (rows: readonly Row[]) => {
      const run = await engine.runs.start(stored, { parameters: { rows } }, { organizationId });
      return engine.runs.finished(organizationId, run);
    };
    const some = await finish([{ name: 'Bob' }, { name: 'Ann "A."' }]);
    expect([some.status, some.failureReason]).toEqual(['completed', null]);
    expect(some.output).toMatchObject({ count_output: 2, greet_output: 'Hello, Ann "A."!', note_output: 1 });
    const none = await finish([]);
    expect(none.output).toMatchObject({ count_output: 0, nobody_output: 'nobody' });
  } finally {
    await engine.close();
  }
});
