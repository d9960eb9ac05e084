import { readFile } from 'node:fs/promises';
import { agentBlocks } from '@runwright/agent';
import { RunwrightError } from '@runwright/contract';
import { createEngine } from '@runwright/core';
import { printProblems } from '../problems.ts';

/** `runwright validate <file>`: exit code 0 when the workflow could be saved, 1 with every mistake otherwise. */
export async function validateFile(file: string): Promise<void> {
  const source = await readWorkflow(file);
  const engine = await createEngine({ blocks: agentBlocks() });
  const { draft, problems, warnings } = engine.validate(source);
  await engine.close();
  if (warnings.length > 0) {
    console.error('Doubts:');
    printProblems(warnings);
  }
  if (draft === null) {
    const count = problems.length === 1 ? '1 mistake' : `${problems.length} mistakes`;
    throw new RunwrightError('invalid_input', `${file} has ${count}:`, { details: { problems } });
  }
  const { blocks, parameters } = draft.workflow_definition;
  console.log(`${file} is valid: ${blocks.length} blocks, ${parameters.length} parameters.`);
}

/** The text of a workflow file. Throws `invalid_input` when it cannot be read. */
export async function readWorkflow(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new RunwrightError(
      'invalid_input',
      `The workflow file \`${file}\` cannot be read; check its path.`,
      { cause },
    );
  }
}
