import { describe, expect, it } from 'vitest';
import { fileWorld, type OpenWorld } from './file-context.ts';

/** What pages ask a person for beside dialogs. */
export function testPermissions({ another }: OpenWorld): void {
  describe('permissions', () => {
    const world = fileWorld({ another }, (site) => ({
      permissions: { [site.url]: ['notifications', 'clipboard-read'] },
    }));

    const answers = async (origin: string): Promise<string> => {
      await world.guest.open(`${origin}/permissions`);
      await world.guest.click('button "Ask for everything"');
      for (const name of ['place', 'notifications', 'camera', 'microphone', 'midi', 'clipboard']) {
        const said = await world.guest.act({ action_type: 'wait', for: 'text', value: name });
        expect(said, name).toMatchObject({ status: 'ok' });
      }
      return (await world.guest.read('verify')).text;
    };

    it('are refused without a question, but for what an origin was granted', async () => {
      const text = await answers(world.site.url);
      expect(text).toContain('notifications given');
      for (const name of ['place', 'camera', 'microphone', 'midi']) expect(text).toContain(`${name} refused`);
      expect(await answers(world.site.url.replace('127.0.0.1', 'localhost'))).toContain(
        'notifications refused',
      );
    });

    it('a name and a password are not asked for: the page gets the refusal of its server', async () => {
      await world.guest.open(`${world.site.url}/asking`);
      await world.guest.click('button "Locked data"');
      expect(await world.guest.act({ action_type: 'wait', for: 'text', value: 'status 401' })).toMatchObject({
        status: 'ok',
      });
      await world.guest.click('button "Locked at once"');
      expect((await world.guest.read('verify')).text).toContain('at once 401');
      const view = await world.guest.open(`${world.site.url}/locked`);
      expect(view.text).toContain('A name and a password are wanted');
    });

    it.each(['USB', 'Bluetooth', 'Serial', 'Save as', 'Folder', 'Screen', 'Key'])(
      'a page that asks for %s can still be read and left',
      async (name) => {
        await world.guest.open(`${world.site.url}/asking`);
        await world.guest.click(`button "${name}"`);
        expect((await world.guest.read()).text).toContain(`button "${name}"`);
      },
    );
  });
}
