import type { Artifact, BrowserSessionRow, StoredFile } from '@runwright/contract';

/** Links to stored objects and to runs. */
export interface LinksApi {
  /** Address before the path of each link, without a slash at its end; null without `EngineOptions.urls`. */
  readonly publicUrl: string | null;
  /** A signed URL of an artifact's content, valid 12 hours; without `EngineOptions.urls` the URI `artifact://<id>`. */
  artifact(artifact: Artifact): string;
  /** The same of a file; without `EngineOptions.urls` the URI `runwright://files/<id>`. */
  file(file: Pick<StoredFile, 'fileId' | 'organizationId'>): string;
  /**
   * The organization whose link this is (`kid` names it: every organization has a signing key of its own, derived
   * from the master key); null when expiry or signature is wrong, and always without `EngineOptions.urls`.
   */
  verify(
    path: string,
    query: { readonly expiry?: string; readonly kid?: string; readonly sig?: string },
  ): string | null;
  /**
   * The address for debug clients of a browser session, null when it has none: on the host's public URL when the host has such addresses,
   * else that of the process that holds the browser.
   */
  browserAddress(session: Pick<BrowserSessionRow, 'browserSessionId' | 'browserAddress'>): string | null;
  /** URL of a run's page; null when the host has none. */
  run(runId: string): string | null;
}
