import type { PageAction } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import { tagged } from '../tagged.ts';
import { bothFrames, type PageContext } from './reading.ts';
import { secretPlaceholder, secretValue } from './session-client.ts';

/** What actions must do, and say. */
export function testActing({ site, client }: PageContext): void {
  const open = (path: string, shows?: RegExp) => client().open(`${site().url}${path}`, shows);
  const act = (action: PageAction) => client().act(action);
  const type = (id: string, text: string) => act({ action_type: 'input_text', id, text });
  const press = (id: string) => act({ action_type: 'click', id });
  const id = (called: string) => client().id(called);
  const lineOf = async (called: string) =>
    (await client().read()).text.split('\n').find((line) => line.includes(called)) ?? '';

  describe('filling in', () => {
    it('a form is filled in field by field and sent', async () => {
      await open('/form');
      await type(id('textbox "Name"'), 'Ann Lee');
      await type(id('textbox "E-mail"'), 'ann@shop.example');
      await type(id('date "Day"'), '2026-05-17');
      await type(id('textbox "Note"'), 'two\nlines');
      await act({ action_type: 'select_option', id: id('select "Size"'), label: 'large' });
      await act({ action_type: 'checkbox', id: id('checkbox "Newsletter"'), checked: true });
      await act({ action_type: 'click', id: id('radio "Cash"'), want: 'checked' });
      const sent = await press(id('button "Send"'));
      expect(sent).toMatchObject({ status: 'ok', dispatch: 'pointer', settle: { reason: 'navigation' } });
      expect(Object.fromEntries(new URL(sent.urlAfter).searchParams)).toMatchObject({
        ...{ name: 'Ann Lee', mail: 'ann@shop.example', day: '2026-05-17', note: 'two\r\nlines' },
        ...{ size: 'l', news: 'on', pay: 'cash' },
      });
    });

    it('text replaces what was there, or is added when `clear` is false; `submit` presses Enter', async () => {
      await open('/form');
      const name = id('textbox "Name"');
      await type(name, 'Ann');
      await act({ action_type: 'input_text', id: name, text: ' Lee', clear: false });
      expect(await lineOf('textbox "Name"')).toContain('="Ann Lee"');
      const sent = await act({ action_type: 'input_text', id: name, text: 'Cy', submit: true });
      expect(new URL(sent.urlAfter).searchParams.get('name')).toBe('Cy');
    });

    it(
      'an editable region takes text; a mask that keeps the digits is no mistake',
      tagged('extended'),
      async () => {
        await open('/form');
        expect(await type(id('textbox "Story"'), 'Once upon')).toMatchObject({ status: 'ok' });
        expect(await type(id('textbox "Phone"'), '555123456')).toMatchObject({ status: 'ok' });
        expect(await lineOf('textbox "Phone"')).toContain('=555-123-456');
      },
    );

    it('a field that keeps another value is reported with both values', async () => {
      await open('/form');
      const result = await type(id('textbox "Stubborn"'), 'yours');
      expect(result).toMatchObject({ status: 'failed', code: 'value_mismatch' });
      expect(result.message).toContain('`yours`');
      expect(result.message).toContain('`mine`');
    });

    it('a wanted state that holds already is left alone', async () => {
      await open('/form');
      const box = id('checkbox "Newsletter"');
      const idle = await act({ action_type: 'checkbox', id: box, checked: false });
      expect(idle).toMatchObject({ status: 'ok', dispatch: 'none' });
      await act({ action_type: 'checkbox', id: box, checked: true });
      expect(await lineOf('checkbox "Newsletter"')).toContain(' checked');
      await act({ action_type: 'click', id: id('switch "Night mode"'), want: 'checked' });
      await act({ action_type: 'click', id: id('switch "Night mode"'), want: 'checked' });
      expect(await lineOf('switch "Night mode"')).toContain(' checked');
    });

    it('a list that opens when it is clicked is chosen from', async () => {
      await open('/combo');
      const button = id('button "Choose a fruit"');
      expect(await act({ action_type: 'select_option', id: button, label: 'Pear' })).toMatchObject({
        status: 'ok',
      });
      expect(await lineOf('button "Pear"')).not.toBe('');
      const missing = await act({ action_type: 'select_option', id: button, label: 'Kiwi' });
      expect(missing).toMatchObject({ status: 'failed', code: 'no_option' });
      expect(missing.message).toContain('`Plum`');
    });

    it('keys are pressed by their names', tagged('extended'), async () => {
      await open('/form');
      await type(id('textbox "Name"'), 'Ann');
      await act({ action_type: 'keypress', keys: ['Ctrl+A', 'Backspace'] });
      expect(await lineOf('textbox "Name"')).toContain('=empty');
    });
  });

  describe('clicking', () => {
    it('what cannot be done is said, with a code', async () => {
      await open('/form');
      const size = id('select "Size"');
      const huge = await act({ action_type: 'select_option', id: size, label: 'Huge' });
      expect(huge).toMatchObject({ status: 'failed', code: 'no_option' });
      expect(await press(id('button "Not yet"'))).toMatchObject({ status: 'failed', code: 'disabled' });
      expect(await press('a9999')).toMatchObject({ status: 'failed', code: 'stale_target' });
      expect(await type(size, 'x')).toMatchObject({ status: 'failed', code: 'no_option' });
      const send = id('button "Send"');
      expect(await type(send, 'x')).toMatchObject({ status: 'failed', code: 'unsupported' });
      const keys = await act({ action_type: 'keypress', keys: ['Warp'] });
      expect(keys).toMatchObject({ status: 'failed', code: 'unsupported' });
    });

    it('an id of a page that was left names nothing', tagged('extended'), async () => {
      await open('/form');
      const old = id('button "Send"');
      await open('/form');
      expect(await press(old)).toMatchObject({ status: 'failed', code: 'stale_target' });
    });

    it('a control under another one is not clicked, and the cover is named', async () => {
      await open('/targets');
      const result = await press(id('button "Underneath"'));
      expect(result).toMatchObject({ status: 'failed', code: 'covered' });
      expect(result.message).toContain('"Lid"');
    });

    it('rows, cells and shadow roots take clicks', async () => {
      await open('/targets');
      for (const [called, title] of [
        ['"Listener row"', 'Row'],
        ['"Cell with handler"', 'Cell'],
        ['button "In a shadow root"', 'Shadow'],
      ] as const) {
        await client().click(called);
        expect((await client().read()).title).toBe(title);
      }
    });

    it('frames of this and of another origin take clicks and text', tagged('extended'), async () => {
      const { text } = await open('/frames', bothFrames);
      const ids = (called: string) => text.match(new RegExp(`[b-z]\\d+(?= ${called})`, 'g')) ?? [];
      for (const field of ids('textbox "Card number"'))
        expect(await type(field, '4242')).toMatchObject({ status: 'ok' });
      for (const button of ids('button "Press"')) {
        expect(await press(button)).toMatchObject({ status: 'ok', dispatch: 'pointer' });
      }
      const after = (await client().read()).text;
      expect(after.match(/button "Pressed"/g)).toHaveLength(2);
      expect(after.match(/textbox "Card number" =4242/g)).toHaveLength(2);
    });

    it('a target that moves is caught', tagged('extended'), async () => {
      await open('/moving');
      expect(await press(id('button "Catch me"'))).toMatchObject({ status: 'ok' });
      expect((await client().read()).title).toBe('Hit');
    });

    it(
      'a click that changes nothing says so, and is not waited for until the cap',
      tagged('extended'),
      async () => {
        await open('/still');
        const reasons: string[] = [];
        for (let presses = 0; presses < 2; presses += 1)
          reasons.push((await press(id('button "Nothing"'))).settle.reason);
        const again = await press(id('button "Nothing"'));
        expect(again).toMatchObject({ status: 'no_effect', settle: { reason: 'quiet' } });
        expect(reasons).toEqual(['quiet', 'quiet']);
      },
    );

    it('a click that only moves the focus says so', tagged('extended'), async () => {
      await open('/form');
      expect(await client().click('textbox "Name"')).toMatchObject({
        status: 'ok',
        message: expect.stringContaining('The focus moved, and nothing else has changed.'),
      });
    });

    it('a click is over when what it asked for is shown', tagged('extended'), async () => {
      await open('/settling');
      const { settle } = await press(id('button "Late"'));
      expect(await lineOf('"it is late"')).not.toBe('');
      expect(settle.reason).toBe('quiet');
    });

    it(
      'alerts are accepted and questions answered no, and both are reported',
      tagged('extended'),
      async () => {
        await open('/events');
        const alert = await press(id('button "Alert"'));
        expect(alert.events).toContainEqual({
          type: 'dialog',
          kind: 'alert',
          text: 'Saved',
          decision: 'accepted',
        });
        const confirm = await press(id('button "Confirm"'));
        expect(confirm.events).toContainEqual({
          ...{ type: 'dialog', kind: 'confirm', text: 'Really?', decision: 'dismissed' },
        });
        expect((await client().read()).title).toBe('no');
      },
    );

    it('a download is reported', tagged('extended'), async () => {
      await open('/events');
      const { events } = await act({ action_type: 'click', id: id('link "File"'), download: true });
      const download = { type: 'download', filename: 'data.bin', url: `${site().url}/file` };
      expect(events).toContainEqual(expect.objectContaining(download));
    });
  });

  describe('moving about', () => {
    it('scrolling moves the page until its end, and says when nothing moved', async () => {
      await open('/settling');
      expect(await act({ action_type: 'scroll', to: 'bottom' })).toMatchObject({ status: 'ok' });
      expect(await lineOf('The end')).not.toBe('');
      expect(await act({ action_type: 'scroll', direction: 'down' })).toMatchObject({ status: 'no_effect' });
      expect(await act({ action_type: 'scroll', direction: 'up', amount: 1 })).toMatchObject({
        status: 'ok',
      });
    });

    it('waiting ends when the text is there', tagged('extended'), async () => {
      await open('/settling');
      await press(id('button "Much later"'));
      const result = await act({ action_type: 'wait', for: 'text', value: 'it is late' });
      expect(result).toMatchObject({ status: 'ok' });
    });

    it('a new tab becomes the active one', tagged('extended'), async () => {
      await open('/events');
      const { events } = await press(id('link "New tab"'));
      expect(events.map((event) => event.type)).toContain('popup');
      const view = await client().read();
      expect(view.url).toBe(`${site().url}/form`);
      const tabs = await client().session.page.tabs();
      expect(tabs.find(({ active }) => active)?.tab).toBe(view.tab);
      expect(tabs.length).toBeGreaterThan(1);
    });

    it('a link token of the view is an address', async () => {
      await open('/lists');
      const { links } = await client().read('extract');
      const [token] = Object.entries(links).find(([, address]) => address.endsWith('/item/7')) ?? [''];
      const result = await act({ action_type: 'goto_url', url: `{${token}}` });
      expect(result).toMatchObject({ status: 'ok', httpStatus: 404, urlAfter: `${site().url}/item/7` });
      expect(result.message).toContain('404');
    });

    it('a server that is not there fails the navigation', async () => {
      for (const url of ['http://127.0.0.1:1/', 'no address']) {
        const result = await act({ action_type: 'goto_url', url });
        expect(result).toMatchObject({ status: 'failed', code: 'navigation_failed' });
      }
    });
  });

  describe('secrets', () => {
    it('a secret is typed where it belongs and shows nowhere', async () => {
      await open('/form');
      for (const called of ['textbox "Password"', 'textbox "Name"']) {
        const typed = await type(id(called), secretPlaceholder);
        expect(typed).toMatchObject({ status: 'ok' });
        expect(JSON.stringify(typed)).not.toContain(secretValue);
      }
      const { text } = await client().read();
      expect(text).toContain('textbox "Password" =set');
      expect(text).toContain('textbox "Name" =set');
      const sent = await press(id('button "Send"'));
      const echoed = await client().read();
      expect(echoed.text).toContain('[secret]');
      const html = await client().session.page.html({ signal: new AbortController().signal });
      for (const kept of [JSON.stringify(sent), JSON.stringify(echoed), html]) {
        expect(kept).not.toContain(secretValue);
        expect(kept).not.toContain(secretValue.replaceAll(' ', '+'));
      }
    });

    it('a secret is refused to a frame of another origin', async () => {
      const { text } = await open('/frames', bothFrames);
      const inOther = text.slice(text.indexOf(new URL(site().elsewhere).host));
      const [field = ''] = /[b-z]\d+(?= textbox "Card number")/.exec(inOther) ?? [];
      expect(await type(field, secretPlaceholder)).toMatchObject({
        status: 'failed',
        code: 'secret_refused',
      });
    });
  });
}
