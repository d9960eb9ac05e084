import { agentBlocks } from '@runwright/agent';
import { ioBlocks } from '@runwright/blocks-io';
import { createEngine } from '@runwright/core';

/** Executes `runwright schema`: prints the JSON Schema of workflow files, with every block type of the command. */
export async function printSchema(): Promise<void> {
  const engine = await createEngine({ blocks: [...agentBlocks(), ...ioBlocks] });
  const schema = engine.workflowSchema();
  await engine.close();
  console.log(JSON.stringify(schema, null, 2));
}
