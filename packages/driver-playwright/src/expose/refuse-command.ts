import type { ProtocolMessage } from '../attach/connection.ts';

/**
 * Domains of the debug protocol that stay inside the browser. Any other, also one of a later browser, may reach files,
 * devices, ports or programs of the host.
 */
const browserDomains: ReadonlySet<string> = new Set([
  'Accessibility',
  'Animation',
  'Audits',
  'Browser',
  'CSS',
  'CacheStorage',
  'Console',
  'DOM',
  'DOMDebugger',
  'DOMSnapshot',
  'DOMStorage',
  'Debugger',
  'Emulation',
  'EventBreakpoints',
  'Fetch',
  'HeapProfiler',
  'IO',
  'IndexedDB',
  'Input',
  'Inspector',
  'LayerTree',
  'Log',
  'Media',
  'Network',
  'Overlay',
  'Page',
  'Performance',
  'PerformanceTimeline',
  'Profiler',
  'Runtime',
  'Schema',
  'Security',
  'ServiceWorker',
  'Storage',
  'Target',
  'Tracing',
  'WebAudio',
  'WebAuthn',
]);

/** Commands of these domains that read or write files of the host, or that carry other commands past this check. */
const hostCommands: ReadonlySet<string> = new Set([
  'Browser.executeBrowserCommand',
  'DOM.setFileInputFiles',
  'Network.loadNetworkResource',
  'Page.setDownloadBehavior',
  'Target.exposeDevToolsProtocol',
  'Target.sendMessageToTarget',
]);

/** Commands that load what their `url` names. */
const loadCommands: ReadonlySet<string> = new Set([
  'Fetch.continueRequest',
  'Network.continueInterceptedRequest',
  'Page.navigate',
  'Target.createTarget',
]);
const webSchemes: ReadonlySet<string> = new Set(['http:', 'https:', 'about:', 'data:', 'blob:']);

/**
 * Returns why a command of a debug client is not passed on; null for one that is. What a client may do ends at the browser: it
 * gets no file of the host and no way to the network past the egress policy.
 */
export function refuseCommand({ method = '', params = {} }: ProtocolMessage): string | null {
  const [domain = ''] = method.split('.');
  if (!browserDomains.has(domain) || hostCommands.has(method)) return `\`${method}\` is not allowed here`;
  if (method === 'Input.dispatchDragEvent' && dragsFiles(params.data))
    return 'files of the host cannot be dragged';
  if (loadCommands.has(method) && !isOfTheWeb(params.url)) return 'only http and https pages can be opened';
  if (method !== 'Target.createBrowserContext') return null;
  return params.proxyServer || params.proxyBypassList ? 'a proxy of its own is not allowed here' : null;
}

function dragsFiles(data: unknown): boolean {
  if (typeof data !== 'object' || data === null || !('files' in data)) return false;
  return !Array.isArray(data.files) || data.files.length > 0;
}

function isOfTheWeb(url: unknown): boolean {
  if (url === undefined || url === '') return true;
  if (typeof url !== 'string') return false;
  return URL.canParse(url) && webSchemes.has(new URL(url).protocol);
}
