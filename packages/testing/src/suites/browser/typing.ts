import type { BrowserSession } from '@runwright/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PageSite, pageSite } from './page-site.ts';
import { type SessionClient, sessionClient } from './session-client.ts';

const pages = () => ({
  '/blank': `<input aria-label="Login" onkeyup="if (this.value === 'ann') this.value = 'ann '">`,
});

/** What a page does while it is typed into, and what is told of it. */
export function testTyping({ openSession }: { readonly openSession: () => Promise<BrowserSession> }): void {
  describe('typing', () => {
    let site: PageSite;
    let client: SessionClient;
    const type = async (path: string, called: string, text: string) => {
      await client.open(`${site.url}${path}`, new RegExp(called));
      const result = await client.act({ action_type: 'input_text', id: client.id(called), text });
      return { result, text: (await client.read()).text };
    };

    beforeAll(async () => {
      site = await pageSite(pages);
      client = sessionClient(await openSession());
    });
    afterAll(async () => {
      await client.session.close();
      await site.close();
    });

    it('a blank that the page adds to a text is told', async () => {
      const { result, text } = await type('/blank', 'textbox "Login"', 'ann');
      expect(result).toMatchObject({ status: 'ok', readBack: { wanted: 'ann', found: 'ann ' } });
      expect(result.message).toContain('The field holds `ann `, with other blanks at its ends');
      expect(text).toContain('textbox "Login" ="ann "');
    });
  });
}
