import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { browserCommands, pageCommands, refusalReasons } from './allowed-commands.ts';
import { refuseCommand } from './refuse-command.ts';

const contextId = 'ours';
const onPage = { isBrowser: false, contextId };
const onBrowser = { isBrowser: true, contextId };

it.each([
  ['DOM.setFileInputFiles', { files: ['/etc/passwd'] }],
  ['Page.navigate', { url: 'file:///etc/passwd' }],
  ['Page.navigate', { url: 'view-source:file:///etc/passwd' }],
  ['Page.navigate', { url: 'chrome://settings' }],
  ['Page.navigate', { url: 'about:settings' }],
  ['Page.navigate', { url: 'ab\tout:settings' }],
  ['Page.navigate', { url: 'javascript:1' }],
  ['Page.navigate', { url: 'devtools://devtools/bundled/inspector.html' }],
  ['Page.navigate', { url: ['about:blank'] }],
  ['Target.createTarget', { url: 'FILE:///etc/passwd' }],
  ['Target.createTarget', { url: 'about:blank', hidden: true }],
  ['Target.createTarget', { url: 'about:blank', browserContextId: 'theirs' }],
  ['Target.createBrowserContext', { proxyServer: 'http://127.0.0.1:1' }],
  ['Target.createBrowserContext', {}],
  ['Target.setRemoteLocations', { locations: [] }],
  ['Target.sendMessageToTarget', { message: '{}' }],
  ['Target.attachToTarget', { targetId: '1' }],
  ['Target.attachToTarget', { targetId: '1', flatten: 'yes' }],
  ['Target.detachFromTarget', { targetId: '1' }],
  ['Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false }],
  ['Target.exposeDevToolsProtocol', {}],
  ['Target.autoAttachRelated', { targetId: '1' }],
  ['Target.openDevTools', { targetId: '1' }],
  ['Page.setDownloadBehavior', {}],
  ['Tethering.bind', { port: 1 }],
  ['DomainOfALaterBrowser.readFile', {}],
  ['constructor', {}],
  ['', {}],
  ['Fetch.continueRequest', { requestId: '1', url: 'file:///etc/passwd' }],
  ['Input.dispatchDragEvent', { data: { items: [], files: ['/etc/passwd'], dragOperationsMask: 1 } }],
  ['Input.dispatchDragEvent', { data: { items: [], files: { 0: '/etc/passwd', length: 1 } } }],
  [
    'Input.dispatchDragEvent',
    { data: { items: [{ mimeType: 'text/uri-list', data: '#\r\nfile:///etc/passwd' }] } },
  ],
  ['Network.getCookies', { browserContextId: 'theirs' }],
  ['Storage.getCookies', { browserContextId: 'theirs' }],
  ['Network.loadNetworkResource', { url: 'file:///etc/passwd' }],
  ['Browser.grantPermissions', { permissions: ['geolocation', 'displayCapture'] }],
  ['Browser.grantPermissions', { permissions: 'geolocation' }],
  ['Browser.setPermission', { permission: { name: 'camera' }, setting: 'granted' }],
  ['Browser.setPermission', { setting: 'granted' }],
  [
    'Browser.setPermission',
    { permission: { name: 'clipboard-write', allowWithoutSanitization: true }, setting: 'granted' },
  ],
  ['Browser.executeBrowserCommand', { commandId: 'openTabSearch' }],
  ['Extensions.loadUnpacked', { path: '/tmp' }],
  ['SystemInfo.getInfo', {}],
  ['Tracing.start', { perfettoConfig: '' }],
])('%s with %o is refused with its name', { tags: ['security'] }, (method, params) => {
  for (const place of [onPage, onBrowser])
    expect(refuseCommand({ id: 1, method, params }, place)).toMatch(
      new RegExp(`^Refused: \`${method}\` is not allowed at a debug address: .+\\.$`),
    );
});

it.each([
  ['Page.navigate', { url: 'https://shop.example/' }],
  ['Target.createTarget', { url: 'about:blank', browserContextId: 'ours' }],
  ['Target.createTarget', { url: '' }],
  ['Target.attachToTarget', { targetId: '1', flatten: true }],
  ['Runtime.evaluate', { expression: '1' }],
  ['Input.dispatchKeyEvent', {}],
  ['Input.dispatchDragEvent', { data: { items: [], dragOperationsMask: 1 } }],
  [
    'Input.dispatchDragEvent',
    { data: { items: [{ mimeType: 'text/uri-list', data: 'https://shop.example/' }], files: [] } },
  ],
  ['Fetch.continueRequest', { requestId: '1' }],
  ['Browser.grantPermissions', { permissions: ['geolocation'], origin: 'https://shop.example' }],
  ['Browser.setPermission', { permission: { name: 'camera' }, setting: 'denied' }],
  ['Browser.setPermission', { permission: { name: 'clipboard-write' }, setting: 'granted' }],
])('%s with %o is passed on from a page', (method, params) => {
  expect(refuseCommand({ id: 1, method, params }, onPage)).toBeNull();
});

it.each(['Fetch.enable', 'Runtime.evaluate', 'IO.read', 'Security.enable', 'Network.enable'])(
  '%s, which would act on all contexts, is refused from the browser',
  { tags: ['security'] },
  (method) => {
    expect(refuseCommand({ id: 1, method }, onBrowser)).toContain('it needs a session of a page');
  },
);

it('no command has two entries in the lists', () => {
  expect([...browserCommands.keys()].filter((method) => pageCommands.has(method))).toEqual([]);
  expect(
    Object.keys(refusalReasons).filter((name) => browserCommands.has(name) || pageCommands.has(name)),
  ).toEqual([]);
});

it('every command in the lists is one of the protocol', { tags: ['extended'] }, async () => {
  const library = createRequire(import.meta.url).resolve('playwright-core/package.json');
  const types = await readFile(new URL('types/protocol.d.ts', `file://${library}`), 'utf8');
  const methods = new Set(Array.from(types.matchAll(/"([A-Z]\w+\.\w+)":/g), ([, method]) => method));
  expect([...browserCommands.keys(), ...pageCommands].filter((method) => !methods.has(method))).toEqual([]);
});
