import {
  type ActionResult,
  type BrowserSession,
  type EgressPolicy,
  type PageAction,
  type PageView,
  type ReadMode,
  RunwrightError,
} from '@runwright/contract';

/** The value behind the suite's one placeholder. */
export const secretValue = 'correct horse 42';
export const secretPlaceholder = '{{secret.shop.word}}';

/** Allows the fixture site only. */
export const fixturePolicy: EgressPolicy = {
  async check(url) {
    const destination = new URL(url);
    if (destination.hostname.endsWith('.invalid')) {
      throw new RunwrightError('egress_denied', `The host \`${destination.hostname}\` does not resolve.`, {
        details: { unresolved: true },
      });
    }
    if (!/^https?:$/.test(destination.protocol) || !/^(127\.0\.0\.1|localhost)$/.test(destination.hostname)) {
      throw new RunwrightError(
        'egress_denied',
        `The host \`${destination.hostname}\` is not on the suite's list.`,
      );
    }
    return { url: destination, addresses: [{ address: '127.0.0.1', family: 4 }] };
  },
};

/** Creates a `reveal` that replaces the suite's placeholder for the given origin only. */
export function revealForOrigin(origin: string): (text: string, origin: string) => string {
  return (text, asking) => {
    if (text.includes(secretPlaceholder) && asking !== origin) {
      throw new RunwrightError('secret_unavailable', `The secret is not meant for \`${asking}\`.`);
    }
    return text.replaceAll(secretPlaceholder, secretValue);
  };
}

/** Maximum number of reads while waiting for a text. */
const maxReads = 300;

/** Client of a session that reads and acts as an agent does: by the text of the last view. */
export interface SessionClient {
  readonly session: BrowserSession;
  /**
   * Opens a page and reads it. With `shows`, reads repeatedly until the text matches, because frames and scripts may add
   * content later.
   */
  open(url: string, shows?: RegExp): Promise<PageView>;
  read(mode?: ReadMode, budget?: number): Promise<PageView>;
  act(action: PageAction): Promise<ActionResult>;
  /** The id of `kind "name"` in the last view. */
  id(called: string): string;
  /** Reads, then clicks `kind "name"`. */
  click(called: string): Promise<ActionResult>;
}

export function sessionClient(session: BrowserSession): SessionClient {
  const signal = new AbortController().signal;
  let view: PageView | null = null;
  const read = async (mode: ReadMode = 'action', budget?: number): Promise<PageView> => {
    view = await session.page.read({ mode, signal, ...(budget === undefined ? {} : { budget }) });
    return view;
  };
  const act = (action: PageAction): Promise<ActionResult> =>
    session.page.act(action, { epoch: view?.epoch ?? 0, signal });
  const id = (called: string): string => {
    const pattern = called.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const found = new RegExp(`\\*?\\b([a-z]+\\d+) ${pattern}`).exec(view?.text ?? '');
    if (!found?.[1]) throw new Error(`There is no ${called} in:\n${view?.text}`);
    return found[1];
  };
  return {
    session,
    read,
    act,
    id,
    async open(url, shows = /(?:)/) {
      const result = await act({ action_type: 'goto_url', url });
      if (result.status !== 'ok') throw new Error(result.message);
      for (let looks = 0; looks < maxReads; looks += 1) {
        const opened = await read();
        if (shows.test(opened.text)) return opened;
        await act({ action_type: 'wait', for: 'ms', value: 100 });
      }
      throw new Error(`There is no ${shows} in:\n${view?.text}`);
    },
    async click(called) {
      await read();
      return act({ action_type: 'click', id: id(called) });
    },
  };
}
