import type { MetricDefinition } from '@runwright/core/metrics';

/**
 * Returns the Markdown tables of metrics: what each one measures, and below them the values of their attributes.
 *
 * @param nameFor returns the name under which Prometheus has a metric
 */
export function metricsTable(
  definitions: Readonly<Record<string, MetricDefinition>>,
  nameFor: (name: string, definition: MetricDefinition) => string,
): string {
  const rows = Object.entries(definitions).map(([name, definition]) => {
    const { kind, unit, description, attributes } = definition;
    const keys = Object.keys(attributes).map((key) => `\`${key}\``);
    const cells = [
      `\`${name}\`<br>\`${nameFor(name, definition)}\``,
      kindNames[kind],
      `\`${unit}\``,
      description,
      keys.join(', '),
    ];
    return `| ${cells.join(' | ')} |\n`;
  });
  return `| metric, and its name in Prometheus | kind | unit | what it measures | attributes |\n|---|---|---|---|---|\n${rows.join('')}`;
}

/** Returns the Markdown table of the values of all attributes. */
export function attributesTable(definitions: Readonly<Record<string, MetricDefinition>>): string {
  const values = new Map<string, Set<string>>();
  for (const { attributes } of Object.values(definitions))
    for (const [key, value] of Object.entries(attributes))
      values.set(key, (values.get(key) ?? new Set()).add(value));
  const rows = [...values]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, texts]) => `| \`${key}\` | ${[...texts].join('; or ')} |\n`);
  return `| attribute | values |\n|---|---|\n${rows.join('')}`;
}

const kindNames: Readonly<Record<MetricDefinition['kind'], string>> = {
  counter: 'counter',
  upDownCounter: 'up-down counter',
  histogram: 'histogram',
  observableGauge: 'gauge',
  observableCounter: 'counter',
};
