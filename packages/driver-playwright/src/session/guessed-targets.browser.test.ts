import type { BrowserSession, RecordedTarget } from '@runwright/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { twoSites } from './two-sites.test-helpers.ts';

const token = 'fade-bead-cafe';
const { signal } = new AbortController();
const sites = twoSites({
  secrets: { '{{secret.shop.token.1}}': token },
  pages: () => ({
    '/token': `<input aria-label="Token"><main></main><script>
      document.querySelector('input').onchange = ({ target: { value } }) => {
        document.querySelector('main').innerHTML = '<table><tr><td>Token ' + value + '</td><td><button>Open</button></td></tr>' +
          '<tr><td>Another</td><td><button>Open</button></td></tr></table><button id="use">Use ' + value + '</button>';
        document.querySelector('#use').name = value;
      };
    </script>`,
  }),
});

describe('a program cannot read a token that its site shows by trying which target is there', () => {
  let session: BrowserSession;
  beforeAll(async () => {
    session = await sites.open();
    const act = (action: Parameters<BrowserSession['page']['act']>[0], epoch: number) =>
      session.page.act(action, { epoch, signal });
    await act({ action_type: 'goto_url', url: `${sites.own}/token` }, 0);
    const { epoch, elements } = await session.page.read({ mode: 'action', signal });
    const id = elements().find(({ name }) => name === 'Token')?.id ?? '';
    expect(
      await act({ action_type: 'input_text', id, text: '{{secret.shop.token.1}}' }, epoch),
    ).toMatchObject({
      status: 'ok',
    });
    await act({ action_type: 'keypress', keys: ['Tab'] }, epoch);
    expect((await session.page.read({ mode: 'action', signal })).text).toContain('Use [secret]');
  });

  const find = async (given: Partial<RecordedTarget>) => {
    const target = { kind: 'button', name: 'Use', fingerprint: null, selectors: [], ...given };
    return (await session.page.findSimilar?.(target, { signal })) ?? [];
  };

  it.each(['fade', 'bead', token])('by the text %s in its row', { tags: ['security'] }, async (guess) => {
    expect(await find({ row: [guess] })).toEqual([]);
    expect(await find({ row: ['Another'] })).toHaveLength(1);
  });

  it('by its name, which is found as it is masked', { tags: ['security'] }, async () => {
    const wrong = await find({ name: 'Use another' });
    expect(await find({ name: `Use ${token}` })).toEqual(wrong);
    const [best] = await find({ name: 'Use [secret]' });
    expect(best?.score).toBeGreaterThan(wrong[0]?.score ?? 1);
  });

  it.each([
    `button[name="${token}"]`,
    'button[name="fade\\2d bead\\2d cafe"]',
    'button[name^="fade"]',
    '//button[contains(@name, "bead")]',
    `role=button[name="Use ${token}"]`,
  ])('by the selector %s', { tags: ['security'] }, async (selector) => {
    const found = (await find({ selectors: [selector, '#use', 'role=button[name="Use [secret]"]'] })).flatMap(
      ({ selectors }) => selectors,
    );
    expect(found).toEqual([1, 2]);
  });
});
