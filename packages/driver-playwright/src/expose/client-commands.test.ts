// @module-tag extended: reads the sources of the libraries that connect to debug addresses
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { browserCommands, pageCommands } from './allowed-commands.ts';

const { resolve } = createRequire(import.meta.url);

it('Playwright sends no other commands than allowed ones and those that are refused on purpose', async () => {
  const folder = dirname(resolve('playwright-core/package.json'));
  const bundle = await readFile(join(folder, 'lib/coreBundle.js'), 'utf8');
  const types = await readFile(join(folder, 'types/protocol.d.ts'), 'utf8');
  // The bundle speaks to Firefox and WebKit too.
  const protocol = new Set(Array.from(types.matchAll(/"([A-Z]\w+\.\w+)":/g), ([, method = '']) => method));
  const sent = sentIn(bundle).filter((method) => protocol.has(method));
  expect(sent.length).toBeGreaterThan(50);
  expect(notAllowed(sent)).toEqual([
    ...['Browser.cancelDownload', 'Browser.resetPermissions', 'Browser.setDockTile', 'DOM.setFileInputFiles'],
    ...['Network.loadNetworkResource', 'Security.setIgnoreCertificateErrors', 'Target.createBrowserContext'],
    ...['Target.disposeBrowserContext', 'Target.sendMessageToTarget', 'Tracing.end', 'Tracing.start'],
  ]);
});

it('Puppeteer sends no other commands than allowed ones and those that are refused on purpose', async () => {
  const main = resolve('puppeteer-core');
  const folder = main.slice(0, main.indexOf('puppeteer-core/lib/') + 'puppeteer-core/lib/'.length);
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.js'));
  const sources = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  const sent = sentIn(sources.join('\n'));
  expect(sent.length).toBeGreaterThan(50);
  const refused = notAllowed(sent).filter(
    (method) => !/^(BluetoothEmulation|DeviceAccess|Extensions|PWA|WebMCP)\./.test(method),
  );
  expect(refused).toEqual([
    ...['Autofill.trigger', 'Browser.close', 'Browser.resetPermissions', 'DOM.setFileInputFiles'],
    ...[
      'Emulation.addScreen',
      'Emulation.removeScreen',
      'Page.startScreenRecording',
      'Page.stopScreenRecording',
    ],
    ...['Security.setIgnoreCertificateErrors', 'Target.createBrowserContext', 'Target.disposeBrowserContext'],
    ...['Target.getDevToolsTarget', 'Target.openDevTools', 'Tracing.end', 'Tracing.start'],
  ]);
});

/** Returns the commands that a source sends, in order of their names. */
function sentIn(source: string): readonly string[] {
  const found = source.matchAll(/\b_?send\w*\(\s*["']([A-Z]\w+\.\w+)["']/g);
  return [...new Set(Array.from(found, ([, method = '']) => method))].toSorted();
}

function notAllowed(methods: readonly string[]): readonly string[] {
  return methods.filter((method) => !browserCommands.has(method) && !pageCommands.has(method));
}
