import type { BrowserSession, InputTarget, LiveFrame, ManualControl, ManualInput } from '@runwright/contract';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, type TestOptions } from 'vitest';
import { expectError } from '../expect-error.ts';
import { tagged } from '../tagged.ts';
import type { FixtureSite } from './fixture-site.ts';
import { type SessionClient, sessionClient } from './session-client.ts';

interface ManualContext {
  readonly site: () => { readonly url: string };
  readonly openSession: () => Promise<BrowserSession>;
}

const signal = new AbortController().signal;

/** A session with a page, and a person who has control of it. */
interface Person {
  readonly session: BrowserSession;
  readonly client: SessionClient;
  readonly control: ManualControl;
  send(input: ManualInput): Promise<InputTarget>;
  /** Clicks `kind "name"` of the page as it is now. */
  click(called: string): Promise<InputTarget>;
}

/** Opens a page in a session, and takes control of it until the end of the test. */
async function openPerson(context: ManualContext, session: BrowserSession, path: string): Promise<Person> {
  const client = sessionClient(session);
  await client.open(`${context.site().url}${path}`);
  const control = session.manualControl?.();
  if (!control) throw new Error('This driver takes no input of people.');
  onTestFinished(() => control.release());
  const send = (input: ManualInput): Promise<InputTarget> => control.send(input, { signal });
  const click = async (called: string): Promise<InputTarget> => {
    const view = await client.read();
    const id = client.id(called);
    const box = view.elements().find((element) => element.id === id)?.box;
    if (!box) throw new Error(`There is no box of ${called}.`);
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await send({ type: 'mouse', action: 'move', ...at });
    const target = await send({ type: 'mouse', action: 'down', ...at });
    await send({ type: 'mouse', action: 'up', ...at });
    return target;
  };
  return { session, client, control, send, click };
}

/** A session for the tests of a group. */
function sharedSession({ openSession }: ManualContext): () => BrowserSession {
  let session: BrowserSession;
  beforeAll(async () => {
    session = await openSession();
  });
  afterAll(() => session.close());
  return () => session;
}

/**
 * Tests frames for people and their input, of every driver; requests `/form` with the fields "Name" and "Password".
 *
 * @param repeated options of tests that cover nothing more in a real browser
 */
export function testManualControl(context: ManualContext, repeated: TestOptions = {}): void {
  describe('a person who watches and takes over', () => {
    const shared = sharedSession(context);
    it('gets frames of the page with its size and address, until the end', async () => {
      const { session, client } = await openPerson(context, shared(), '/form');
      const ended = new AbortController();
      const frames = session.screencast?.({ signal: ended.signal })[Symbol.asyncIterator]();
      const { value: frame } = (await frames?.next()) ?? {};
      expect([...(frame as LiveFrame).jpeg.slice(0, 2)]).toEqual([0xff, 0xd8]);
      const { url } = await client.read();
      expect(frame).toMatchObject({ url, width: expect.any(Number), height: expect.any(Number) });
      expect((frame as LiveFrame).width).toBeGreaterThan(100);
      ended.abort();
      let last = await frames?.next();
      // One may have been on its way.
      if (!last?.done) last = await frames?.next();
      expect(last?.done).toBe(true);
    });

    it('types into the field that was clicked, and is told what it is but not what was typed', async () => {
      const { client, send, click } = await openPerson(context, shared(), '/form');
      const clicked = await click('textbox "Name"');
      expect(clicked).toMatchObject({ description: 'textbox "Name"', isSecret: false });
      const typed = await send({ type: 'text', text: 'Ann' });
      expect(typed).toMatchObject({ description: 'textbox "Name"', isSecret: false });
      expect(typed.field).not.toBeNull();
      expect(await send({ type: 'key', action: 'press', key: 'a' })).toMatchObject({ field: typed.field });
      expect((await client.read()).text).toMatch(/textbox "Name" =Anna/);
    });

    it('types into a field for a password, which is told to be secret', async () => {
      const { client, send, click } = await openPerson(context, shared(), '/form');
      await click('textbox "Password"');
      const typed = await send({ type: 'text', text: 'open sesame 42' });
      expect(typed).toMatchObject({ description: 'textbox "Password"', isSecret: true, isPaintedOver: true });
      expect(JSON.stringify(typed)).not.toContain('sesame');
      expect((await client.read()).text).toMatch(/textbox "Password" =set/);
    });

    it('is told of a key that does not exist', repeated, async () => {
      const { send } = await openPerson(context, shared(), '/form');
      await expectError(send({ type: 'key', action: 'press', key: 'UnknownKey' }), 'invalid_input');
    });

    it('is told of an address that is none', repeated, async () => {
      const { client, send } = await openPerson(context, shared(), '/form');
      const { url } = await client.read();
      await expectError(send({ type: 'open', url: 'file:///etc/passwd' }), 'invalid_input');
      expect((await client.read()).url).toBe(url);
    });

    it('has no control after the release, which may come twice', repeated, async () => {
      const { control, send } = await openPerson(context, shared(), '/form');
      await control.release();
      await control.release();
      await expectError(send({ type: 'text', text: 'a' }), 'browser_failed');
    });

    it('is stopped by the signal, and by the end of the browser', async () => {
      const own = await context.openSession();
      const { session, control, send } = await openPerson(context, own, '/form');
      const stopped = AbortSignal.abort();
      await expectError(control.send({ type: 'text', text: 'a' }, { signal: stopped }), 'canceled');
      await session.close();
      await expectError(send({ type: 'text', text: 'a' }), 'browser_failed');
    });
  });
}

