import { readFile } from 'node:fs/promises';
import { RunwrightError } from '@runwright/contract';
import { checkWorkflow, counted } from '../check-workflow.ts';
import { createConfiguredEngine } from '../config/create-configured-engine.ts';
import { loadConfig } from '../config/load-config.ts';
import { readEnvironment } from '../environment.ts';

/** Executes `runwright validate <file>`: exit code 0 when the workflow is valid, else 1 with every problem; `strict`: also for warnings. */
export async function validateFile(file: string, { strict }: { readonly strict?: true } = {}): Promise<void> {
  const source = await readWorkflow(file);
  const engine = await createConfiguredEngine(await loadConfig(readEnvironment().configFile));
  await engine.close();
  const { draft, warnings } = checkWorkflow(engine, file, source);
  const { blocks, parameters } = draft.workflow_definition;
  const found = `${counted(blocks, 'block')}, ${counted(parameters, 'parameter')}`;
  if (strict && warnings.length > 0) {
    throw new RunwrightError(
      'invalid_input',
      `${file} can be saved (${found}), but has ${counted(warnings, 'warning')}, which --strict refuses. Mend them.`,
    );
  }
  console.log(`${file} is valid: ${found}.`);
}

/** Reads a workflow file. Throws `invalid_input` when it cannot be read. */
export async function readWorkflow(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'no such file' : (code ?? 'it cannot be opened');
    throw new RunwrightError(
      'invalid_input',
      `Cannot read \`${file}\`: ${why}. Pass the path of a workflow file.`,
      { cause },
    );
  }
}
