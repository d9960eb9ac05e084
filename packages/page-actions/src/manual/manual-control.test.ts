import type { ManualInput } from '@runwright/contract';
import { expect, it } from 'vitest';
import type { ActionTab, ManualSecrets } from '../port.ts';
import { createManualControl } from './manual-control.ts';

/** A control over a tab whose page tells nothing, and what its keyboard and mouse were asked for. */
function openControl(secrets: Partial<ManualSecrets> = {}) {
  const sent: string[] = [];
  const tab = {
    input: {
      move: async () => undefined,
      button: async (direction: string, button: string) => void sent.push(`${button} ${direction}`),
      type: async () => undefined,
      key: async (direction: string, key: string) => sent.push(`${key} ${direction}`) > 0,
    },
    channel: {},
    url: () => 'https://shop.example/',
    isClosed: () => false,
    hasCrashed: () => false,
  } as unknown as ActionTab;
  const control = createManualControl({
    tabs: { active: async () => tab },
    secrets: {
      ...{ maskAll: (value: unknown) => value, keepHeld: () => undefined },
      ...secrets,
    } as unknown as ManualSecrets,
    egress: { check: async (url) => ({ url: new URL(url), addresses: [] }) },
    onRelease: () => sent.push('released'),
  });
  const send = (input: ManualInput) => control.send(input, { signal: new AbortController().signal });
  return { control, send, sent };
}

it('keys and buttons that are down when control is handed back are let go', async () => {
  const { control, send, sent } = openControl();
  await send({ type: 'key', action: 'down', key: 'Shift' });
  await send({ type: 'key', action: 'down', key: 'Control' });
  await send({ type: 'key', action: 'up', key: 'Control' });
  await send({ type: 'mouse', action: 'down', x: 1, y: 1, button: 'right' });
  sent.length = 0;
  await control.release();
  await control.release();
  expect(sent).toEqual(['right up', 'Shift up', 'released']);
});

it('what a person types where no field is known is held for the origin of the page', async () => {
  const held: string[][] = [];
  const { send } = openControl({ hold: (...typed) => held.push(typed), noteSecret: () => undefined });
  await send({ type: 'text', text: '47' });
  await send({ type: 'text', text: '11' });
  const origin = 'https://shop.example';
  expect(held.filter(([key]) => key?.startsWith('row'))).toEqual([
    [`row ${origin}`, '47', origin],
    [`row ${origin}`, '4711', origin],
  ]);
  expect(held).toContainEqual(['unknown', '11', origin]);
});
