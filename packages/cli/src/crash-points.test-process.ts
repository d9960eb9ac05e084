/** Executes a run and kills its own process at one of the run's writes: `node crash-points.test-process.ts <case> <point>`. */
import { type CrashCase, type CrashPoint, countedStore, executeCase } from './crash-points.test-helpers.ts';

const [given, crash] = process.argv.slice(2).map((text) => JSON.parse(text)) as [CrashCase, CrashPoint];

const store = await countedStore(given.folder, ({ moment, write }) => {
  if (moment === crash.moment && write === crash.write) process.kill(process.pid, 'SIGKILL');
  return undefined;
});
await executeCase(store, given);
