import { describe, expect, it } from 'vitest';
import { tagged } from '../tagged.ts';
import { fileContext, type OpenSession } from './file-context.ts';

/** What pages ask a person for beside dialogs. */
export function testPermissions({ openSession }: OpenSession): void {
  describe('permissions', () => {
    const fixture = fileContext({ openSession }, (site) => ({
      permissions: { [site.url]: ['notifications', 'clipboard-read'] },
    }));

    const answers = async (origin: string): Promise<string> => {
      await fixture.client.open(`${origin}/permissions`);
      await fixture.client.click('button "Ask for everything"');
      for (const name of ['place', 'notifications', 'camera', 'microphone', 'midi', 'clipboard']) {
        const said = await fixture.client.act({ action_type: 'wait', for: 'text', value: name });
        expect(said, name).toMatchObject({ status: 'ok' });
      }
      return (await fixture.client.read('verify')).text;
    };

    it('are refused without a question, but for what an origin was granted', async () => {
      const text = await answers(fixture.site.url);
      expect(text).toContain('notifications given');
      for (const name of ['place', 'camera', 'microphone', 'midi']) expect(text).toContain(`${name} refused`);
      expect(await answers(fixture.site.url.replace('127.0.0.1', 'localhost'))).toContain(
        'notifications refused',
      );
    });

    it(
      'a name and a password are not asked for: the page gets the refusal of its server',
      tagged('extended'),
      async () => {
        await fixture.client.open(`${fixture.site.url}/asking`);
        await fixture.client.click('button "Locked data"');
        expect(
          await fixture.client.act({ action_type: 'wait', for: 'text', value: 'status 401' }),
        ).toMatchObject({
          status: 'ok',
        });
        await fixture.client.click('button "Locked at once"');
        expect((await fixture.client.read('verify')).text).toContain('at once 401');
        const view = await fixture.client.open(`${fixture.site.url}/locked`);
        expect(view.text).toContain('A name and a password are wanted');
      },
    );

    const canBeRead = async (name: string): Promise<void> => {
      await fixture.client.open(`${fixture.site.url}/asking`);
      await fixture.client.click(`button "${name}"`);
      expect((await fixture.client.read()).text).toContain(`button "${name}"`);
    };
    it.each(['USB', 'Save as', 'Screen', 'Bluetooth', 'Serial', 'Folder', 'Key'])(
      'a page that asks for %s can still be read and left',
      tagged('extended'),
      canBeRead,
    );
  });
}
