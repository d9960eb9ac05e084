import { agentBlocks } from '@runwright/agent';
import { ioBlocks } from '@runwright/blocks-io';
import { createEngine } from '@runwright/core';

/** Path from the root of the file that {@link schemaText} is written to. */
export const schemaPath = 'packages/workflow/workflow.schema.json';

/** Returns the JSON Schema of workflow files with the block types of all packages, as text. */
export async function schemaText(): Promise<string> {
  const engine = await createEngine({ blocks: [...agentBlocks(), ...ioBlocks] });
  try {
    return `${JSON.stringify(engine.workflowSchema(), null, 2)}\n`;
  } finally {
    await engine.close();
  }
}
