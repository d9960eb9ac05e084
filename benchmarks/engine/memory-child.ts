/** A process that carries out 10,000 runs and writes what it holds meanwhile: `node --expose-gc memory-child.ts <folder>`. */
import { sqliteStore } from '@runwright/store-sql';
import { noopBlock, noopEngine } from './noop-engine.ts';

/** What the process held after so many runs, bytes. */
export interface MemorySample {
  readonly runs: number;
  readonly resident: number;
  readonly heap: number;
  readonly external: number;
}

const total = 10_000;
const step = 1000;
const atOnce = 4;
/** A run, and the one that it starts. */
const runsOfEach = 2;

const [folder] = process.argv.slice(2);
if (folder === undefined || !globalThis.gc) {
  throw new Error('Usage: node --expose-gc memory-child.ts <folder>');
}
const engine = await noopEngine({
  concurrency: atOnce,
  store: await sqliteStore({ folder, synchronous: 'NORMAL' }),
});
const inner = await engine.save([noopBlock('only')]);
const workflow = await engine.save([
  noopBlock('first'),
  {
    block_type: 'for_loop',
    label: 'each',
    loop_variable_reference: 'range(2)',
    concurrency: 2,
    loop_blocks: [noopBlock('in_each')],
  },
  { block_type: 'workflow_trigger', label: 'other', workflow_permanent_id: inner },
]);
const samples: MemorySample[] = [];
for (let runs = 0; runs <= total; runs += step) {
  if (runs > 0) await carryOut(step);
  await globalThis.gc({ execution: 'async', type: 'major' });
  const { rss: resident, heapUsed: heap, external } = process.memoryUsage();
  samples.push({ runs, resident, heap, external });
}
await engine.close();
console.log(JSON.stringify(samples));

async function carryOut(count: number): Promise<void> {
  let left = count / runsOfEach;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      await engine.run(workflow);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}
