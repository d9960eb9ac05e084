import { type Static, Type } from 'typebox';
import { defaults } from './defaults.ts';
import { ProxyLocation } from './definition.ts';

const nullable = <const S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const { minutes, leastMinutes, mostMinutes } = defaults.browserSession;
const name = Type.String({ minLength: 1, maxLength: 255, description: 'Unique in the organization.' });
const description = nullable(Type.String({ maxLength: 1000 }));

/** Request that creates a browser session (snake_case, as on the wire). */
export const BrowserSessionRequest = Type.Object({
  timeout: Type.Optional(
    nullable(
      Type.Integer({
        minimum: leastMinutes,
        maximum: mostMinutes,
        default: minutes,
        description: 'Minutes, counted from the start of the browser.',
      }),
    ),
  ),
  proxy_location: Type.Optional(nullable(ProxyLocation)),
  extensions: Type.Optional(nullable(Type.Array(Type.Enum(['ad-blocker', 'captcha-solver'])))),
  browser_type: Type.Optional(nullable(Type.Enum(['browser_a', 'browser_b']))),
  browser_profile_id: Type.Optional(
    nullable(Type.String({ description: 'Profile whose copy the browser begins with.' })),
  ),
  expose_address: Type.Optional(
    nullable(Type.Boolean({ description: 'Opens `browser_address` for debug clients.' })),
  ),
});
export type BrowserSessionRequest = Static<typeof BrowserSessionRequest>;

/** Request that creates a browser profile: empty, or with the state that a session or a run has left. */
export const BrowserProfileRequest = Type.Object({
  name,
  description: Type.Optional(description),
  browser_session_id: Type.Optional(nullable(Type.String({ description: 'A session that has ended.' }))),
  workflow_run_id: Type.Optional(
    nullable(
      Type.String({ description: 'A run of a workflow with `persist_browser_session` that has ended.' }),
    ),
  ),
});
export type BrowserProfileRequest = Static<typeof BrowserProfileRequest>;

/** Request that changes a browser profile; what it does not name stays. */
export const BrowserProfileChange = Type.Object({
  name: Type.Optional(name),
  description: Type.Optional(description),
});
export type BrowserProfileChange = Static<typeof BrowserProfileChange>;
