import { execFile } from 'node:child_process';
import { format, promisify } from 'node:util';
import { vi } from 'vitest';

/** The process of the test, or one for the program. */
export type Place = 'this process' | 'a process of its own';

/** Where a test executes a program: in its own process and, in `npm run test:all`, as users do. */
export const programPlaces: readonly { readonly place: Place; readonly options: { tags?: string[] } }[] = [
  { place: 'this process', options: {} },
  { place: 'a process of its own', options: { tags: ['extended'] } },
];

type Variables = Readonly<Record<string, string>>;

/** Executes a program, in this process only once, and returns what it prints. `variables` are added to the environment. */
export function printProgram(place: Place, path: string, variables: Variables = {}): Promise<string> {
  return place === 'this process' ? importProgram(path, variables) : executeProgram(path, variables);
}

async function importProgram(path: string, variables: Variables): Promise<string> {
  let printed = '';
  const spy = vi.spyOn(console, 'log').mockImplementation((...values) => {
    printed += `${format(...values)}\n`;
  });
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  try {
    await import(/* @vite-ignore */ path);
    return printed;
  } finally {
    vi.unstubAllEnvs();
    spy.mockRestore();
  }
}

async function executeProgram(path: string, variables: Variables): Promise<string> {
  const env = { ...process.env, ...variables };
  return (await promisify(execFile)(process.execPath, [path], { env })).stdout;
}
