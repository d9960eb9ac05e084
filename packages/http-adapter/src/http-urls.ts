import type { HostUrls } from '@runwright/core';

/** Route of an artifact's content. */
export const artifactContentRoute = '/v1/artifacts/:artifact_id/content';
/** Route of a file's content. */
export const fileContentRoute = '/v1/files/:file_id/content';
/** Route of the WebSocket for debug clients of a browser session. */
export const debugRoute = '/v1/browser_sessions/:browser_session_id/debug';
/** Page of a run in the console, see `serveConsole`. */
const runPageRoute = '/console/runs/:run_id';

/** Options of {@link httpUrls}. */
export interface HttpUrlsOptions {
  /**
   * Address under which people reach the service; with a prefix, if the adapter is registered under one:
   * `https://app.example.com/automation`. A function, for one that is known only when the server listens. Default
   * `http://127.0.0.1:8000`.
   */
  readonly publicUrl?: string | (() => string);
  /** Whether the adapter serves the console, so that a run has a page (`app_url`). Default false. */
  readonly console?: boolean;
}

/** Returns the URLs of the routes that `httpAdapter` registers, for `createEngine({ urls })`. */
export function httpUrls({
  publicUrl = 'http://127.0.0.1:8000',
  console = false,
}: HttpUrlsOptions = {}): HostUrls {
  return {
    get publicUrl() {
      return typeof publicUrl === 'function' ? publicUrl() : publicUrl;
    },
    artifactPath: (artifactId) => fillRoute(artifactContentRoute, artifactId),
    filePath: (fileId) => fillRoute(fileContentRoute, fileId),
    runPath: (runId) => (console ? fillRoute(runPageRoute, runId) : null),
    debugPath: (browserSessionId) => fillRoute(debugRoute, browserSessionId),
    servedObject(path) {
      const artifactId = matchRoute(artifactContentRoute, path);
      if (artifactId !== null) return { type: 'artifact', id: artifactId };
      const fileId = matchRoute(fileContentRoute, path);
      return fileId === null ? null : { type: 'file', id: fileId };
    },
  };
}

const parameter = /:\w+/;

function fillRoute(route: string, id: string): string {
  return route.replace(parameter, id);
}

/** Returns the id in a path of the route; null when the path is none of it. */
function matchRoute(route: string, path: string): string | null {
  const [before = '', after = ''] = route.split(parameter);
  if (!path.startsWith(before) || !path.endsWith(after)) return null;
  const id = path.slice(before.length, path.length - after.length);
  return /^[a-z]+_\d+$/.test(id) ? id : null;
}
