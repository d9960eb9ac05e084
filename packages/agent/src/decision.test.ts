import { pageActions } from '@runwright/contract';
import { expect, it } from 'vitest';
import { AgentAction } from './decision.ts';

const { anyOf } = JSON.parse(JSON.stringify(AgentAction));
const schemas = new Map<string, unknown>(
  anyOf.map((schema: { properties: { action_type: { const: string } } }) => [
    schema.properties.action_type.const,
    schema,
  ]),
);

it('offers the page actions that the table offers, and the actions of the agent itself', () => {
  const offered = Object.entries(pageActions).flatMap(([name, { isOffered }]) => (isOffered ? [name] : []));
  expect([...schemas.keys()]).toEqual([...offered, 'extract', 'null_action', 'complete', 'terminate']);
});

it('lets optional fields be null, and has no field that only code sets', () => {
  expect(schemas.get('input_text')).toEqual({
    type: 'object',
    properties: {
      reason: { type: 'string', description: 'Why, in a few words.' },
      action_type: { type: 'string', const: 'input_text' },
      id: { type: 'string', description: 'Id from the newest page view, such as a12.' },
      text: { type: 'string' },
      clear: { anyOf: [{ type: 'boolean' }, { type: 'null' }] },
      submit: { anyOf: [{ type: 'boolean' }, { type: 'null' }] },
    },
    required: ['reason', 'action_type', 'id', 'text'],
    additionalProperties: false,
  });
});
