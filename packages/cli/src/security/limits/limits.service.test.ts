import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type TestService, testService, watchHealth } from '../../service.test-helpers.ts';
import { type AnswerSite, answerSite, limitInputs } from './limit-inputs.test-helpers.ts';

/**
 * How many times as long as writing and reading 7 MB of JSON a turn of the event loop may take. The goal for the longest turn is 200
 * ms, about four times as long on a machine where this was measured; the collector of garbage may double a turn.
 */
const maxRatio = 25;

let site: AnswerSite;
let service: TestService;
beforeEach(async () => {
  site = await answerSite();
  service = await testService({
    RUNWRIGHT_ALLOWED_HOSTS: site.host,
    NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'turn-probe.mjs')).href}`,
  });
  await service.start({ RUNWRIGHT_TEST_TURNS: turnsFile() });
});
afterEach(async () => {
  await service.close();
  site.close();
});

const turnsFile = () => join(service.folder, 'turns.txt');

/** CPU time of the longest turn of the main thread since the file was emptied, in ms; 0 where none took more than 20 ms. */
async function longestTurn(): Promise<number> {
  const lines = (await readFile(turnsFile(), 'utf8')).split('\n').map((line) => line.split(' '));
  const own = lines.filter(([pid]) => pid === String(service.process?.pid));
  return Math.max(0, ...own.map(([, ms]) => Number(ms)));
}

async function peakMib(): Promise<number> {
  const status = await readFile(`/proc/${service.process?.pid}/status`, 'utf8');
  return Math.round(Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024);
}

/** CPU time of writing and reading 7 MB of JSON, in ms: the median of seven times. */
function jsonTurn(): number {
  const text = '…'.repeat(40);
  const rows = Array.from({ length: 60_000 }, (_, id) => ({ id, price: id / 3, tags: ['a', 'b'], text }));
  const spent = () => process.cpuUsage().user / 1000;
  const times = Array.from({ length: 7 }, () => {
    const before = spent();
    JSON.parse(JSON.stringify(rows));
    return spent() - before;
  });
  return times.toSorted((a, b) => a - b)[3] ?? 0;
}

it('no input that a limit admits keeps the event loop for long', {
  tags: ['security', 'extended'],
  timeout: 3_600_000,
}, async () => {
  const unit = jsonTurn();
  const rows = [];
  for (const { name, send } of limitInputs) {
    await writeFile(turnsFile(), '');
    await writeFile(`/proc/${service.process?.pid}/clear_refs`, '5');
    const health = await watchHealth(service);
    const began = performance.now();
    const outcome = await send(service, site).catch(String);
    const seconds = Number(((performance.now() - began) / 1000).toFixed(1));
    health.stop();
    const [healthMs, bareMs] = [health.worst.service, health.worst.bare].map(Math.round);
    const turnMs = await longestTurn();
    const mib = await peakMib();
    rows.push({ input: name, turnMs, healthMs, bareMs, mib, seconds, outcome: outcome.slice(0, 60) });
  }
  console.table(rows);
  console.log(`writing and reading 7 MB of JSON took ${unit.toFixed(0)} ms`);
  expect(rows.filter(({ turnMs }) => turnMs > maxRatio * unit)).toEqual([]);
});
