import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { expect, it } from 'vitest';
import { drivers } from './driver.test.open.ts';
import { lowPriority } from './low-priority.ts';
import { runningProcesses } from './process-table.ts';

const openDriver = drivers();
const { signal } = new AbortController();
const addresses = [{ address: '127.0.0.1', family: 4 as const }];

it('a browser goes after everything else on a busy machine', async () => {
  const driver = await openDriver();
  const session = await driver.open({
    egress: { check: async (url) => ({ url: new URL(url), addresses }) },
    reveal: (text) => text,
    signal,
  });
  const processes = await runningProcesses();
  const leader = processes.find(({ pid, group, command }) => pid === group && command.includes(session.id));
  expect(leader).toBeDefined();
  // New pages are born of the zygotes. Chromium gives the page in front its usual value again when it runs as root.
  const zygotes = processes.filter(
    ({ group, command }) => group === leader?.group && command.includes('--type=zygote'),
  );
  for (const { pid } of [leader, ...zygotes].filter((each) => each !== undefined))
    expect(getPriority(pid)).toBe(lowPriority);
  if (existsSync('/proc/self/autogroup'))
    expect(await readFile(`/proc/${leader?.pid}/autogroup`, 'utf8')).toContain(`nice ${lowPriority}`);
  await session.close();
});
