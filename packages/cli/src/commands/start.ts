import { relative } from 'node:path';
import { RunwrightError } from '@runwright/contract';
import { serveAdminSocket } from '../admin-socket.ts';
import { announceBrowsers } from '../announce-browsers.ts';
import { compose } from '../compose.ts';
import { ensureOrganizations } from '../config/ensure-organizations.ts';
import { type Demo, demoOptions, demoPort, startDemo } from '../demo.ts';
import { ensureFirstKey } from '../ensure-first-key.ts';
import { type Environment, readEnvironment } from '../environment.ts';
import { environmentModel, hasModel } from '../environment-models.ts';
import { assertShared } from '../open-storage.ts';
import { createResourceStack, type ResourceStack } from '../resources.ts';
import { serve } from '../serve.ts';
import { printRun } from '../show-run.ts';
import { startTelemetry } from '../telemetry/start-telemetry.ts';
import { waitForStopSignal } from '../wait-for-stop-signal.ts';

/** Executes `runwright start`: serves the API and executes runs until SIGINT or SIGTERM. */
export async function start(options: { readonly demo?: true; readonly worker: boolean }): Promise<void> {
  const resources = createResourceStack();
  try {
    await serveUntilStopped(resources, { withDemo: options.demo === true, worker: options.worker });
  } finally {
    await resources.close();
  }
}

async function serveUntilStopped(
  resources: ResourceStack,
  { withDemo, worker }: { readonly withDemo: boolean; readonly worker: boolean },
): Promise<void> {
  const environment = readEnvironment();
  if (!worker) assertShared(environment, 'start --no-worker');
  if (!worker && withDemo) throw noDemo();
  const stopped = waitForStopSignal();
  const { metricsUrl } = resources.use(await startTelemetry(environment.telemetry));
  const demo = withDemo
    ? resources.use(await startDemo({ scripted: !hasModel(environment), port: demoPort(environment.port) }))
    : null;
  let servedPort: number | null = null;
  const composition = await compose(environment, {
    worker,
    servedPort: () => servedPort,
    allowedHosts: demo ? [demo.site.host] : [],
    ...(demo?.model ? { model: demo.model, modelLabels: demo.modelLabels } : {}),
    ...(demo ? { secrets: [demo.secrets] } : {}),
  });
  const { engine, concurrency, config, model } = composition;
  resources.use(engine);
  const { organizationId } = await engine.organizations.first();
  const key = await ensureFirstKey(engine, organizationId, environment.apiKey);
  const admin = await serveAdminSocket(engine, environment.dataDir);
  if (admin) resources.use(admin);
  const { address } = resources.use(await serve(engine, environment, demo && demoOptions(demo)));
  servedPort = Number(new URL(address).port);
  const announced = await announceBrowsers(composition, environment);
  if (announced) resources.use(announced);
  await engine.start();
  await ensureOrganizations(engine, config.organizations ?? []);
  await config.onStart?.(engine);

  console.log(`\nRunwright serves ${address}`);
  if (environment.console) console.log(`  Console    ${address}/console`);
  console.log(`  API docs   ${address}/docs`);
  console.log(`  API key    ${key}`);
  console.log(`  Data       ${environment.databaseUrl === null ? environment.dataDir : 'PostgreSQL'}`);
  console.log(
    `  Runs       ${worker ? `${concurrency} at once` : 'none here: `runwright worker` executes them'}`,
  );
  console.log(`  Model      ${config.drivers && model ? model : modelLine(environment, demo)}`);
  if (metricsUrl) console.log(`  Metrics    ${metricsUrl}`);
  if (demo)
    console.log(
      `  Demo site  ${demo.site.url}  (user \`${demo.account.username}\`, password \`${demo.account.password}\`)`,
    );
  if (demo?.model) {
    console.log(
      `\nThe demo workflow, ${relative('', demo.workflowFile)}, on the demo site in a real browser:\n`,
    );
    const run = await demo.run(engine, organizationId);
    await Promise.race([printRun(engine, run), stopped]);
    console.log(`\nStill serving ${address}; stop with Ctrl+C.`);
  }
  await stopped;
  console.log(
    '\nStopping when the blocks that run have ended. Open runs go on at the next start. Stop again to end at once.',
  );
  await engine.drain();
  await config.onStop?.(engine);
}

function noDemo(): RunwrightError {
  return new RunwrightError(
    'invalid_input',
    '`--demo` shows a run, and with `--no-worker` this process executes none. Leave one of them out.',
  );
}

function modelLine(environment: Environment, demo: Demo | null): string {
  if (hasModel(environment)) return environmentModel(environment);
  if (demo)
    return 'none configured: a scripted one answers, for the demo site only. Set OPENAI_API_KEY or ANTHROPIC_API_KEY for the real agent.';
  return 'none configured: blocks that need one fail. Set OPENAI_API_KEY or ANTHROPIC_API_KEY.';
}
