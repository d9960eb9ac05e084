import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { must, step } from './step.ts';

/** Time for a run of the demo, in ms. */
const demoMs = 120_000;
/** Checks of `doctor` that every machine passes. */
const doctorChecks = ['node', 'data folder', 'store', 'port'];
const program = `workflow_definition:
  blocks:
    - { label: sum, block_type: code, language: typescript, code: "const two: number = 2; return { total: two + 3 }" }
`;

/** Uses the installed command of a project: validate, run, doctor and the demo. */
export async function tryCommand(folder: string): Promise<void> {
  const env = {
    ...withoutSettings(process.env),
    RUNWRIGHT_PORT: '0',
    RUNWRIGHT_DATA_DIR: join(folder, 'data'),
  };
  const runwright = (...args: readonly string[]) =>
    must('npx', ['--no-install', 'runwright', ...args], { cwd: folder, env });

  await step('runwright validate', async () => {
    expectText(await runwright('validate', 'node_modules/@runwright/demo/orders.yaml'), 'is valid');
  });
  await step('runwright run', async () => {
    writeFileSync(join(folder, 'sum.yaml'), program);
    expectText(await runwright('run', 'sum.yaml'), '"total": 5');
  });
  await step('runwright doctor', async () => {
    // Its exit code is 1 as long as no model is configured, and where root runs the browser.
    const found = await runwright('doctor').catch((error: unknown) =>
      error instanceof Error ? error.message : '',
    );
    for (const check of doctorChecks) expectText(found, new RegExp(`^ok +${check} `, 'm'));
    expectText(found, /^(?:ok|FIX) +browser +.*\d+\.\d+/m);
  });
  await step('runwright start --demo', () => tryDemo(folder, env));
}

/** Starts the demo, waits for its run and asks for the health of the service, then ends it. */
async function tryDemo(folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const service = spawn('npx', ['--no-install', 'runwright', 'start', '--demo'], {
    cwd: folder,
    env,
    // npx starts the command as a child of its own: the signal goes to both.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: demoMs,
  });
  const ended = once(service, 'exit');
  let output = '';
  const shown = Promise.withResolvers<void>();
  for (const stream of [service.stdout, service.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('Still serving')) shown.resolve();
    });
  void ended.then(() => shown.reject(new Error(`${output}\nThe demo ended before its run had ended.`)));
  try {
    await shown.promise;
    const [, address] = /Runwright serves (\S+)/.exec(output) ?? [];
    const health = await fetch(`${address}/health`);
    if (!health.ok) throw new Error(`${output}\n\`/health\` answered ${health.status}.`);
    expectText(output, / completed in /);
  } finally {
    if (service.pid !== undefined && service.exitCode === null) process.kill(-service.pid, 'SIGTERM');
    await ended;
  }
}

/** The settings of whoever checks are not part of what is checked, except the browser. */
function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const settings = /^(?:RUNWRIGHT_(?!CHROMIUM$)|OPENAI_|ANTHROPIC_)/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !settings.test(name)));
}

function expectText(text: string, wanted: string | RegExp): void {
  if (typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text)) return;
  throw new Error(`${text}\nThe output does not have \`${wanted}\`.`);
}
