import type { JsonObject, ToolSpec } from '@runwright/contract';
import type { AgentAction } from '../agent-actions.ts';
import { giveUp } from '../screen/common-actions.ts';

const text = (description: string) => ({ type: 'string', description });

function tool(name: string, description: string, properties: JsonObject): ToolSpec {
  const input = {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
  return { name, description, input };
}

/** Returns the functions that stand beside the computer tool. */
export function functionTools(mayExtract: boolean): readonly ToolSpec[] {
  return [
    tool('goto_url', 'Loads an address in the tab.', { url: text('http or https') }),
    tool('switch_tab', 'Shows another tab.', { tab: text('such as t2') }),
    ...(mayExtract
      ? [tool('extract', 'Takes data from the whole page.', { goal: text('What to take, in words.') })]
      : []),
    tool('complete', 'Says that the goal is reached.', { summary: text('What was done.') }),
    tool('terminate', 'Says that the goal cannot be reached.', {
      reason: text('Words of the page that show it.'),
    }),
  ];
}

/** Converts the call of a function to an action; a sentence when there is no such function. */
export function toFunctionAction(name: string, input: JsonObject, reason: string): AgentAction | string {
  const of = (member: string): string => (typeof input[member] === 'string' ? input[member] : '');
  switch (name) {
    case 'goto_url':
      return { reason, action_type: 'goto_url', url: of('url') };
    case 'switch_tab':
      return { reason, action_type: 'switch_tab', tab: of('tab') };
    case 'extract':
      return { reason, action_type: 'extract', goal: of('goal') };
    case 'complete':
      return { reason, action_type: 'complete', summary: of('summary') };
    case 'terminate':
      return giveUp(of('reason'));
    default:
      return `There is no function \`${name}\`.`;
  }
}
