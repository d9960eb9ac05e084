import { type ActionResult, type OpenedFile, RunwrightError } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import { sourceOf } from '../../fake-files.ts';
import { tagged } from '../tagged.ts';
import { fileContext, type OpenSession } from './file-context.ts';

const signal = new AbortController().signal;
const files: Readonly<Record<string, OpenedFile>> = {
  'letter.txt': { name: 'letter.txt', contentType: 'text/plain', ...sourceOf(Buffer.from('Dear all')) },
  'dot.png': { name: 'dot.png', contentType: 'image/png', ...sourceOf(Buffer.from([0x89, 0x50])) },
  'large.bin': { name: 'large.bin', contentType: null, ...sourceOf(Buffer.alloc(7_000_000, 'x')) },
};

/** Files that are given to pages. */
export function testUploads({ openSession }: OpenSession): void {
  describe('uploads', () => {
    const fixture = fileContext({ openSession });

    const upload = async (called: string, file: string | string[]): Promise<ActionResult> => {
      const view = await fixture.client.open(`${fixture.site.url}/uploads`);
      const id = fixture.client.id(called);
      return fixture.session.page.act(
        { action_type: 'upload_file', id, file },
        {
          epoch: view.epoch,
          signal,
          file: async (name) => {
            const found = files[name];
            if (!found) throw new RunwrightError('not_found', `There is no \`${name}\`.`);
            return found;
          },
        },
      );
    };
    /** Uploads again while no chooser has come in the time that an action waits for one: a busy machine may take longer. */
    const browse = async (file: string[]): Promise<ActionResult> => {
      let result = await upload('button "Browse"', file);
      for (let left = 4; left > 0 && result.code === 'upload_not_accepted'; left -= 1)
        result = await upload('button "Browse"', file);
      return result;
    };
    const shown = async (): Promise<string> => (await fixture.client.read('verify')).text;

    it('a file field takes a file', async () => {
      const result = await upload('file "Letter"', 'letter.txt');
      expect(result).toMatchObject({ status: 'ok', target: { name: 'Letter' } });
      expect(result.message).toContain('letter.txt');
    });

    it('a field for several takes several, and one for one takes no more', tagged('extended'), async () => {
      expect(await upload('file "Pictures"', ['dot.png', 'letter.txt'])).toMatchObject({ status: 'ok' });
      expect(await upload('file "Letter"', ['dot.png', 'letter.txt'])).toMatchObject({
        status: 'failed',
        code: 'unsupported',
      });
    });

    it('a field that is not drawn takes a file', tagged('extended'), async () => {
      expect(await upload('file "Attach"', 'letter.txt')).toMatchObject({ status: 'ok' });
      expect(await shown()).toContain('letter.txt 8');
    });

    it('a button that opens a chooser brings the file to where it asks for it', async () => {
      expect(await browse(['letter.txt', 'dot.png'])).toMatchObject({ status: 'ok' });
      expect(await shown()).toContain('letter.txt 8, dot.png 2');
    });

    it('a large file arrives whole', tagged('extended'), async () => {
      expect(await browse(['letter.txt', 'large.bin'])).toMatchObject({ status: 'ok' });
      expect(await shown()).toContain('letter.txt 8, large.bin 7000000');
    });

    it('a drop zone takes what is dropped on it', async () => {
      expect(await upload('button "Drop zone"', 'letter.txt')).toMatchObject({ status: 'ok' });
      const text = await shown();
      expect(text).toContain('letter.txt 8');
      expect(text).toContain('Dear all');
    });

    it('a file that the page throws away was not accepted', async () => {
      expect(await upload('file "Photo"', 'letter.txt')).toMatchObject({
        status: 'failed',
        code: 'upload_not_accepted',
      });
      expect(await shown()).toContain('Only pictures');
    });

    const fails = async (_title: string, called: string, file: string, code: string): Promise<void> => {
      expect(await upload(called, file)).toMatchObject({ status: 'failed', code });
    };
    it.each([
      ['a file that is not there', 'file "Letter"', 'none.txt', 'file_unavailable'],
      ['what takes no files', 'button "No files here"', 'letter.txt', 'upload_not_accepted'],
      ['a field that is disabled', 'file "Gone"', 'letter.txt', 'disabled'],
    ])('%s fails', tagged('extended'), fails);

    it(
      'a chooser that opens when nothing is uploaded is told and left to nobody',
      tagged('extended'),
      async () => {
        await fixture.client.open(`${fixture.site.url}/uploads`);
        const { events } = await fixture.client.click('button "Pick"');
        const next = await fixture.client.act({ action_type: 'wait', for: 'ms', value: 300 });
        expect([...events, ...next.events]).toContainEqual({ type: 'file_chooser', multiple: false });
        expect(await shown()).toContain('picked');
      },
    );

    it('without anybody who brings files there is nothing to upload', tagged('extended'), async () => {
      await fixture.client.open(`${fixture.site.url}/uploads`);
      const id = fixture.client.id('file "Letter"');
      const result = await fixture.client.act({ action_type: 'upload_file', id, file: 'letter.txt' });
      expect(result).toMatchObject({ status: 'failed', code: 'unsupported' });
    });
  });
}
