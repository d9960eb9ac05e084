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

    const pressed = async (name: string, path = '/passkeys'): Promise<void> => {
      // Passkeys are of a name, not of a number.
      await fixture.client.open(`${fixture.site.url.replace('127.0.0.1', 'localhost')}${path}`);
      await fixture.client.click(`button "${name}"`);
    };
    const says = async (value: string): Promise<void> => {
      const said = await fixture.client.act({ action_type: 'wait', for: 'text', value });
      expect(said).toMatchObject({ status: 'ok' });
    };
    const goesOn = async (): Promise<void> => {
      await fixture.client.read();
      expect(await fixture.client.click('button "Use a password"')).toMatchObject({ status: 'ok' });
      await says('a password');
    };

    it('a request for a passkey is refused, and the page goes on with a password', async () => {
      await pressed('Use a passkey');
      await says('refused by NotAllowedError');
      await goesOn();
    });

    const isRefused = async (_title: string, name: string, path: string): Promise<void> => {
      await pressed(name, path);
      await says('refused by NotAllowedError');
      await goesOn();
    };
    it.each([
      ['a new passkey', 'Create a passkey', '/passkeys'],
      ['a passkey in a frame', 'Use a passkey', '/framed-passkeys'],
      ['a passkey in a window that opens', 'Sign in elsewhere', '/passkeys'],
      ['a passkey while a page is loaded', 'Use a passkey', '/passkeys#load'],
      ['a picture of the screen', 'Share the screen', '/passkeys'],
    ])('so is one for %s', tagged('extended'), isRefused);

    it('a page that offers a passkey in its field takes clicks', tagged('extended'), async () => {
      await pressed('Offer a passkey');
      await goesOn();
    });

    it(
      'a request for a passkey that the page takes back ends as in every browser',
      tagged('extended'),
      async () => {
        await pressed('Take it back');
        await says('refused by AbortError');
      },
    );

    it('pickers for files are absent, so that pages use a file field or a download', async () => {
      await pressed('Use a picker');
      await says('no pickers');
    });

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