/** Tests the input of people on pages of a real browser. */
export function testManualPages({
  site,
  openSession,
}: ManualContext & { readonly site: () => FixtureSite }): void {
  const context = { site, openSession };

  describe('a person who takes over a real page', () => {
    const shared = sharedSession(context);
    it('sees another frame when the page has changed', tagged('extended'), async () => {
      const { session, client, send, click } = await openPerson(context, shared(), '/manual');
      const ended = new AbortController();
      onTestFinished(() => ended.abort());
      const frames = session.screencast?.({ signal: ended.signal })[Symbol.asyncIterator]();
      await frames?.next();
      await click('button "Rename"');
      expect((await client.read()).title).toBe('Renamed');
      // Frames come as the page changes; the one with the new title is among the next.
      for (;;) {
        await send({ type: 'mouse', action: 'move', x: 5, y: 5 });
        const { value } = (await frames?.next()) ?? {};
        if ((value as LiveFrame).title === 'Renamed') break;
      }
    });

    it('reaches fields in frames and shadow roots, and secret fields that look like others', async () => {
      const { client, send, click } = await openPerson(context, shared(), '/manual');
      await client.open(`${site().url}/manual`, /textbox "Inside"/);
      await click('textbox "Inside"');
      expect(await send({ type: 'text', text: 'one' })).toMatchObject({
        description: 'textbox "Inside"',
        isSecret: false,
      });
      await click('textbox "Shadow"');
      expect(await send({ type: 'text', text: 'two' })).toMatchObject({
        description: 'textbox "Shadow"',
        isSecret: false,
      });
      for (const [name, text] of [
        ['Verification code', '493817'],
        ['Shown password', 'tr0ub4dor'],
      ]) {
        await click(`textbox "${name}"`);
        expect(await send({ type: 'text', text: text ?? '' })).toMatchObject({ isSecret: true });
      }
      const view = await client.read();
      expect(view.text).toMatch(/textbox "Inside" =one/);
      expect(view.text).toMatch(/textbox "Shadow" =two/);
      expect(view.text).toMatch(/textbox "Verification code" =set/);
      expect(view.text).not.toMatch(/493817|tr0ub4dor/);
    });

    it('types a password that no view, document or event shows later, also when the page prints it', async () => {
      const { session, client, send, click } = await openPerson(context, shared(), '/manual');
      await click('textbox "Secret"');
      for (const key of 'hunter-22') await send({ type: 'key', action: 'press', key });
      await send({ type: 'key', action: 'press', key: 'Enter' });
      await expect.poll(async () => (await client.read()).title).toBe('Echo');
      const view = await client.read('extract');
      expect(view.text).toContain('Received');
      expect(JSON.stringify([view, await session.page.tabs()])).not.toContain('hunter-22');
      expect(await session.page.html({ signal })).not.toContain('hunter-22');
    });

    it(
      'presses buttons, wheels and chords, and holds a button down for a drag',
      tagged('extended'),
      async () => {
        const { client, send, click } = await openPerson(context, shared(), '/manual');
        await click('textbox "Name"');
        await send({ type: 'text', text: 'Ann' });
        await send({ type: 'key', action: 'press', key: 'Control+a' });
        await send({ type: 'text', text: 'Ben' });
        await send({ type: 'key', action: 'down', key: 'Shift' });
        await send({ type: 'key', action: 'press', key: 'Home' });
        await send({ type: 'key', action: 'up', key: 'Shift' });
        await send({ type: 'key', action: 'press', key: 'Backspace' });
        await send({ type: 'text', text: 'Cem' });
        expect((await client.read()).text).toMatch(/textbox "Name" =Cem/);
        await send({ type: 'wheel', x: 200, y: 200, dx: 0, dy: 300 });
        await expect.poll(async () => (await client.read()).text).toMatch(/scrolled/);
        await send({ type: 'wheel', x: 200, y: 200, dx: 0, dy: -300 });
        await send({ type: 'mouse', action: 'down', x: 20, y: 20, button: 'right' });
        await send({ type: 'mouse', action: 'up', x: 20, y: 20, button: 'right' });
        await expect.poll(async () => (await client.read()).text).toMatch(/menu asked/);
      },
    );

    it('opens an address', tagged('extended'), async () => {
      const { client, send } = await openPerson(context, shared(), '/manual');
      const url = `${site().url}/lists`;
      expect(await send({ type: 'open', url })).toMatchObject({ url });
      expect((await client.read()).url).toBe(url);
    });

    it('goes back and forward in the history, and loads the page again', tagged('extended'), async () => {
      const { client, send } = await openPerson(context, shared(), '/lists');
      await client.open(`${site().url}/manual`);
      const url = async () => (await client.read()).url;
      await send({ type: 'navigate', to: 'back' });
      expect(await url()).toBe(`${site().url}/lists`);
      await send({ type: 'navigate', to: 'forward' });
      await send({ type: 'navigate', to: 'reload' });
      expect(await url()).toBe(`${site().url}/manual`);
    });

    it('leaves no key and no button down, and no older view the newest one', tagged('extended'), async () => {
      const { client, control, send, click } = await openPerson(context, shared(), '/manual');
      const view = await client.read();
      const rename = client.id('button "Rename"');
      await send({ type: 'key', action: 'down', key: 'Shift' });
      await click('button "Swap"');
      await control.release();
      const outcome = await client.session.page.act(
        { action_type: 'click', id: rename },
        { epoch: view.epoch, signal },
      );
      expect(outcome).toMatchObject({ status: 'failed', code: 'stale_target' });
      await client.read();
      await client.act({ action_type: 'input_text', id: client.id('textbox "Name"'), text: 'ann' });
      expect((await client.read()).text).toMatch(/textbox "Name" =ann/);
    });
  });
}
