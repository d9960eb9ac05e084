import { expect, it } from 'vitest';
import { attributesTable, metricsTable } from './metrics-table.ts';

const definitions = {
  'app.time': {
    kind: 'histogram',
    unit: 's',
    description: 'Time of one call',
    attributes: { type: '`a`', 'error.type': 'a code' },
  },
  'app.calls': { kind: 'counter', unit: '{call}', description: 'Calls', attributes: { type: '`b`' } },
} as const;

it('lists each metric with both of its names, and its attributes', () => {
  expect(
    metricsTable(definitions, (name) => name.replaceAll('.', '_'))
      .split('\n')
      .slice(2),
  ).toEqual([
    '| `app.time`<br>`app_time` | histogram | `s` | Time of one call | `type`, `error.type` |',
    '| `app.calls`<br>`app_calls` | counter | `{call}` | Calls | `type` |',
    '',
  ]);
});

it('lists the values of an attribute once, however many metrics have it', () => {
  expect(attributesTable(definitions).split('\n').slice(2)).toEqual([
    '| `error.type` | a code |',
    '| `type` | `a`; or `b` |',
    '',
  ]);
});
