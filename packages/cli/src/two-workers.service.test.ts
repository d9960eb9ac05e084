import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { defineBlock, type RunQueue, type Store, Type } from '@runwright/contract';
import { createEngine, type Engine, memoryQueue } from '@runwright/core';
import { sqliteStore } from '@runwright/store-sql';
import { afterEach, beforeEach, expect, it } from 'vitest';

let folder: string;
let child: ChildProcess | null = null;
const open: Engine[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'runwright-two-'));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
  if (child && child.exitCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  child = null;
  rmSync(folder, { recursive: true, force: true });
});

/** Whatever is enqueued in one queue is delivered by both, so that the store must decide. */
function echoingQueues(): readonly RunQueue[] {
  const queues = [memoryQueue(), memoryQueue()];
  return queues.map((queue) => ({
    ...queue,
    async enqueue(runId, options) {
      await Promise.all(queues.map((each) => each.enqueue(runId, options)));
    },
  }));
}

const sizes = [
  { count: 40, options: {} },
  { count: 200, options: { tags: ['extended'] } },
];
for (const { count, options } of sizes)
  it(
    `two workers on one SQLite store race for ${count} runs, and each run is carried out once`,
    options,
    async () => {
      const store = await sqliteStore({ folder, synchronous: 'NORMAL' });
      const handle: Store = { ...store, close: async () => undefined };
      const executed = new Map<string, number>();
      const block = defineBlock({
        type: 'count',
        config: Type.Object({}),
        output: Type.Object({}),
        async run(_config, { runId }) {
          executed.set(runId, (executed.get(runId) ?? 0) + 1);
          return {};
        },
      });
      const engines = await Promise.all(
        echoingQueues().map((queue) =>
          createEngine({ blocks: [block], drivers: { store: handle, queue }, settings: { concurrency: 4 } }),
        ),
      );
      open.push(...engines);
      const [first, second] = engines as [Engine, Engine];
      const { organizationId } = await first.organizations.first();
      const { workflowPermanentId } = await first.workflows.create(organizationId, {
        title: 'Count',
        workflow_definition: { parameters: [], blocks: [{ block_type: 'count', label: 'a' }] },
      });
      await Promise.all([first.start(), second.start()]);
      const runs = await Promise.all(
        Array.from({ length: count }, () =>
          first.runs.start({ workflow_id: workflowPermanentId }, { organizationId }),
        ),
      );
      for (const { runId } of runs) {
        expect((await second.runs.finished(organizationId, runId)).status).toBe('completed');
        expect(executed.get(runId)).toBe(1);
      }
      await Promise.all(open.splice(0).map((engine) => engine.close()));
      await store.close();
    },
  );

it('a data folder that another process uses is refused with a sentence that names that process', async () => {
  const holder = `
    const { sqliteStore } = await import(${JSON.stringify(import.meta.resolve('@runwright/store-sql'))});
    await sqliteStore({ folder: process.argv[1] });
    console.log('open');
    setInterval(() => {}, 1000);
  `;
  child = spawn(process.execPath, ['--input-type=module', '--eval', holder, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    if (line === 'open') break;
  }
  const refusal = await sqliteStore({ folder }).then(
    () => null,
    (error: unknown) => error,
  );
  expect(refusal).toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(
      new RegExp(
        `process \`${child.pid}\` on \`[^\`]+\`, since 20\\d\\d-\\d\\d-\\d\\dT[\\d:.]+Z, has it open`,
      ),
    ),
  });
});
