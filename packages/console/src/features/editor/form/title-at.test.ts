import { expect, it } from 'vitest';
import { titleAt } from './title-at.ts';

const file = {
  workflow_definition: {
    parameters: [{ parameter_type: 'workflow', key: 'a' }],
    blocks: [
      {
        block_type: 'for_loop',
        label: 'each',
        loop_blocks: [{ block_type: 'extraction', label: 'read', retry: { max_retries: 'x' } }],
      },
      { block_type: 'of_the_host', label: 'own' },
    ],
  },
};

it.each([
  ['max_cost', 'Cost limit (US dollars)'],
  ['workflow_definition.strict_templates', 'Strict templates'],
  ['workflow_definition.parameters.0.default_value', 'Default value'],
  ['workflow_definition.blocks.0.concurrency', 'Iterations at a time'],
  ['workflow_definition.blocks.0.loop_blocks.0.data_extraction_goal', 'What to extract'],
  ['workflow_definition.blocks.0.loop_blocks.0.retry.max_retries', 'Number of retries'],
  ['workflow_definition.blocks.1.word_count', 'Word count'],
  ['workflow_definition.blocks.7.url', 'URL'],
])('the title of the member at %s is “%s”', (path, title) => {
  expect(titleAt(file, path.split('.'))).toBe(title);
});
