import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type MetricDefinition, metricDefinitions, prometheusName } from '@runwright/core/metrics';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { deployPath, readDeployFile } from './deploy-files.test-helpers.ts';
import { readPromql } from './read-promql.test-helpers.ts';
import { isInstalled } from './start-proxy.ts';

/** Labels of every series of Prometheus by the labels that they may have; of a histogram those of its buckets too. */
const series = new Map<string, ReadonlySet<string>>([['up', new Set()]]);
for (const [name, definition] of Object.entries<MetricDefinition>(metricDefinitions)) {
  const labels = new Set(Object.keys(definition.attributes).map((key) => key.replaceAll('.', '_')));
  const own = prometheusName(name, definition);
  if (definition.kind !== 'histogram') series.set(own, labels);
  else
    for (const end of ['bucket', 'sum', 'count'])
      series.set(`${own}_${end}`, end === 'bucket' ? new Set([...labels, 'le']) : labels);
}
/** Labels that Prometheus adds. */
const added = new Set(['job', 'instance']);

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}
const dashboard: { readonly panels: readonly Panel[]; readonly templating: { readonly list: any[] } } =
  JSON.parse(readDeployFile('grafana/runwright.json'));
const queries = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr, legendFormat }) => [title, expr, legendFormat] as const),
);
const alerts: readonly { alert: string; expr: string; annotations: Record<string, string> }[] = Object(
  load(readDeployFile('prometheus/alerts.yml')),
).groups.flatMap(({ rules }: { rules: readonly object[] }) => rules);

/** Names in an expression that no metric has, and labels that none of its metrics has. */
function unknownNames(expression: string): readonly string[] {
  const { metrics, labels } = readPromql(expression);
  const known = new Set([...added, ...metrics.flatMap((name) => [...(series.get(name) ?? [])])]);
  return [...metrics.filter((name) => !series.has(name)), ...labels.filter((label) => !known.has(label))];
}

it('an expression with a metric or a label that does not exist is found', () => {
  expect(unknownNames('sum by (job) (rate(runwright_run_started_total[5m]))')).toEqual([]);
  expect(unknownNames('runwright_run_begun_total{job="a"}')).toEqual(['runwright_run_begun_total']);
  expect(unknownNames('sum by (status) (runwright_run_ended_total)')).toEqual(['status']);
  expect(() => unknownNames('sum(rate(up[5m])')).toThrow('Cannot parse');
});

describe('the dashboard', () => {
  it.each(queries)('%s: %s has metrics and labels that exist', (_title, expression, legend) => {
    expect(unknownNames(expression)).toEqual([]);
    const shown = [...legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label);
    const { labels } = readPromql(expression);
    expect(shown.filter((label) => label !== 'instance' && !labels.includes(label ?? ''))).toEqual([]);
  });

  it('shows every metric', () => {
    const shown = new Set(queries.flatMap(([, expression]) => readPromql(expression).metrics));
    const names = Object.entries(metricDefinitions).map(([name, definition]) =>
      prometheusName(name, definition),
    );
    expect(names.filter((name) => ![...shown].some((one) => one.startsWith(name)))).toEqual([]);
  });

  it('its panels have ids of their own and do not cover each other', () => {
    const { panels } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBeLessThanOrEqual(24);
  });

  it('its variables are asked for by metrics that exist', () => {
    const [, job] = dashboard.templating.list;
    const [, name = '', label = ''] = /^label_values\((\w+), (\w+)\)$/.exec(job.query.query) ?? [];
    expect(series.has(name)).toBe(true);
    expect(added.has(label)).toBe(true);
  });
});

it('Grafana gets the dashboard from the folder that the container has it in, and the data source of its panels', () => {
  const file = (name: string) => Object(load(readDeployFile(`grafana/provisioning/${name}`)));
  const [provider] = file('dashboards/runwright.yml').providers;
  expect(readDeployFile('compose.cluster.yaml')).toContain(`${provider.options.path}/runwright.json:ro`);
  const [source] = file('datasources/prometheus.yml').datasources;
  expect(source).toMatchObject({ type: 'prometheus', url: 'http://prometheus:9090', isDefault: true });
});

describe('the alerts', () => {
  it.each(alerts)('$alert has metrics and labels that exist', ({ expr, annotations }) => {
    expect(unknownNames(expr)).toEqual([]);
    const { labels } = readPromql(expr);
    const shown = Object.values(annotations).flatMap((text) => [...text.matchAll(/\$labels\.(\w+)/g)]);
    expect(
      shown
        .map(([, label]) => label)
        .filter((label) => label !== 'instance' && !labels.includes(label ?? '')),
    ).toEqual([]);
  });

  it('each says what is wrong and what to do, under a name of its own', () => {
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
    for (const { annotations } of alerts)
      expect(Object.keys(annotations).toSorted()).toEqual(['description', 'summary']);
  });
});

const hasPromtool = isInstalled('promtool', '--version');
if (!hasPromtool)
  console.log('LEFT OUT: promtool is not installed, so the alerts of deploy/ are not tried with it.');

describe.skipIf(!hasPromtool)('promtool', () => {
  const promtool = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
    return { status, text: stdout + stderr };
  };

  it('accepts the configuration and its rules', () => {
    expect(promtool('check', 'config', deployPath('prometheus/prometheus.yml'))).toMatchObject({ status: 0 });
  });

  it('raises the alerts that the samples ask for, and no others', () => {
    const { status, text } = promtool('test', 'rules', join(import.meta.dirname, 'alerts.promtool.yaml'));
    expect([status, text]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });
});
