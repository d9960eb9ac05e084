import { RunwrightError } from '@runwright/contract';
import { serveAdminSocket } from './admin-socket.ts';
import { announceBrowsers } from './announce-browsers.ts';
import { type ComposeOptions, type Composition, compose } from './compose.ts';
import { ensureOrganizations } from './config/ensure-organizations.ts';
import { type Demo, demoOptions, demoPort, startDemo } from './demo.ts';
import { ensureFirstKey } from './ensure-first-key.ts';
import type { Environment } from './environment.ts';
import { hasModel } from './environment-models.ts';
import { assertShared } from './open-storage.ts';
import type { ResourceStack } from './resources.ts';
import { serve } from './serve.ts';
import { startTelemetry } from './telemetry/start-telemetry.ts';

/** A service that listens and has started its engine. */
export interface OpenService {
  readonly composition: Composition;
  /** Where it serves, without a slash at the end. */
  readonly address: string;
  /** Line about the API key of the first organization. */
  readonly key: string;
  /** The first organization. */
  readonly organizationId: string;
  /** Where its metrics are served; null when they are not. */
  readonly metricsUrl: string | null;
  /** Null when the service is no demo. */
  readonly demo: Demo | null;
}

/** Options of {@link openService}: with the demo site or without, executing runs or not, and what replaces drivers of the environment. */
export interface OpenServiceOptions extends Pick<ComposeOptions, 'worker' | 'browser' | 'model' | 'secrets'> {
  readonly demo: boolean;
}

/**
 * Opens the service that the environment describes, and starts its engine.
 *
 * @param resources closes what is open, also when this throws
 */
export async function openService(
  environment: Environment,
  { demo: withDemo, worker, ...drivers }: OpenServiceOptions,
  resources: ResourceStack,
): Promise<OpenService> {
  if (!worker) assertShared(environment, 'start --no-worker');
  if (!worker && withDemo) throw noDemo();
  const { metricsUrl } = resources.use(await startTelemetry(environment.telemetry));
  const demo = withDemo
    ? resources.use(await startDemo({ scripted: !hasModel(environment), port: demoPort(environment.port) }))
    : null;
  let servedPort: number | null = null;
  const composition = await compose(environment, {
    worker,
    ...drivers,
    servedPort: () => servedPort,
    allowedHosts: demo ? [demo.site.host] : [],
    ...(demo?.model ? { model: demo.model, modelLabels: demo.modelLabels } : {}),
    ...(demo ? { secrets: [demo.secrets] } : {}),
  });
  const { engine, config } = composition;
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
  return { composition, address, key, organizationId, metricsUrl, demo };
}

function noDemo(): RunwrightError {
  return new RunwrightError(
    'invalid_input',
    '`--demo` shows a run, and with `--no-worker` this process executes none. Leave one of them out.',
  );
}
