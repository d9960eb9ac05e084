import { RunwrightError } from '@runwright/contract';
import { announceBrowsers } from '../announce-browsers.ts';
import { compose } from '../compose.ts';
import { readEnvironment } from '../environment.ts';
import { assertShared } from '../open-storage.ts';
import { createResourceStack, type ResourceStack } from '../resources.ts';
import { startTelemetry } from '../telemetry/start-telemetry.ts';
import { warnOfUnknownVariables } from '../unknown-variables.ts';
import { waitForStopSignal } from '../wait-for-stop-signal.ts';

/** Executes `runwright worker`: executes runs, without an HTTP API, until SIGINT or SIGTERM. */
export async function worker(options: { readonly concurrency?: string }): Promise<void> {
  const resources = createResourceStack();
  try {
    await executeUntilStopped(resources, options);
  } finally {
    await resources.close();
  }
}

async function executeUntilStopped(
  resources: ResourceStack,
  { concurrency }: { readonly concurrency?: string },
): Promise<void> {
  const environment = readEnvironment();
  warnOfUnknownVariables(environment.unknownVariables);
  assertShared(environment, 'worker');
  const stopped = waitForStopSignal();
  const { metricsUrl } = resources.use(await startTelemetry(environment.telemetry));
  const composition = await compose(
    { ...environment, ...(concurrency === undefined ? {} : { concurrency: numberOf(concurrency) }) },
    { worker: true },
  );
  const { config } = composition;
  const engine = resources.use(composition.engine);
  const announced = await announceBrowsers(composition, environment);
  if (announced) resources.use(announced);
  await engine.start();
  await config.onStart?.(engine);
  console.log(`Executing runs, ${composition.concurrency} at once. Stop with Ctrl+C.`);
  if (metricsUrl) console.log(`Metrics: ${metricsUrl}`);
  await stopped;
  console.log(
    'Stopping when the blocks that run have ended. Other workers go on with open runs. Stop again to end at once.',
  );
  await engine.drain();
  await config.onStop?.(engine);
}

function numberOf(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new RunwrightError(
    'invalid_input',
    `--concurrency is a whole number from 1 on, not \`${text}\`; correct it.`,
  );
}
