import type { CDPSession } from 'playwright-core';
import { parseWebAddress } from './web-address.ts';

/** Information about a target in the debug protocol. */
export interface TargetInfo {
  readonly targetId: string;
  readonly type: string;
  readonly url: string;
  readonly browserContextId?: string;
}

/** The targets that belong to a browser session. */
export interface OwnTargets {
  readonly contextId: string;
  /** Returns whether a target is of the session's context and shows the web, not the browser itself or an extension. */
  includes(target: TargetInfo): boolean;
  list(filter?: unknown): Promise<readonly TargetInfo[]>;
  has(targetId: string): Promise<boolean>;
  hasWindow(windowId: number): Promise<boolean>;
}

/** Kinds of targets that pages of the web have. The others are parts of the browser, extensions and devices. */
const webTypes: ReadonlySet<string> = new Set([
  ...['page', 'tab', 'iframe', 'worker', 'shared_worker', 'service_worker', 'worklet'],
]);

/** @param root a session with the browser itself */
export function createOwnTargets(root: CDPSession, contextId: string): OwnTargets {
  const includes = ({ type, url, browserContextId }: TargetInfo): boolean =>
    browserContextId === contextId && webTypes.has(type) && isOfTheWeb(url);
  const list: OwnTargets['list'] = async (filter) => {
    const { targetInfos } = await root.send(
      'Target.getTargets',
      filter === undefined ? {} : { filter: filter as never },
    );
    return targetInfos.filter(includes);
  };
  return {
    contextId,
    includes,
    list,
    async has(targetId) {
      const { targetInfo } = await root.send('Target.getTargetInfo', { targetId });
      return includes(targetInfo);
    },
    async hasWindow(windowId) {
      const pages = (await list()).filter(({ type }) => type === 'page');
      const windows = await Promise.all(
        pages.map(({ targetId }) =>
          // A page may close meanwhile.
          root.send('Browser.getWindowForTarget', { targetId }).catch(() => null),
        ),
      );
      return windows.some((window) => window?.windowId === windowId);
    },
  };
}

/** Detects an address that a page of the web shows, which may also be a frame without an address or an error. */
function isOfTheWeb(url: string): boolean {
  return parseWebAddress(url) !== null || /^(about:srcdoc$|chrome-error:)/.test(url);
}
