import { styleText } from 'node:util';
import { connectAdminSocket } from '../admin-socket.ts';
import { checkBrowser } from '../doctor/browser.ts';
import { checkConfiguration } from '../doctor/config.ts';
import { checkDataFolder, checkStore } from '../doctor/data-folder.ts';
import { checkNode, checkPort } from '../doctor/machine.ts';
import { checkMasterKey } from '../doctor/master-key.ts';
import { checkModel } from '../doctor/model.ts';
import { checkPricesOfModels } from '../doctor/prices.ts';
import { checkProxies } from '../doctor/proxies.ts';
import { checkSettings } from '../doctor/settings.ts';
import { readEnvironment } from '../environment.ts';

/** Result of one check: the finding, or the fix. */
export type Finding =
  | { readonly ok: true; readonly found: string }
  | { readonly ok: false; readonly found: string; readonly fix: string };

/** Executes `runwright doctor`: prints one line per check, ok or with its fix; exit code 1 when a check fails. */
export async function doctor(): Promise<void> {
  const environment = readEnvironment();
  const configuration = await checkConfiguration(environment.configFile);
  const checks: readonly (readonly [string, () => Promise<Finding>])[] = [
    ['node', async () => checkNode(process.versions.node)],
    ['settings', async () => checkSettings(environment)],
    ['config', async () => configuration.finding],
    ['data folder', () => checkDataFolder(environment.dataDir)],
    ['store', () => checkStore(environment)],
    ...(configuration.drivers.includes('store')
      ? []
      : [['master key', () => checkMasterKey(environment, configuration.masterKey)] as const]),
    ['browser', () => checkBrowser(environment)],
    [
      'port',
      async () => {
        const isRunning = (await connectAdminSocket(environment.dataDir)) !== null;
        return checkPort(environment.host, environment.port, { isRunning });
      },
    ],
    ['model', () => checkModel(environment)],
    ['prices', () => checkPricesOfModels(environment)],
    ['proxies', () => checkProxies(environment.proxyFile)],
  ];
  for (const [name, check] of checks) {
    if (configuration.drivers.includes(name)) continue;
    const finding = await check().catch(
      (error: unknown): Finding => ({
        ok: false,
        found: error instanceof Error ? error.message : String(error),
        fix: 'the message above says what is wrong',
      }),
    );
    const mark = finding.ok ? styleText('green', 'ok  ') : styleText('red', 'FIX ');
    console.log(
      `${mark} ${name.padEnd(12)} ${finding.found}${finding.ok ? '' : `\n                  → ${finding.fix}`}`,
    );
    if (!finding.ok) process.exitCode = 1;
  }
}
