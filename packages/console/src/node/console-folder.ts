import { join } from 'node:path';

/**
 * Returns the folder of the console's built files. In a checkout, where the sources run, they are built first when no build of
 * the same sources exists, which takes seconds.
 */
export async function consoleFolder(): Promise<string> {
  if (!import.meta.filename.endsWith('.ts')) return join(import.meta.dirname, '../page');
  // A name that bundlers do not follow: the published package has no such module.
  const module: string = '../checkout/build-on-demand.ts';
  const { buildOnDemand }: typeof import('../checkout/build-on-demand.ts') = await import(module);
  return buildOnDemand(join(import.meta.dirname, '../..'));
}
