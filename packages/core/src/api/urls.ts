/** An object that a host serves under an address of its own. */
export interface ServedObject {
  readonly type: 'artifact' | 'file';
  /** Id of the artifact (`a_`) or file (`f_`). */
  readonly id: string;
}

/**
 * URLs under which a host serves what the engine stores. The engine signs the paths of artifacts and files, and knows no
 * route of its own; `httpUrls` of `@runwright/http-adapter` implements this for the HTTP API.
 */
export interface HostUrls {
  /** Address before each path, such as `https://runs.example.com`; a trailing `/` is ignored. */
  readonly publicUrl: string;
  /** Returns the path of an artifact's content, from `/`. */
  artifactPath(artifactId: string): string;
  /** Returns the path of a file's content, from `/`. */
  filePath(fileId: string): string;
  /** Returns the path of a run's page, from `/`; null when the host has none. */
  runPath(runId: string): string | null;
  /**
   * Returns the path of a WebSocket for debug clients of a browser session, from `/`. Absent: the host passes none on, and debug
   * clients have to reach the process that holds the browser.
   */
  debugPath?(browserSessionId: string): string;
  /** Returns the object whose content a path leads to, the reverse of `artifactPath` and `filePath`; null for other paths. */
  servedObject(path: string): ServedObject | null;
}
