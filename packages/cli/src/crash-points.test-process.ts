/** A process that carries a run out and kills itself at one of its writes: `node crash-points.test-process.ts <case> <point>`. */
import { type CrashCase, type CrashPoint, carryOn, countedStore } from './crash-points.test-helpers.ts';

const [given, crash] = process.argv.slice(2).map((text) => JSON.parse(text)) as [CrashCase, CrashPoint];

const store = await countedStore(given.folder, ({ moment, write }) => {
  if (moment === crash.moment && write === crash.write) process.kill(process.pid, 'SIGKILL');
});
await carryOn(store, given);
