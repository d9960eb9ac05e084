/**
 * Prints every benchmark's table. `npm run bench -- engine` prints those of one. `engine-overhead` and `engine-answers` are
 * tables of `engine` alone, `agent=<folder>` measures the task pages of a folder; `browser-sessions`, `console`, `lists=<runs>`, `scale` (or `scale noop`,
 * `scale http`, `scale browsers`, `scale starts`, `scale idle`, `scale cost`), `simulation`, `soak=<minutes>` and `install=<commit>`, which take minutes, and `saved-pages=<folder>`, which
 * needs pages of others, are printed only when they are named.
 */
import { agent } from './agent/index.ts';
import { browserSessions } from './browser-sessions/index.ts';
import { consolePages } from './console/index.ts';
import { liveView } from './console/live-view.ts';
import { engine } from './engine/index.ts';
import { responsiveness } from './engine/responsiveness.ts';
import { throughput } from './engine/throughput.ts';
import { http } from './http/index.ts';
import { install } from './install/index.ts';
import { jinja } from './jinja/index.ts';
import { runLists } from './lists/index.ts';
import { pageReader } from './page-reader/index.ts';
import { sandbox } from './sandbox/index.ts';
import { savedPages } from './saved-pages/index.ts';
import { scale } from './scale/index.ts';
import { settle } from './settle/index.ts';
import { simulation } from './simulation/index.ts';
import { soak } from './soak/index.ts';

/** Measures and makes a table; `value` is what stands behind its name on the command line. */
type Benchmark = (value: string) => Promise<string>;

const benchmarks: Readonly<Record<string, Benchmark>> = {
  agent,
  engine,
  http,
  jinja,
  sandbox,
  settle,
  'page-reader': pageReader,
};
const parts: Readonly<Record<string, Benchmark>> = {
  'browser-sessions': browserSessions,
  console: async () => `${await consolePages()}\n${await liveView()}`,
  install,
  'saved-pages': savedPages,
  'engine-overhead': throughput,
  'engine-answers': responsiveness,
  lists: runLists,
  scale,
  simulation,
  soak,
};

const asked = new Map<string, string>();
let last = '';
for (const argument of process.argv.slice(2)) {
  const [name = '', ...value] = argument.split('=');
  // `scale noop` is `scale=noop`.
  if (last === 'scale' && !(name in benchmarks || name in parts)) asked.set(last, argument);
  else if (name in benchmarks || name in parts) asked.set(name, value.join('='));
  else
    throw new Error(
      `Cannot measure \`${argument}\`: no such benchmark. Name one of the head comment of run.ts.`,
    );
  last = name;
}
for (const [name, measure] of Object.entries(asked.size > 0 ? { ...benchmarks, ...parts } : benchmarks)) {
  if (asked.size > 0 && !asked.has(name)) continue;
  console.log(await measure(asked.get(name) ?? ''));
}
