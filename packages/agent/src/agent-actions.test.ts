import { pageActions } from '@runwright/contract';
import { expect, it } from 'vitest';
import { AgentAction, ToldAction, ToldDividingAction } from './agent-actions.ts';

const told = JSON.parse(JSON.stringify(ToldAction));
const members: readonly {
  readonly properties: Readonly<Record<string, { readonly const?: string }>>;
  readonly required: readonly string[];
}[] = JSON.parse(JSON.stringify(AgentAction)).anyOf;
const schemaOf = (name: string) => members.find(({ properties }) => properties.action_type?.const === name);

it('offers every page action, and those of the agent itself', () => {
  const names = [
    ...Object.keys(pageActions),
    ...['extract', 'take_screenshot', 'null_action', 'complete', 'terminate'],
  ];
  expect(told.properties.action_type.enum).toEqual(names);
  const offered = [...names, 'divide_goal'];
  expect(JSON.parse(JSON.stringify(ToldDividingAction)).properties.action_type.enum.toSorted()).toEqual(
    offered.toSorted(),
  );
  expect(members.map(({ properties }) => properties.action_type?.const).toSorted()).toEqual(
    offered.toSorted(),
  );
});

it('tells the model one object with the fields of all actions, without limits', () => {
  expect(told.required).toEqual(['reason', 'action_type']);
  expect(told.properties).toMatchObject({
    count: { type: 'integer' },
    label: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    direction: { enum: ['down', 'up', 'left', 'right'], type: 'string' },
  });
  expect(JSON.stringify(told)).not.toContain('minimum');
});

it('checks the fields of each action, of which the optional ones may be null', () => {
  expect(schemaOf('click')).toMatchObject({
    properties: {
      id: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      count: { anyOf: [{ type: 'integer', minimum: 1, maximum: 3 }, { type: 'null' }] },
    },
    required: ['reason', 'action_type'],
    additionalProperties: false,
  });
  expect(schemaOf('checkbox')?.required).toEqual(['reason', 'action_type', 'id', 'checked']);
});

it('accepts only null in a field that an action does not have', () => {
  expect(schemaOf('go_back')?.properties).toMatchObject({ id: { type: 'null' }, text: { type: 'null' } });
});
