import { Environment, TemplateError } from '../../index.ts';
import { attacks } from './all-attacks.ts';
import type { Attack } from './attack.ts';

/** Outcome of one attack, as the child reports it. */
export interface Finding {
  readonly name: string;
  /** Empty when the outcome is the expected one; else what happened. */
  readonly surprise: string;
  /** Number of calls into code of the host. */
  readonly ran: number;
  /** Members that appeared on built-in prototypes. */
  readonly polluted: readonly string[];
  /** Of work, or of waiting where that is less. */
  readonly milliseconds: number;
  /** Peak memory of the process so far, in kilobytes. */
  readonly peak: number;
}

const watched: Readonly<Record<string, object>> = {
  Object: Object.prototype,
  Array: Array.prototype,
  Function: Function.prototype,
  String: String.prototype,
  Number: Number.prototype,
  Map: Map.prototype,
  Set: Set.prototype,
  RegExp: RegExp.prototype,
  global: globalThis,
};
const clean = new Set(membersOfPrototypes());

// A child runs the rows whose numbers it is given, one report a line; `plain` is the baseline.
for (const argument of process.argv.slice(2)) {
  const attack = attacks[Number(argument)];
  const plain: Attack = { name: 'plain', source: 'Hello {{ name }}!', outcome: { text: 'Hello !' } };
  const finding = perform(attack ?? plain);
  process.stdout.write(`${JSON.stringify(finding)}\n`);
  globalThis.gc?.();
}

function perform({ name, source, context, options, outcome }: Attack): Finding {
  let ran = 0;
  const data = context?.(() => {
    ran += 1;
  });
  const started = performance.now();
  const workBefore = process.cpuUsage();
  let happened: string;
  let expected =
    'text' in outcome ? `text ${outcome.text}` : 'kind' in outcome ? `error ${outcome.kind}` : '';
  try {
    const environment = new Environment({
      extensions: ['do', 'loopcontrols'],
      ...clockOf(outcome),
      ...options,
    });
    happened = `text ${environment.compile(source).render(data)}`;
  } catch (error) {
    happened = describe(error);
    if ('limits' in outcome && error instanceof TemplateError && error.limit !== null)
      expected = outcome.limits.includes(error.limit) ? happened : '';
  }
  // On a busy machine the wall clock counts what others do as well.
  const { user, system } = process.cpuUsage(workBefore);
  const milliseconds = Math.min(performance.now() - started, (user + system) / 1_000);
  if ('limits' in outcome && expected === '') expected = `limit ${outcome.limits.join(' or ')}`;
  const surprise =
    happened === expected ? '' : `${expected.slice(0, 200)} was wanted, ${happened.slice(0, 200)} came`;
  const polluted = membersOfPrototypes().filter((member) => !clean.has(member));
  return { name, surprise, ran, polluted, milliseconds, peak: process.resourceUsage().maxRSS };
}

/** A clock that stands, unless the time may run out: on a busy machine it would run out for others too. */
function clockOf(outcome: Attack['outcome']): { readonly now?: () => number } {
  return 'limits' in outcome && outcome.limits.includes('timeMs') ? {} : { now: () => 0 };
}

function describe(error: unknown): string {
  if (!(error instanceof TemplateError)) return `not a TemplateError: ${String(error)}`;
  return error.kind === 'limit' ? `limit ${error.limit}` : `error ${error.kind}`;
}

function membersOfPrototypes(): string[] {
  return Object.entries(watched).flatMap(([name, prototype]) =>
    Reflect.ownKeys(prototype).map((key) => `${name}.${String(key)}`),
  );
}
