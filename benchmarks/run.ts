/** Prints every benchmark's table. `npm run bench -- engine-overhead` prints one. */
import { engineOverhead } from './engine-overhead/index.ts';
import { jinja } from './jinja/index.ts';

const benchmarks = { 'engine-overhead': engineOverhead, jinja };

const asked = process.argv.slice(2);
for (const [name, measure] of Object.entries(benchmarks)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(await measure());
}
