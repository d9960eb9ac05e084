import type { BrowserSession, PageDriver } from '@runwright/contract';
import { decodePDFRawStream, PDFArray, PDFDocument, PDFRawStream } from 'pdf-lib';
import { describe, expect, it, type TestContext, type TestOptions } from 'vitest';
import { expectError } from '../expect-error.ts';
import { secretPlaceholder } from './session-client.ts';
import type { TabContext } from './tabs.ts';

type Print = NonNullable<PageDriver['pdf']>;
type PdfFormat = Parameters<Print>[0]['format'];

const signal = new AbortController().signal;
const plain = { format: 'A4', landscape: false, background: true, footer: null, signal } as const;

/** Prints; the test is passed over for a driver that does not. */
function printer({ page }: BrowserSession, { skip }: Pick<TestContext, 'skip'>): Print {
  return page.pdf?.bind(page) ?? skip('this driver does not print');
}

/** What is drawn on the pages. Fonts and dates, which differ from one printing to the next, are left out. */
async function drawn(bytes: Uint8Array): Promise<readonly string[]> {
  const document = await PDFDocument.load(bytes);
  return document.getPages().map(({ node }) => {
    const contents = node.Contents();
    const streams = contents instanceof PDFArray ? contents.asArray() : [contents];
    return streams
      .map((part) => document.context.lookup(part))
      .map((part) =>
        part instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(part).decode()).toString('latin1') : '',
      )
      .join('\n');
  });
}

/**
 * What holds for every driver that prints; asks for `/form` and its fields "Name" and "Password".
 *
 * @param repeated options of tests that cover nothing more in a real browser
 */
export function testPrinting({ site, client }: TabContext, repeated: TestOptions = {}): void {
  describe('printing', () => {
    type Format = readonly [PdfFormat, landscape: boolean, width: number, height: number];
    const hasSize = async (wanted: Format, context: TestContext): Promise<void> => {
      const [format, landscape, width, height] = wanted;
      await client().open(`${site().url}/form`);
      const print = printer(client().session, context);
      const document = await PDFDocument.load(await print({ ...plain, format, landscape }));
      const size = document.getPage(0).getSize();
      expect(Math.abs(size.width - width)).toBeLessThanOrEqual(1);
      expect(Math.abs(size.height - height)).toBeLessThanOrEqual(1);
    };
    const formats: readonly Format[] = [
      ['A4', false, 595, 842],
      ['Letter', true, 792, 612],
      ['Legal', false, 612, 1008],
      ['Tabloid', false, 792, 1224],
    ];
    it.for(formats)('is done on pages of the format: %s, landscape %s', repeated, hasSize);

    it('puts the footer on the pages, when one is wanted', repeated, async (context) => {
      await client().open(`${site().url}/form`);
      const print = printer(client().session, context);
      const without = await drawn(await print(plain));
      expect(await drawn(await print({ ...plain, footer: '<b>Today & here</b>' }))).not.toEqual(without);
      expect(await drawn(await print(plain))).toEqual(without);
    });

    it('shows what was typed, but not what was typed into a password field', repeated, async (context) => {
      await client().open(`${site().url}/form`);
      const print = printer(client().session, context);
      const withText = async (called: string, text: string) => {
        await client().act({ action_type: 'input_text', id: client().id(called), text });
        return drawn(await print(plain));
      };
      const short = await withText('textbox "Password"', 'short');
      expect(await withText('textbox "Password"', 'rather longer')).toEqual(short);
      expect(await withText('textbox "Name"', 'Ann')).not.toEqual(short);
    });

    it('ends with `canceled` when its signal does', async (context) => {
      const print = printer(client().session, context);
      await expectError(print({ ...plain, signal: AbortSignal.abort() }), 'canceled');
    });
  });
}

/** What printing does to a page: nothing that lasts. */
export function testPrintedPages({ site, client }: TabContext): void {
  describe('a printed page', () => {
    it('hides every secret that was typed, whatever the field is, and looks as before afterwards', async (context) => {
      await client().open(`${site().url}/form`);
      const { session } = client();
      const print = printer(session, context);
      const type = (called: string, text: string) =>
        client().act({ action_type: 'input_text', id: client().id(called), text });
      const fields = ['textbox "Name"', 'textbox "Note"', 'textbox "Story"'];
      for (const field of fields) await type(field, secretPlaceholder);
      const once = await drawn(await print(plain));
      for (const field of fields) await type(field, secretPlaceholder.repeat(2));
      const before = await session.page.html({ signal });
      expect(await drawn(await print(plain))).toEqual(once);
      expect(await session.page.html({ signal })).toBe(before);
      await type('textbox "Name"', 'Ann');
      expect(await drawn(await print(plain))).toEqual(once);
    });
  });
}
