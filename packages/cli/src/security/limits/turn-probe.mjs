// Loaded into a service under test with `--import`. Writes how much CPU time its main thread used between two looks at the
// clock, where that is more than 20 ms: a turn of the event loop that long keeps every other request waiting. CPU time says
// the same on a busy machine.
import { appendFileSync } from 'node:fs';
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

const path = process.env.RUNWRIGHT_TEST_TURNS;
if (isMainThread && path) {
  const spent = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let before = spent();
  setInterval(() => {
    const now = spent();
    if (now - before > 20) appendFileSync(path, `${process.pid} ${(now - before).toFixed(0)}\n`);
    before = spent();
  }, 2).unref();
}
