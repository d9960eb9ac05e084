import { expect, it } from 'vitest';
import { refuseCommand } from './refuse-command.ts';

it.each([
  ['DOM.setFileInputFiles', { files: ['/etc/passwd'] }],
  ['Page.navigate', { url: 'file:///etc/passwd' }],
  ['Page.navigate', { url: 'view-source:file:///etc/passwd' }],
  ['Page.navigate', { url: 'chrome://settings' }],
  ['Target.createTarget', { url: 'FILE:///etc/passwd' }],
  ['Target.createBrowserContext', { proxyServer: 'http://127.0.0.1:1' }],
  ['Target.createBrowserContext', { proxyBypassList: '*' }],
  ['Target.sendMessageToTarget', { message: '{}' }],
  ['Target.exposeDevToolsProtocol', {}],
  ['Page.setDownloadBehavior', {}],
  ['Tethering.bind', { port: 1 }],
  ['DomainOfALaterBrowser.readFile', {}],
  ['', {}],
  ['Fetch.continueRequest', { requestId: '1', url: 'file:///etc/passwd' }],
  ['Input.dispatchDragEvent', { data: { items: [], files: ['/etc/passwd'], dragOperationsMask: 1 } }],
])('%s with %o is refused', { tags: ['security'] }, (method, params) => {
  expect(refuseCommand({ id: 1, method, params })).toMatch(/allowed|can be opened|cannot be dragged/);
});

it.each([
  ['Page.navigate', { url: 'https://shop.example/' }],
  ['Target.createTarget', { url: 'about:blank' }],
  ['Target.createTarget', { url: '' }],
  ['Target.createBrowserContext', { disposeOnDetach: true }],
  ['Runtime.evaluate', { expression: '1' }],
  ['Input.dispatchKeyEvent', {}],
  ['Input.dispatchDragEvent', { data: { items: [], dragOperationsMask: 1 } }],
  ['Fetch.continueRequest', { requestId: '1' }],
])('%s with %o is passed on', (method, params) => {
  expect(refuseCommand({ id: 1, method, params })).toBeNull();
});
