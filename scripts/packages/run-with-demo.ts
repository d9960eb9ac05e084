import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { must } from './step.ts';

/**
 * Runs a program of a project with the demo site and a scripted model of the installed `@runwright/demo`, on loopback. Returns what it
 * printed.
 *
 * @param program path in the project
 */
export async function runWithDemo(program: string, project: string): Promise<string> {
  const harness = 'readme-harness.mjs';
  cpSync(join(import.meta.dirname, harness), join(project, harness));
  return must('node', [harness, program], { cwd: project });
}
