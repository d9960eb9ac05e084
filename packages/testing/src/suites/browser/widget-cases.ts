import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ActionResult, BrowserSession, Json, PageAction } from '@runwright/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionClient } from './session-client.ts';

/** A page with a widget, what is done to it without a model, and the state that must come of it. */
export interface WidgetCase {
  /** A sentence that names the widget and what is asked of it; a path when several rows share a name. */
  readonly name: string;
  /** HTML of the document's body, scripts included, or makes it for the test. `$('name')` is its element with that id. */
  readonly page: string | (() => Promise<string>);
  /**
   * Actions of the vocabulary. Where an id stands (`id`, `ids`, `from`, `to`), write how the view calls the element:
   * `textbox "Name"`, or only its beginning. Each is looked up in a new view before its action.
   */
  readonly actions: readonly PageAction[];
  /** An expression that the page's own script evaluates when the page is left, and the JSON value that it must have. */
  readonly expected: { readonly read: string; readonly is: Json };
  /** The last action must fail with this code; without it every action must be `ok` or `no_effect`. */
  readonly errorCode?: string;
  /** Tags of the test, as in Vitest. Default: none. */
  readonly tags?: readonly string[];
}

/**
 * Drives a table of widgets, one test each. The state is read by the page itself and sent when the page is left, so no
 * word of the driver is taken for it.
 *
 * @param name names the table in the report
 * @param session is called when the tests run; its policy must let `127.0.0.1` through
 */
export function testWidgets(name: string, rows: readonly WidgetCase[], session: () => BrowserSession): void {
  describe(name, () => {
    let site: WidgetSite;
    beforeAll(async () => {
      site = await widgetSite(rows);
    });
    afterAll(() => site.close());

    const test = async (row: WidgetCase, index: number): Promise<void> => {
      const client = sessionClient(session());
      await client.open(`${site.url}/${index}`, firstIn(row));
      const results: ActionResult[] = [];
      for (const [order, action] of row.actions.entries()) {
        if (order > 0) await client.read();
        results.push(await client.act(named(action, client.id)));
      }
      const state = site.state(index);
      await client.act({ action_type: 'goto_url', url: `${site.url}/blank` });
      const said = results.map(({ status, code, message }) => ({ status, code, message }));
      const last = said.at(-1);
      const before = row.errorCode === undefined ? said : said.slice(0, -1);
      expect(
        before.filter(({ status }) => status === 'failed'),
        JSON.stringify(said),
      ).toEqual([]);
      if (row.errorCode !== undefined) expect(last).toMatchObject({ status: 'failed', code: row.errorCode });
      expect(await state, JSON.stringify(said)).toEqual(row.expected.is);
    };
    for (const [index, row] of rows.entries())
      it(row.name, { tags: [...(row.tags ?? [])] }, () => test(row, index));
  });
}

/** What the view shows when the element of the first action is there: it may stand in a frame. */
function firstIn({ actions: [first] }: WidgetCase): RegExp | undefined {
  const called = Object.entries(first ?? {}).flatMap(([key, value]) => (isNamed(key, value) ? [value] : []));
  return called[0] === undefined
    ? undefined
    : new RegExp(`[a-z]+\\d+ ${called[0].replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);
}

/** Whether a field of an action says how the view calls an element. */
function isNamed(key: string, value: unknown): value is string {
  return idFields.includes(key) && typeof value === 'string' && value.includes('"');
}

const idFields = ['id', 'ids', 'from', 'to'];

/** The action with ids in place of what the view calls its elements. */
function named(action: PageAction, id: (called: string) => string): PageAction {
  const find = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(find);
    return typeof value === 'string' && value.includes('"') ? id(value) : value;
  };
  const fields = Object.entries(action).map(([key, value]) =>
    idFields.includes(key) ? [key, find(value)] : [key, value],
  );
  return Object.fromEntries(fields);
}

interface WidgetSite {
  readonly url: string;
  /** What the page of a row says of itself when it is left next. */
  state(index: number): Promise<Json>;
  close(): Promise<void>;
}

async function widgetSite(rows: readonly WidgetCase[]): Promise<WidgetSite> {
  const waiting = new Map<number, (state: Json) => void>();
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const index = Number(pathname.slice(1) || Number.NaN);
    const row = rows[index];
    if (request.method === 'POST') {
      let body = '';
      request.setEncoding('utf8');
      request.on('data', (part: string) => {
        body += part;
      });
      request.on('end', () => {
        response.end();
        waiting.get(index)?.(JSON.parse(body));
      });
      return;
    }
    const blank = '<!doctype html><title>Blank</title><p>A page with nothing on it</p>';
    void Promise.resolve(row ? pageOf(row, index) : blank).then(
      (html) => {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
        response.end(html);
      },
      (cause: unknown) => response.writeHead(500).end(String(cause)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    state(index) {
      const { promise, resolve } = Promise.withResolvers<Json>();
      waiting.set(index, resolve);
      return promise;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function pageOf({ name, page, expected }: WidgetCase, index: number): Promise<string> {
  const body = typeof page === 'string' ? page : await page();
  return `<!doctype html><title>${name.replaceAll('<', '&lt;')}</title><link rel="icon" href="data:,">
<script>
  const $ = (id) => document.getElementById(id);
  addEventListener('pagehide', () => {
    let state;
    try { state = (${expected.read}); } catch (error) { state = { error: String(error) }; }
    navigator.sendBeacon('/${index}', JSON.stringify(state ?? null));
  });
</script>
<body>${body}</body>`;
}
