import { readFile, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type TestService, testService, watchHealth } from '../../service.test-helpers.ts';
import { type AnswerSite, answerSite, limitInputs } from './limit-inputs.test-helpers.ts';
import {
  forgetTurns,
  longestTurn,
  maxRatio,
  measureJson,
  probeVariables,
  turnVariables,
} from './turns.test-helpers.ts';

let site: AnswerSite;
let service: TestService;
beforeEach(async () => {
  site = await answerSite();
  service = await testService({ RUNWRIGHT_ALLOWED_HOSTS: site.host, ...probeVariables });
  await service.start(turnVariables(service));
});
afterEach(async () => {
  await service.close();
  site.close();
});

async function peakMib(): Promise<number> {
  const status = await readFile(`/proc/${service.process?.pid}/status`, 'utf8');
  return Math.round(Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024);
}

it('no input that a limit admits keeps the event loop for long', {
  tags: ['security', 'extended'],
  timeout: 3_600_000,
}, async () => {
  const unit = measureJson();
  const rows = [];
  for (const { name, send } of limitInputs) {
    await forgetTurns(service);
    await writeFile(`/proc/${service.process?.pid}/clear_refs`, '5');
    const health = await watchHealth(service);
    const began = performance.now();
    const outcome = await send(service, site).catch(String);
    const seconds = Number(((performance.now() - began) / 1000).toFixed(1));
    health.stop();
    const [healthMs, bareMs] = [health.worst.service, health.worst.bare].map(Math.round);
    const turnMs = await longestTurn(service);
    const mib = await peakMib();
    rows.push({ input: name, turnMs, healthMs, bareMs, mib, seconds, outcome: outcome.slice(0, 60) });
  }
  console.table(rows);
  console.log(`writing and reading 7 MB of JSON took ${unit.toFixed(0)} ms`);
  expect(rows.filter(({ turnMs }) => turnMs > maxRatio * unit)).toEqual([]);
});
