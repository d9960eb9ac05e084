import { defineBlock, Type } from '@runwright/contract';
import { createEngine, type Engine } from '@runwright/core';
import { pgbossQueue } from '@runwright/queue-pgboss';
import { postgresStore } from '@runwright/store-sql';
import { findPostgres } from '@runwright/testing/postgres';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase, type TestDatabase } from './test-storage/test-database.test-helpers.ts';

const binaries = findPostgres();
if (binaries === null) console.warn('PostgreSQL is not installed: the tests of fair turns are skipped.');

interface Begun {
  readonly runId: string;
  readonly site: string;
}

const sizes = [
  { waiting: 20, runs: 12, patient: { timeout: 18_000 }, options: {} },
  { waiting: 500, runs: 200, patient: { timeout: 300_000 }, options: { tags: ['extended'] } },
];
for (const { waiting, runs: count, patient, options } of sizes)
  describe.skipIf(binaries === null)('engines that share a PostgreSQL', options, () => {
    let database: TestDatabase;
    let schemas = 0;
    beforeAll(async () => {
      database = await createTestDatabase();
    });
    afterAll(() => database?.close());

    /** Engines, each with its own store and queue. `onRun` is what the block `probe` of any of them does. */
    async function engines(
      engineCount: number,
      onRun: (run: Begun) => Promise<void>,
      settings: {
        readonly concurrency: number;
        readonly limits?: { readonly organizationConcurrency: number };
      },
    ): Promise<readonly [Engine, ...Engine[]]> {
      schemas += 1;
      const names = { store: `fair_${schemas}`, queue: `fair_queue_${schemas}` };
      const block = defineBlock({
        type: 'probe',
        config: Type.Object({ site: Type.Optional(Type.String()) }),
        output: Type.Object({}),
        async run({ site = '' }, { runId }) {
          await onRun({ runId, site });
          return {};
        },
      });
      const made: Engine[] = [];
      for (let index = 0; index < engineCount; index += 1) {
        const store = await postgresStore({ url: database.url, schema: names.store, maxConnections: 6 });
        const queue = await pgbossQueue({ url: database.url, schema: names.queue, pollMs: 50 });
        const engine = await createEngine({
          blocks: [block],
          drivers: { store, queue },
          settings: { ...settings, masterKey: new Uint8Array(32), sweepMs: 3_600_000 },
        });
        onTestFinished(() => engine.close());
        made.push(engine);
      }
      return made as [Engine, ...Engine[]];
    }

    async function probe(engine: Engine, organizationId: string, members: object = {}): Promise<string> {
      const { workflowPermanentId } = await engine.workflows.create(organizationId, {
        title: 'Probe',
        workflow_definition: {
          parameters: [
            { parameter_type: 'workflow', key: 'site', workflow_parameter_type: 'string', default_value: '' },
          ],
          blocks: [{ block_type: 'probe', label: 'a', site: '{{ site }}' }],
        },
        ...members,
      });
      return workflowPermanentId;
    }

    async function finishAll(engine: Engine, organizationId: string, runIds: readonly string[]) {
      for (const runId of runIds)
        expect((await engine.runs.finished(organizationId, runId)).status).toBe('completed');
    }

    it(`the first run of an organization waits for one run of another one that has ${waiting}`, async () => {
      const began: string[] = [];
      const gate = Promise.withResolvers<void>();
      const [engine] = await engines(
        1,
        async ({ runId }) => {
          began.push(runId);
          await gate.promise;
        },
        { concurrency: 1 },
      );
      await engine.start();
      const organizations = await Promise.all(
        ['Large', 'Small'].map((name) => engine.organizations.create({ name })),
      );
      const [large, small] = organizations.map((row) => row.organizationId) as [string, string];
      const workflow_id = await probe(engine, large);
      const ofSmall = await probe(engine, small);
      for (let at = 0; at < waiting; at += 20) {
        await Promise.all(
          Array.from({ length: 20 }, () => engine.runs.start({ workflow_id }, { organizationId: large })),
        );
      }
      await expect.poll(() => began.length, patient).toBe(1);
      const first = await engine.runs.start({ workflow_id: ofSmall }, { organizationId: small });
      const queued = async () => (await engine.runs.get(small, first.runId)).status;
      await expect.poll(queued, patient).toBe('queued');
      gate.resolve();
      await finishAll(engine, small, [first.runId]);
      expect(began.indexOf(first.runId)).toBe(1);
    });

    it(`of ${count} runs never more than a limit lets pass are executed at once by 4 engines, and all end`, async () => {
      let running = 0;
      let most = 0;
      // The first ones wait until the limit is used up.
      const full = Promise.withResolvers<void>();
      const all = await engines(
        4,
        async () => {
          running += 1;
          most = Math.max(most, running);
          if (running === 3) full.resolve();
          await full.promise;
          await new Promise((resolve) => setImmediate(resolve));
          running -= 1;
        },
        { concurrency: 4, limits: { organizationConcurrency: 3 } },
      );
      const [first] = all;
      const { organizationId } = await first.organizations.first();
      const workflow_id = await probe(first, organizationId);
      await Promise.all(all.map((engine) => engine.start()));
      const runs = await Promise.all(
        Array.from({ length: count }, (_, index) =>
          (all[index % 4] ?? first).runs.start({ workflow_id }, { organizationId }),
        ),
      );
      await finishAll(
        first,
        organizationId,
        runs.map(({ runId }) => runId),
      );
      expect(most).toBe(3);
    });

    it(`${count} runs over 10 concurrency keys do not overlap and keep their order on 4 engines`, async () => {
      const order = new Map<string, string[]>();
      const running = new Set<string>();
      let overlaps = 0;
      const all = await engines(
        4,
        async ({ runId, site: key }) => {
          if (running.has(key)) overlaps += 1;
          running.add(key);
          order.set(key, [...(order.get(key) ?? []), runId]);
          await new Promise((resolve) => setImmediate(resolve));
          running.delete(key);
        },
        { concurrency: 4 },
      );
      const [first] = all;
      const { organizationId } = await first.organizations.first();
      const workflow_id = await probe(first, organizationId, {
        run_sequentially: true,
        sequential_key: '{{ site }}',
      });
      const runs: { readonly runId: string; readonly site: string }[] = [];
      for (let index = 0; index < count; index += 1) {
        const site = `site-${index % 10}`;
        const engine = all[index % 4] ?? first;
        const { runId } = await engine.runs.start({ workflow_id, parameters: { site } }, { organizationId });
        runs.push({ runId, site });
      }
      await Promise.all(all.map((engine) => engine.start()));
      await finishAll(
        first,
        organizationId,
        runs.map(({ runId }) => runId),
      );
      expect(overlaps).toBe(0);
      const rows = await Promise.all(runs.map(({ runId }) => first.runs.get(organizationId, runId)));
      for (const [site, executed] of order) {
        const ofSite = rows.filter((run) => run.parameters.site === site);
        const queued = [...ofSite].sort(
          (one, other) => (one.queuedAt ?? 0) - (other.queuedAt ?? 0) || (one.runId < other.runId ? -1 : 1),
        );
        expect(executed).toEqual(queued.map(({ runId }) => runId));
      }
    });
  });
