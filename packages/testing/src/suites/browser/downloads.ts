import { createHash } from 'node:crypto';
import type { ActionResult, BrowserDownload, PageEvent } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import { expectError } from '../expect-error.ts';
import { tagged } from '../tagged.ts';
import { fileContext, type OpenSession } from './file-context.ts';
import { billPdf, onePagePdf } from './one-page-pdf.ts';
import { sessionClient } from './session-client.ts';

const signal = new AbortController().signal;
const limits = {
  fileBytes: 400_000,
  files: 100,
  totalBytes: 900_000,
  firstByteMs: 60_000,
  timeoutMs: 100_000,
};
/** For what never comes. */
const impatience = { ...limits, firstByteMs: 2_000 };

/** What the pages of a session bring. */
export function testDownloads({ openSession }: OpenSession): void {
  describe('downloads', () => {
    const fixture = fileContext({ openSession }, () => ({ downloads: limits }));

    const store = () => {
      if (!fixture.session.downloads) throw new Error('the driver keeps no downloads');
      return fixture.session.downloads;
    };
    const bytesOf = async (id: string): Promise<string> => {
      const parts: Uint8Array[] = [];
      for await (const part of store().open(id)) parts.push(part);
      return Buffer.concat(parts).toString();
    };
    const idIn = (events: readonly PageEvent[]): string => {
      // An earlier one may have ended meanwhile, which is told first.
      const found = events.findLast((event) => event.type === 'download');
      if (found?.type !== 'download') throw new Error(`no download in ${JSON.stringify(events)}`);
      return found.id;
    };
    /** Clicks, and waits until a file has begun to come. */
    const begun = async (called: string): Promise<ActionResult> => {
      await fixture.client.open(fixture.site.url);
      return fixture.client.act({ action_type: 'click', id: fixture.client.id(called), download: true });
    };
    /** Clicks, and waits for the file. */
    const brought = async (called: string): Promise<BrowserDownload> => {
      const result = await begun(called);
      expect(result).toMatchObject({ status: 'ok' });
      return store().finished(idIn(result.events), { signal });
    };

    it('a file is stored whole, with its name, kind, size and checksum', async () => {
      const download = await brought('link "Table"');
      expect(download).toEqual({
        id: expect.any(String),
        filename: 'data.csv',
        url: `${fixture.site.url}/data.csv`,
        status: 'completed',
        size: 8,
        contentType: 'text/csv',
        checksum: `sha256:${createHash('sha256').update('a,b\n1,2\n').digest('hex')}`,
        reason: null,
        isLate: false,
      });
      expect(await bytesOf(download.id)).toBe('a,b\n1,2\n');
      expect(store().list()).toContainEqual(download);
    });

    const isDownload = async (_title: string, called: string, filename: string, content: string) => {
      const download = await brought(called);
      expect(download).toMatchObject({ filename, status: 'completed' });
      expect(await bytesOf(download.id)).toBe(content);
    };
    it.each([
      ['what the page has made itself', 'link "Made here"', 'made.txt', 'made by the page'],
      ['a PDF that a browser would show in a tab', 'link "Statement in a tab"', 'statement.pdf', onePagePdf],
    ])('%s is a download', isDownload);
    it.each([
      ['a file of a link that opens a tab', 'link "Table in a tab"', 'data.csv', 'a,b\n1,2\n'],
      ['what stands in an address', 'link "In the address"', 'inline.txt', 'from an address'],
      ['a PDF that a browser would show', 'link "Invoice"', 'invoice.pdf', onePagePdf],
      ['a PDF that answers a form', 'button "Make invoice"', 'invoice.pdf', onePagePdf],
      ['a file that begins to come a while after the click', 'button "Soon"', 'data.csv', 'a,b\n1,2\n'],
    ])('%s is a download', tagged('extended'), isDownload);

    it('a form that answers with a PDF is sent once', tagged('extended'), async () => {
      const before = fixture.site.asked.filter((line) => line.startsWith('POST')).length;
      await brought('button "Make invoice"');
      expect(fixture.site.asked.filter((line) => line.startsWith('POST'))).toHaveLength(before + 1);
    });

    const isFileOfPage = async (_title: string, called: string, content: string) => {
      const before = fixture.site.asked.length;
      const download = await brought(`button "${called}"`);
      expect(download.status).toBe('completed');
      expect(await bytesOf(download.id)).toBe(content);
      const asked = fixture.site.asked.slice(before).filter((line) => line.includes('/bill'));
      expect(asked.length).toBeLessThan(2);
      return download;
    };
    it.each([
      ['answers a form in a tab', 'Bill in a tab', billPdf('POST')],
      ['the page has made, in a tab', 'Made bill in a tab', onePagePdf],
    ])('a PDF that %s is the file that the page got, and is not asked for again', async (...row) => {
      expect((await isFileOfPage(...row)).isEmbedded).toBeUndefined();
    });

    const isEmbedded = async (title: string, called: string, content: string) => {
      expect(await isFileOfPage(title, called, content)).toMatchObject({ isEmbedded: true });
    };
    it('a PDF in a frame is a file of the page, marked as one that the page shows', async () => {
      await isEmbedded('', 'Bill in a frame', billPdf('GET'));
    });
    it.each([
      ['in an object', 'Bill in an object', billPdf('GET')],
      ['in an embed', 'Bill in an embed', billPdf('GET')],
      ['made by the page, in a frame', 'Made bill in a frame', onePagePdf],
      ['made by the page, in a frame of a window', 'Made bill in a window', onePagePdf],
    ])('a PDF %s is one, too', tagged('extended'), isEmbedded);

    const allArrive = async (called: string): Promise<void> => {
      const before = store().list().length;
      await begun(`button "${called}"`);
      const completed = () =>
        store()
          .list()
          .slice(before)
          .filter(({ status }) => status === 'completed');
      await expect.poll(() => completed().length, { timeout: 20_000 }).toBe(12);
      expect(new Set(completed().map(({ size, url }) => `${size} ${url}`)).size).toBe(12);
    };
    it('twelve files of one click are twelve downloads', () => allArrive('Twelve at once'));
    it('so are twelve that the page makes and lets go', tagged('extended'), () =>
      allArrive('Twelve made here'),
    );

    it('the name of a file is one harmless segment', tagged('extended'), async () => {
      const { filename } = await brought('link "Odd name"');
      expect(filename).toMatch(/übung\.txt$/);
      expect(filename).not.toMatch(/[/\\\p{Cc}\p{Cf}]/u);
    });

    it(
      'a click that was to bring a file and brings none fails with `no_download`',
      tagged('extended'),
      async () => {
        const hasty = sessionClient(await openSession({ downloads: impatience }));
        await hasty.open(fixture.site.url);
        const id = hasty.id('button "Nothing"');
        expect(await hasty.act({ action_type: 'click', id, download: true })).toMatchObject({
          status: 'failed',
          code: 'no_download',
        });
        await hasty.session.close();
      },
    );

    it('a download that is under way is told, and again when it is whole', tagged('extended'), async () => {
      const { events } = await begun('link "Held"');
      expect(events).toMatchObject([{ type: 'download', status: 'started', filename: 'held.zip' }]);
      const id = idIn(events);
      const finished = store().finished(id, { signal });
      fixture.site.release();
      expect(await finished).toMatchObject({ status: 'completed', size: 8 });
      const later = await fixture.client.act({ action_type: 'scroll', to: 'top' });
      expect(later.events).toMatchObject([{ type: 'download', id, status: 'completed' }]);
      expect((await fixture.client.act({ action_type: 'scroll', to: 'top' })).events).toEqual([]);
    });

    it('one that is not whole in the time of its caller fails, and is late', tagged('extended'), async () => {
      const { events } = await begun('link "Held"');
      const ended = await store().finished(idIn(events), { timeoutMs: 300, signal });
      expect(ended).toMatchObject({ status: 'failed', isLate: true, checksum: null });
      expect(ended.reason).toContain('whole');
      await expectError((async () => bytesOf(ended.id))(), 'not_found');
    });

    it('one of which no byte comes fails, and the page can be read again', tagged('extended'), async () => {
      const hasty = sessionClient(await openSession({ downloads: impatience }));
      await hasty.open(fixture.site.url);
      const id = hasty.id('link "Silent"');
      expect(await hasty.act({ action_type: 'click', id, download: true })).toMatchObject({
        status: 'failed',
        // Where the head of the answer comes through before its body, the download has begun.
        code: expect.stringMatching(/^(no_download|download_failed)$/),
      });
      expect((await hasty.read()).text).toContain('link "Silent"');
      await hasty.session.close();
    });

    it('one that breaks off is canceled and told', tagged('extended'), async () => {
      const { events } = await begun('link "Broken"');
      const ended = await store().finished(idIn(events), { signal });
      expect(ended.status).toBe('canceled');
      expect(ended.reason).toContain('broke off');
    });

    it(
      'one that is larger than a file may be fails, whatever its server says about its size',
      tagged('extended'),
      async () => {
        const { events } = await begun('link "Endless"');
        const ended = await store().finished(idIn(events), { signal });
        expect(ended).toMatchObject({ status: 'failed', isLate: false });
        expect(ended.reason).toContain('larger');
      },
    );

    it('waiting ends with the signal, and the download goes on', tagged('extended'), async () => {
      const { events } = await begun('link "Held"');
      const impatient = new AbortController();
      const waiting = store().finished(idIn(events), { signal: impatient.signal });
      impatient.abort();
      await expectError(waiting, 'canceled');
      fixture.site.release();
      expect(await store().finished(idIn(events), { signal })).toMatchObject({ status: 'completed' });
      await expectError(store().finished('none', { signal }), 'not_found');
    });

    describe('download_file', () => {
      const fetched = async (action: { url?: string; id?: string; suffix?: string }) => {
        const result = await fixture.client.act({ action_type: 'download_file', ...action });
        expect(result).toMatchObject({ status: 'ok' });
        return store().finished(idIn(result.events), { signal });
      };

      it('asks with the cookies of the page, and leaves the page where it is', async () => {
        await fixture.client.open(fixture.site.url);
        const download = await fetched({ url: `${fixture.site.url}/member` });
        expect(await bytesOf(download.id)).toBe('for members');
        const tabs = await fixture.session.page.tabs();
        expect(tabs.find(({ active }) => active)).toMatchObject({ url: `${fixture.site.url}/` });
      });

      it('takes what an element leads to, and what a browser would show', async () => {
        await fixture.client.open(fixture.site.url);
        const download = await fetched({ id: fixture.client.id('link "Shown text"'), suffix: '_copy' });
        expect(download).toMatchObject({ filename: 'shown_copy.txt', contentType: 'text/plain' });
        expect(await bytesOf(download.id)).toBe('shown, not saved');
        expect(await fetched({ id: fixture.client.id('link "Made here"') })).toMatchObject({
          filename: 'made.txt',
        });
      });

      const isPressed = async (called: string): Promise<void> => {
        await fixture.client.open(fixture.site.url);
        const download = await fetched({ id: fixture.client.id(called) });
        expect(await bytesOf(download.id)).toBe('a,b\n1,2\n');
      };
      it.each(['link "Chosen here"', 'link "Chosen instead"'])(
        'takes what a script brings for a click on the %s, and not what its address does',
        tagged('extended'),
        isPressed,
      );

      it('follows redirects, and takes the whole name from the suffix', tagged('extended'), async () => {
        const download = await fetched({ url: `${fixture.site.url}/redirected`, suffix: 'report.csv' });
        expect(download).toMatchObject({ filename: 'report.csv', size: 8 });
      });

      it('fails when the server refuses or the policy does', async () => {
        for (const path of ['/nowhere', '/locked']) {
          const result = await fixture.client.act({
            action_type: 'download_file',
            url: `${fixture.site.url}${path}`,
          });
          expect(result).toMatchObject({ status: 'failed', code: 'download_failed' });
        }
        const elsewhere = { action_type: 'download_file', url: 'http://10.0.0.1/x' } as const;
        expect(await fixture.client.act(elsewhere)).toMatchObject({
          status: 'failed',
          code: 'blocked_destination',
        });
      });
    });

    it('all together they keep to the limit of the run', tagged('extended'), async () => {
      await fixture.client.open(fixture.site.url);
      let last = await store().finished(
        idIn(
          (await fixture.client.act({ action_type: 'download_file', url: `${fixture.site.url}/data.csv` }))
            .events,
        ),
        { signal },
      );
      for (const fill of ['a', 'b', 'c']) {
        const url = `${fixture.site.url}/sized?bytes=390000&fill=${fill}`;
        const { events } = await fixture.client.act({ action_type: 'download_file', url });
        last = await store().finished(idIn(events), { signal });
      }
      expect(last).toMatchObject({ status: 'failed' });
      expect(last.reason).toContain('together');
    });
  });
}
