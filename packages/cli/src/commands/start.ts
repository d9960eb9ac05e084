import { relative } from 'node:path';
import type { Demo } from '../demo.ts';
import { type Environment, readEnvironment } from '../environment.ts';
import { environmentModel, hasModel } from '../environment-models.ts';
import { openService } from '../open-service.ts';
import { createResourceStack, type ResourceStack } from '../resources.ts';
import { printRun } from '../show-run.ts';
import { warnOfUnknownVariables } from '../unknown-variables.ts';
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
  warnOfUnknownVariables(environment.unknownVariables);
  const stopped = waitForStopSignal();
  const { composition, address, key, organizationId, metricsUrl, demo } = await openService(
    environment,
    { demo: withDemo, worker },
    resources,
  );
  const { engine, concurrency, config, model } = composition;

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

function modelLine(environment: Environment, demo: Demo | null): string {
  if (hasModel(environment)) return environmentModel(environment);
  if (demo)
    return 'none configured: a scripted one answers, for the demo site only. Set OPENAI_API_KEY or ANTHROPIC_API_KEY for the real agent.';
  return 'none configured: blocks that need one fail. Set OPENAI_API_KEY or ANTHROPIC_API_KEY.';
}
