// @module-tag extended
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dump } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { deployPath, readDeployFile } from './deploy-files.test-helpers.ts';
import { freePort, isInstalled } from './start-proxy.ts';
import { printed, startService, stop, type TestProcess } from './start-service.ts';

const key = 'rw_test_key_of_a_service_that_is_observed';
const patient = { timeout: 60_000, interval: 200 };
const isHere = isInstalled('prometheus', '--version');
if (!isHere) console.log('LEFT OUT: Prometheus is not installed, so it does not collect from a service.');

const queries: readonly string[] = JSON.parse(readDeployFile('grafana/runwright.json')).panels.flatMap(
  ({ targets = [] }: { targets?: readonly { expr: string }[] }) =>
    targets.map(({ expr }) => expr.replaceAll('$job', '.*').replaceAll('$__rate_interval', '5m')),
);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'runwright-prometheus-'));
});
const started: TestProcess[] = [];
afterAll(async () => {
  for (const one of started.toReversed()) await one.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(!isHere)('Prometheus and a service', () => {
  let port: number;
  const ask = async (path: string): Promise<any> =>
    (await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)).json();
  const query = async (text: string) => ask(`query?query=${encodeURIComponent(text)}`);

  beforeAll(async () => {
    const metrics = await freePort();
    const service = await startService({
      RUNWRIGHT_DATA_DIR: join(folder, 'data'),
      RUNWRIGHT_API_KEY: key,
      RUNWRIGHT_METRICS: String(metrics),
    });
    started.push(service);
    await execute(service.port);
    port = await freePort();
    started.push(await startPrometheus(port, metrics));
    await vi.waitFor(
      async () => expect((await query('runwright_run_ended_total')).data.result).toHaveLength(1),
      patient,
    );
  }, 120_000);

  it('collects what the service serves', async () => {
    const { data } = await query('runwright_run_ended_total{runwright_run_status="completed"}');
    expect(data.result).toMatchObject([{ metric: { job: 'runwright' }, value: [expect.anything(), '1'] }]);
    const { data: targets } = await ask('targets');
    expect(targets.activeTargets).toMatchObject([{ health: 'up', lastError: '' }]);
  });

  it('answers every query of the dashboard', async () => {
    for (const text of queries) expect([text, (await query(text)).status]).toEqual([text, 'success']);
    const { data } = await query('max(runwright_run_waiting_count)');
    expect(data.result).toMatchObject([{ value: [expect.anything(), '0'] }]);
  });

  it('evaluates every alert, and raises none', async () => {
    const rules = async (): Promise<readonly any[]> =>
      (await ask('rules')).data.groups.flatMap((group: any) => group.rules);
    // Until the first collection no worker is known.
    await expect
      .poll(
        async () => (await rules()).filter(({ health, alerts }) => health !== 'ok' || alerts.length > 0),
        patient,
      )
      .toEqual([]);
    expect((await rules()).length).toBeGreaterThan(10);
  });
});

async function startPrometheus(port: number, metrics: number): Promise<TestProcess> {
  const config = join(folder, 'prometheus.yml');
  const text = dump({
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [deployPath('prometheus/alerts.yml')],
    scrape_configs: [{ job_name: 'runwright', static_configs: [{ targets: [`127.0.0.1:${metrics}`] }] }],
  });
  writeFileSync(config, text);
  const child = spawn(
    'prometheus',
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, 'tsdb')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  await printed(child, /Server is ready to receive web requests/);
  return { stop: () => stop(child, 'SIGTERM') };
}

/** Executes a run of one block and waits for its end. */
async function execute(port: string): Promise<void> {
  const call = async (path: string, body?: object): Promise<any> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
    return answer.json();
  };
  const blocks = [{ block_type: 'code', label: 'add', code: 'return 1 + 1' }];
  const workflow = await call('/v1/workflows', { json_definition: { workflow_definition: { blocks } } });
  const { run_id: runId } = await call('/v1/run/workflows', { workflow_id: workflow.workflow_permanent_id });
  await vi.waitFor(async () => expect((await call(`/v1/runs/${runId}`)).status).toBe('completed'), patient);
}
