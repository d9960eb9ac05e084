import type { BrowserSession, BrowserSessionRequest, LiveToken } from '../api-types.ts';
import {
  bodyOf,
  type CallOptions,
  type Connection,
  type CreateOptions,
  callOf,
  createOf,
} from '../connection.ts';

/** Calls about browser sessions. */
export interface BrowserSessions {
  create(request?: BrowserSessionRequest, options?: CreateOptions): Promise<BrowserSession>;
  get(browserSessionId: string, options?: CallOptions): Promise<BrowserSession>;
  /** Lists the active ones. */
  list(options?: CallOptions): Promise<readonly BrowserSession[]>;
  /** Creates a token that opens the live view of the session for 60 s. */
  liveToken(browserSessionId: string, options?: CallOptions): Promise<LiveToken>;
  close(browserSessionId: string, options?: CallOptions): Promise<void>;
}

/** Creates the calls about browser sessions. */
export function browserSessions({ api }: Connection): BrowserSessions {
  const of = (browser_session_id: string) => ({ path: { browser_session_id } });
  return {
    create: (body = {}, options) => bodyOf(api.POST('/v1/browser_sessions', { body, ...createOf(options) })),
    get: (id, options) =>
      bodyOf(api.GET('/v1/browser_sessions/{browser_session_id}', { params: of(id), ...callOf(options) })),
    list: (options) => bodyOf(api.GET('/v1/browser_sessions', callOf(options))),
    liveToken: (id, options) =>
      bodyOf(
        api.POST('/v1/browser_sessions/{browser_session_id}/live_token', {
          params: of(id),
          ...callOf(options),
        }),
      ),
    async close(id, options) {
      await api.POST('/v1/browser_sessions/{browser_session_id}/close', {
        params: of(id),
        ...callOf(options),
      });
    },
  };
}
