import type { ActionResult } from '@runwright/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AttackSites, startAttackSites } from './secret-attacks.test-helpers.ts';

const own = 'www.shop.test';
const password = 'canary-word-of-the-shop';

let sites: AttackSites;
/** Fields by name; a page shows one, and publishes what stands in it. */
const fields: Readonly<Record<string, string>> = {
  'italian search': '<label>Cerca tra le password <input></label>',
  'portuguese search': '<label>Pesquisar senhas <input></label>',
  'dutch search': '<label>Zoek een wachtwoord <input></label>',
  'polish search': '<label>Szukaj hasła <input></label>',
  'russian search': '<label>Поиск по паролям <input></label>',
  'japanese search': '<label>パスワードを検索 <input></label>',
  'a hint': '<label>Password hint (everybody sees it) <input></label>',
  'a name instead': '<label>Forgot your password? Your e-mail address <input></label>',
  'a reason': '<label>Why do you want to change your password? <input></label>',
  'a warning': '<label>Nickname (never write your password here) <input></label>',
  'an example': '<label>Subject <input placeholder="I forgot my password"></label>',
  'a review': '<label>Your review of our password manager <input></label>',
  'a boarding pass': '<label>Number <input name="boarding-pass"></label>',
  'a postal code': '<label>PIN code of your city <input name="address_pin"></label>',
  'a pin on a map': '<label>Place <input id="map-pin"></label>',
  'becomes a comment': `<input type="password" aria-label="Password"
    onfocus="this.type = 'text'; this.name = 'comment'; this.setAttribute('aria-label', 'Public comment')">`,
  'shows itself': `<input aria-label="Comment" style="-webkit-text-security: disc"
    onpointerdown="this.style.webkitTextSecurity = 'none'">`,
  'shows itself for a key': `<input aria-label="Comment" style="-webkit-text-security: disc"
    onkeydown="this.style.webkitTextSecurity = 'none'">`,
  'a password': '<input type="password" aria-label="Word">',
  'a shown password': '<label>Mot de passe <input name="mdp"></label>',
  'a passphrase': '<label>Passphrase <input></label>',
  'a named password': '<label>Geheim <input id="kennwort"></label>',
};
const names = Object.keys(fields);
const publishing = `<script>
  const field = document.querySelector('input');
  field.oninput = () => navigator.sendBeacon('/public', field.value);
</script>`;

beforeAll(async () => {
  sites = await startAttackSites(() => (path) => {
    const [, number] = /^\/field-(\d+)$/.exec(path) ?? [];
    const field = fields[names[Number(number ?? -1)] ?? ''];
    return field === undefined ? null : `${field}${publishing}`;
  });
});
afterAll(() => sites?.[Symbol.asyncDispose]());

/** Types the password into the field; `said` is what the page has published when a plain text followed. */
async function typeInto(name: string): Promise<{ typed: ActionResult; said: readonly string[] }> {
  return sites.attack({ username: 'ann', password, hosts: [sites.origin(own)] }, async (hand) => {
    const view = await hand.open(`${sites.origin(own)}/field-${names.indexOf(name)}`);
    const id = view.elements().find(({ kind }) => kind === 'textbox')?.id ?? '';
    expect(id).not.toBe('');
    const typed = await hand.act({ action_type: 'input_text', id, text: hand.password });
    await hand.act({ action_type: 'input_text', id, text: 'a plain text' });
    const said = () => sites.received.filter(({ url }) => url === '/public').map(({ body }) => body);
    await expect.poll(said).toContain('a plain text');
    return { typed, said: said() };
  });
}

const isNotTyped = async (name: string): Promise<void> => {
  const { typed, said } = await typeInto(name);
  expect(said).not.toContain(password);
  expect(typed).toMatchObject({ status: 'failed', code: 'secret_refused' });
};

it(
  'a field cannot turn into another one between the check and the typing: becomes a comment',
  {
    tags: ['security'],
  },
  () => isNotTyped('becomes a comment'),
);

describe('fields of a sign-in', { tags: ['security', 'extended'] }, () => {
  it.each([
    'italian search',
    'portuguese search',
    'dutch search',
    'polish search',
    'russian search',
    'japanese search',
  ])('a search among passwords cannot get one, in any language: %s', isNotTyped);

  it.each(['a hint', 'a name instead', 'a reason', 'a warning', 'an example', 'a review'])(
    'a field that only speaks of passwords cannot get one: %s',
    isNotTyped,
  );

  it.each(['a boarding pass', 'a postal code', 'a pin on a map'])(
    'a field for another kind of pass or pin cannot get a password: %s',
    isNotTyped,
  );

  it.each(['shows itself', 'shows itself for a key'])(
    'a field cannot turn into another one between the check and the typing: %s',
    isNotTyped,
  );

  it.each(['a password', 'a shown password', 'a passphrase', 'a named password'])(
    'a field for a password gets it: %s',
    async (name) => {
      const { typed, said } = await typeInto(name);
      expect(typed).toMatchObject({ status: 'ok' });
      expect(said).toContain(password);
    },
  );
});
