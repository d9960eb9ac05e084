import { expect, it } from 'vitest';
import { twoSites } from './two-sites.test-helpers.ts';

const pin = '4711';
const { signal } = new AbortController();
const received: string[] = [];
const sites = twoSites({
  secrets: { '{{secret.shop.pin.1}}': pin },
  answer({ request }) {
    received.push(request.url ?? '');
    return false;
  },
  pages: ({ own }) => ({
    '/sign-in': `<input aria-label="PIN">`,
    '/fetching': `<script>
      for (let number = 4700; number < 4800; number += 1) fetch('${own}/try?fetch=' + number, { mode: 'no-cors' });
    </script>`,
    '/framing': `<iframe></iframe><script>
      const frame = document.querySelector('iframe');
      let number = 4700;
      frame.onload = () => { if (number < 4800) frame.src = '${own}/try?frame=' + number; number += 1; };
      frame.src = '${own}/try?frame=4699';
    </script>`,
  }),
});

it.each(['fetch', 'frame'])(
  'a page of another site cannot read a PIN from the record of the numbers that it sends to its site: %s',
  {
    tags: ['security', 'extended'],
  },
  async (way) => {
    const session = await sites.open({ record: { har: true } });
    const goTo = (url: string) => session.page.act({ action_type: 'goto_url', url }, { epoch: 0, signal });
    await goTo(`${sites.own}/sign-in`);
    const view = await session.page.read({ mode: 'action', signal });
    const id = view.elements().find(({ name }) => name === 'PIN')?.id ?? '';
    const typed = { action_type: 'input_text', id, text: '{{secret.shop.pin.1}}' } as const;
    expect(await session.page.act(typed, { epoch: view.epoch, signal })).toMatchObject({ status: 'ok' });
    await goTo(`${sites.foreign}/${way === 'fetch' ? 'fetching' : 'framing'}`);
    await expect
      .poll(() => received.filter((url) => url.startsWith(`/try?${way}=`)).length)
      .toBeGreaterThan(99);
    await session.close();
    const recordings = await session.recordings?.();
    const har = String(recordings?.find(({ type }) => type === 'har')?.content);
    // The last ones may be on their way.
    const numbers = Array.from({ length: 90 }, (_, at) => String(4_700 + at));
    expect(har).toContain(`/try?${way}=`);
    expect(numbers.filter((number) => !har.includes(`/try?${way}=${number}`))).not.toEqual([pin]);
  },
);
