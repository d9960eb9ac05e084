import { machine, median } from '../machine.ts';
import { type Engine, engines } from './engines.ts';
import { type Sample, samples } from './samples.ts';

const rounds = 9;
const roundMs = 40;

/** Something to be timed; `figures` are its microseconds, one per round. */
interface Measurement {
  readonly sample: Sample;
  readonly mode: string;
  readonly engine: Engine;
  readonly work: () => unknown;
  readonly figures: number[];
}

/**
 * What a template costs in this project's engine and in three others: microseconds, and in brackets how many times this
 * project's that is. Medians of 9 rounds in one process, all engines in every round.
 *
 * - cold: a text that was never seen before is compiled and rendered once. A number that is new each time is appended to
 *   it, because nunjucks compiles to JavaScript and V8 keeps compiled code by its source: one text over and over would
 *   measure that cache.
 * - same text: the same, with one text over and over, cache included.
 * - warm: a compiled template is rendered.
 */
export async function jinja(): Promise<string> {
  const all = engines();
  requireSameText(all);
  const measurements = samples.flatMap((sample) => all.flatMap((engine) => measurementsOf(sample, engine)));
  for (const { work } of measurements) microseconds(work);
  for (let round = 0; round < rounds; round++)
    for (const { work, figures } of measurements) figures.push(microseconds(work));
  const names = all.map(({ name }) => name);
  return [
    '## jinja',
    '',
    `${machine()}; microseconds, medians of ${rounds} rounds; how many times ours in brackets`,
    '',
    `| template | | ${names.join(' | ')} |`,
    `|---|---|${names.map(() => '---:|').join('')}`,
    ...samples.flatMap((sample) =>
      ['cold', 'same text', 'warm'].map((mode) => row(sample, mode, measurements)),
    ),
    '',
  ].join('\n');
}

function measurementsOf(sample: Sample, engine: Engine): Measurement[] {
  const { text, data } = sample;
  const render = engine.compile(text, data);
  let unique = 0;
  const cold = () => {
    unique += 1;
    return engine.once(text + unique, data);
  };
  return [
    { sample, mode: 'cold', engine, work: cold, figures: [] },
    { sample, mode: 'same text', engine, work: () => engine.once(text, data), figures: [] },
    { sample, mode: 'warm', engine, work: render, figures: [] },
  ];
}

/** Runs some work for about the length of a round. */
function microseconds(work: () => unknown): number {
  const startedAt = performance.now();
  const until = startedAt + roundMs;
  let times = 0;
  // The clock is read once per ten, so that it costs little beside the shortest work.
  for (let now = startedAt; now < until; now = performance.now()) {
    for (let n = 0; n < 10; n++) work();
    times += 10;
  }
  return ((performance.now() - startedAt) * 1000) / times;
}

function row(sample: Sample, mode: string, measurements: readonly Measurement[]): string {
  const medians = measurements
    .filter((measurement) => measurement.sample === sample && measurement.mode === mode)
    .map(({ figures }) => median(figures));
  const [own = Number.NaN] = medians;
  const cells = medians.map((value, index) => {
    const shown = value < 100 ? value.toFixed(2) : value.toFixed(0);
    return index === 0 ? shown : `${shown} (${(value / own).toFixed(1)}x)`;
  });
  return `| ${sample.name} | ${mode} | ${cells.join(' | ')} |`;
}

/** Engines that print different texts do different work, and a comparison of them means nothing. */
function requireSameText([own, ...others]: readonly Engine[]): void {
  for (const { name, text, data } of samples)
    for (const other of others)
      if (other.once(text, data) !== own?.once(text, data))
        throw new Error(
          `the engines \`${own?.name}\` and \`${other.name}\` differ on the template \`${name}\``,
        );
}
