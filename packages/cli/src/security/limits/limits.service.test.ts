import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type TestService, testService, watchHealth } from '../../service.test-helpers.ts';
import { type AnswerSite, answerSite, limitInputs } from './limit-inputs.test-helpers.ts';

/** Milliseconds of CPU time of the main thread. The goal is 200; twice that leaves room for slower processors. */
const longestTurnMs = 400;

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

async function longestTurn(): Promise<number> {
  const lines = (await readFile(turnsFile(), 'utf8').catch(() => '')).split('\n');
  const own = lines.map((line) => line.split(' ')).filter(([pid]) => pid === String(service.process?.pid));
  return Math.max(0, ...own.map(([, ms]) => Number(ms)));
}

async function peakMib(): Promise<number> {
  const status = await readFile(`/proc/${service.process?.pid}/status`, 'utf8');
  return Math.round(Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024);
}

it('no input that a limit admits keeps the event loop for long', {
  tags: ['security', 'extended'],
  timeout: 3_600_000,
}, async () => {
  const rows: {
    input: string;
    turn: number;
    health: number;
    bare: number;
    memory: number;
    seconds: number;
    outcome: string;
  }[] = [];
  const only = process.env.RUNWRIGHT_LIMIT_INPUTS;
  for (const { name, send } of limitInputs) {
    if (only && !name.includes(only)) continue;
    await writeFile(turnsFile(), '');
    await writeFile(`/proc/${service.process?.pid}/clear_refs`, '5');
    const health = await watchHealth(service);
    const began = performance.now();
    const outcome = await send(service, site).catch(String);
    const seconds = (performance.now() - began) / 1000;
    health.stop();
    rows.push({
      input: name,
      turn: await longestTurn(),
      health: Math.round(health.worst.service),
      bare: Math.round(health.worst.bare),
      memory: await peakMib(),
      seconds: Number(seconds.toFixed(1)),
      outcome,
    });
    console.log(JSON.stringify(rows.at(-1)));
  }
  console.table(rows);
  expect(rows.filter(({ turn }) => turn > longestTurnMs)).toEqual([]);
});
