import type { BrowserSession } from '@runwright/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenWorld } from './downloads.ts';
import { type FileSite, fileSite } from './file-site.ts';
import { type Visitor, visitor } from './visitor.ts';

/** What pages ask a person for beside dialogs. */
export function testPermissions({ another }: OpenWorld): void {
  describe('permissions', () => {
    let site: FileSite;
    let session: BrowserSession;
    let guest: Visitor;
    beforeAll(async () => {
      site = await fileSite();
      session = await another({ permissions: { [site.url]: ['notifications', 'clipboard-read'] } });
      guest = visitor(session);
    });
    afterAll(async () => {
      await session.close();
      await site.close();
    });

    const answers = async (origin: string): Promise<string> => {
      await guest.open(`${origin}/permissions`);
      await guest.click('button "Ask for everything"');
      for (const name of ['place', 'notifications', 'camera', 'microphone', 'midi', 'clipboard']) {
        const said = await guest.act({ action_type: 'wait', for: 'text', value: name });
        expect(said, name).toMatchObject({ status: 'ok' });
      }
      return (await guest.read('verify')).text;
    };

    it('are refused without a question, but for what an origin was granted', async () => {
      const text = await answers(site.url);
      expect(text).toContain('notifications given');
      for (const name of ['place', 'camera', 'microphone', 'midi']) expect(text).toContain(`${name} refused`);
      expect(await answers(site.url.replace('127.0.0.1', 'localhost'))).toContain('notifications refused');
    });

    it('a name and a password are not asked for: the page gets the refusal of its server', async () => {
      await guest.open(`${site.url}/asking`);
      await guest.click('button "Locked data"');
      expect(await guest.act({ action_type: 'wait', for: 'text', value: 'status 401' })).toMatchObject({
        status: 'ok',
      });
      await guest.click('button "Locked at once"');
      expect((await guest.read('verify')).text).toContain('at once 401');
      const view = await guest.open(`${site.url}/locked`);
      expect(view.text).toContain('A name and a password are wanted');
    });

    it.each(['USB', 'Bluetooth', 'Serial', 'Save as', 'Folder', 'Screen', 'Key'])(
      'a page that asks for %s can still be read and left',
      async (name) => {
        await guest.open(`${site.url}/asking`);
        await guest.click(`button "${name}"`);
        expect((await guest.read()).text).toContain(`button "${name}"`);
      },
    );
  });
}
