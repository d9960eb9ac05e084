import { createEngine, type Engine } from '@runwright/core';
import { machine, median } from '../machine.ts';
import { graphDefinition, type LargeDefinition, listDefinition } from './large-definition.ts';

const rounds = 21;
const blocks = 1000;
/** Milliseconds that validating and planning such a definition may take. */
const wanted = 100;

/**
 * How long a definition of 1,000 blocks takes to be validated (schemas, labels, ways, templates) and to be planned (the
 * ways between its blocks worked out and drawn). Medians of 21 rounds, every definition newly made.
 */
export async function largeDefinitions(): Promise<string> {
  const engine = await createEngine();
  const shapes = [
    { name: 'list order, loops around nine requests each', make: listDefinition },
    { name: 'graph, 250 conditionals in a row', make: graphDefinition },
  ];
  const rows = shapes.map(({ name, make }) => row(engine, name, () => make(blocks)));
  await engine.close();
  return [
    `## engine: a definition of ${blocks.toLocaleString('en')} blocks`,
    '',
    `${machine()}; milliseconds, medians of ${rounds} rounds; at most ${wanted} are wanted together`,
    '',
    '| definition | validate | plan | together |',
    '|---|---:|---:|---:|',
    ...rows,
    '',
  ].join('\n');
}

function row(engine: Engine, name: string, make: () => LargeDefinition): string {
  const { problems } = engine.validate(make());
  if (problems.length > 0) throw new Error(`the benchmark's definition is wrong: ${problems[0]?.message}`);
  const figures = Array.from({ length: rounds }, () => {
    const definition = make();
    const startedAt = performance.now();
    engine.validate(definition);
    const validatedAt = performance.now();
    engine.graph(definition);
    const plannedAt = performance.now();
    return {
      validate: validatedAt - startedAt,
      plan: plannedAt - validatedAt,
      together: plannedAt - startedAt,
    };
  });
  const middle = (of: 'validate' | 'plan' | 'together') =>
    median(figures.map((figure) => figure[of])).toFixed(1);
  return `| ${name} | ${middle('validate')} | ${middle('plan')} | ${middle('together')} |`;
}
