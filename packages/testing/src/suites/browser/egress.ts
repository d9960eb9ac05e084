import { describe, expect, it } from 'vitest';
import { tagged } from '../tagged.ts';
import type { PageContext } from './reading.ts';

/** Tests the egress policy. */
export function testEgress({ site, client }: PageContext): void {
  const signal = new AbortController().signal;
  const goto = (url: string) => client().act({ action_type: 'goto_url', url });

  describe('the egress policy', () => {
    it('a denied URL is not requested, and the result has the message of the policy', async () => {
      const result = await goto(`${site().forbidden}/page`);
      expect(result).toMatchObject({ status: 'failed', code: 'blocked_destination' });
      expect(result.message).toContain('`127.0.0.2` is not on the suite');
      expect(site().trespasses).toEqual([]);
    });

    it('URLs other than http and https are denied', async () => {
      for (const url of [
        'file:///etc/passwd',
        'chrome://version',
        'javascript:alert(1)',
        'data:text/html,x',
      ]) {
        expect(await goto(url)).toMatchObject({ status: 'failed', code: 'blocked_destination' });
      }
    });

    it('a host whose name has no address is refused by no rule: its page does not load', async () => {
      const nowhere = await goto('http://nowhere.invalid/');
      expect(nowhere).toMatchObject({ status: 'failed', code: 'navigation_failed' });
      expect(nowhere.message).toContain('`nowhere.invalid` does not resolve');
    });

    it('a redirect to a denied URL is not followed', async () => {
      expect(await goto(`${site().url}/away`)).toMatchObject({
        status: 'failed',
        code: 'blocked_destination',
      });
      expect(site().trespasses).toEqual([]);
    });

    it('a link to a refused address leads nowhere', async () => {
      await client().open(`${site().url}/reaching`);
      const result = await client().click('link "Leave"');
      expect(result).toMatchObject({ status: 'failed', code: 'blocked_destination' });
      expect(site().trespasses).toEqual([]);
    });

    it('pictures, frames, requests and sockets of a page do not reach a refused address', async () => {
      await client().open(`${site().url}/reaching`);
      const tried = await client().act({ action_type: 'wait', for: 'text', value: 'tried everything' });
      expect(tried).toMatchObject({ status: 'ok' });
      expect(site().trespasses).toEqual([]);
    });
  });

  describe('pictures', () => {
    it('a screenshot is a PNG of the viewport, or of several screens', tagged('extended'), async () => {
      await client().open(`${site().url}/settling`);
      const { page } = client().session;
      const one = await page.screenshot({ signal });
      expect([...one.bytes.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
      expect(one).toMatchObject({ mediaType: 'image/png', width: 1280, height: 800 });
      expect(await page.screenshot({ scrolls: 3, signal })).toMatchObject({ width: 1280, height: 2400 });
    });

    it('fields that hold a secret are painted over', tagged('extended'), async () => {
      await client().open(`${site().url}/form`);
      const { page } = client().session;
      const empty = await page.screenshot({ signal });
      const field = client().id('textbox "Password"');
      await client().act({ action_type: 'input_text', id: field, text: 'longer' });
      await client().act({ action_type: 'input_text', id: client().id('textbox "Name"'), text: 'x' });
      await client().act({ action_type: 'input_text', id: client().id('textbox "Name"'), text: '' });
      await client().act({ action_type: 'click', x: 900, y: 600 });
      const filled = await page.screenshot({ signal });
      expect(Buffer.from(filled.bytes).equals(empty.bytes)).toBe(true);
    });

    it('the document is handed over as it stands', async () => {
      await client().open(`${site().url}/form`);
      expect(await client().session.page.html({ signal })).toContain('<h1>Every field</h1>');
    });
  });
}
