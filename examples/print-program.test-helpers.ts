import { execFile } from 'node:child_process';
import { format, promisify } from 'node:util';
import { vi } from 'vitest';

/** Where a test executes a program: in its own process and, in `npm run test:all`, as users do. */
export const programPlaces = [
  { place: 'this process', options: {} },
  { place: 'a process of its own', options: { tags: ['extended'] } },
] as const;

type Variables = Readonly<Record<string, string>>;

/** Executes a program, in this process only once, and returns what it prints. `variables` are added to the environment. */
export function printProgram(
  place: (typeof programPlaces)[number]['place'],
  path: string,
  variables: Variables = {},
): Promise<string> {
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
