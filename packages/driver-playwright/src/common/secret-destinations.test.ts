import { describe, expect, it } from 'vitest';
import { createSecretDestinations } from './secret-destinations.ts';

const [own, evil] = ['https://shop.example', 'https://evil.example'];
const refusal = '`shop` may not go there.';

/** Returns a function that tells whether bytes with a value are refused on their way from an origin to another site. */
function refusedWith(value: string) {
  const destinations = createSecretDestinations({
    reveal: () => value,
    destinationRule: () => (origin) => (origin === own ? null : refusal),
  });
  destinations.note('{{secret}}', value, own);
  return async (sent: string | Buffer, sender: string | null = own): Promise<boolean> => {
    const bytes = [Buffer.from('GET'), typeof sent === 'string' ? Buffer.from(sent, 'latin1') : sent];
    const findSender = async () => sender;
    expect(await destinations.findRefusal(bytes, own, findSender)).toBeNull();
    return (await destinations.findRefusal(bytes, evil, findSender)) === refusal;
  };
}

describe('a request that carries a secret to another site is refused', { tags: ['security'] }, () => {
  it('one from another page with a value that can be guessed is not, because it tries them all', async () => {
    const isRefused = refusedWith('4711');
    expect(await isRefused('/try?number=4711', own)).toBe(true);
    expect(await isRefused('/try?number=4711', evil)).toBe(false);
    expect(await isRefused('/try?number=4711', null)).toBe(false);
    expect(await refusedWith('correct horse')('w=correct+horse', evil)).toBe(true);
  });

  it('one with the beginning of a value beside the mark of a shortened text is not', async () => {
    expect(await refusedWith('ghp_q8Zk2vLm')(Buffer.from('/try?ghp_q8Zk…'))).toBe(false);
  });

  it.each([
    ['ISO-8859-1 in parts', 'Grün-Haus-4711', '--x\r\n\r\nGr\xfcn-Haus-4711\r\n'],
    ['windows-1252', 'Haus€Garten-4711', 'w=Haus%80Garten-4711'],
    ['windows-1251', 'Ключ-4711', 'w=%CA%EB%FE%F7-4711'],
    ['windows-1251 whose bytes are letters of UTF-8', 'Р°-4711-word', 'w=%D0%B0-4711-word'],
    ['windows-1252 with blanks', 'Grün Haus 4711', 'w=Gr%FCn+Haus+4711'],
    ['koi8-r', 'Ключ-4711', 'w=%EB%CC%C0%DE-4711'],
    [
      'a charset that lacks the letters',
      'Ключ-4711',
      'w=%26%231050%3B%26%231083%3B%26%231102%3B%26%231095%3B-4711',
    ],
    ['a charset that lacks some of the letters', 'Grün€Ключ', 'Gr\xfcn\x80&#1050;&#1083;&#1102;&#1095;'],
    ['Shift_JIS', '漢字-word', 'w=%8A%BF%8E%9A-word'],
    ['EUC-JP', '漢字-word', '\xb4\xc1\xbb\xfa-word'],
    ['ISO-2022-JP', '漢字-word', '\x1b$B4A;z\x1b(B-word'],
    ['GB18030', 'niño-漢字', 'w=ni%810%8A9o-%9Dh%D7%D6'],
    ['Big5', '漢字-word', '\xba~\xa6r-word'],
    ['EUC-KR', '비밀-word', '\xba\xf1\xb9\xd0-word'],
    ['EUC-JP with an entity', 'Grün漢', 'Gr&#252;n\xb4\xc1'],
    ['Big5 with an entity', '漢À-word', '\xba~&#192;-word'],
    ['JSON in a form', 'Grün-Haus-4711', 'q=%7B%22w%22%3A%22Gr%5Cu00fcn-Haus-4711%22%7D'],
  ])('in %s', async (_title, value, sent) => {
    expect(await refusedWith(value)(sent)).toBe(true);
  });

  it('with a code in a field for each character, also with a hidden field among them', async () => {
    const isRefused = refusedWith('482913');
    expect(await isRefused('d1=4&d2=8&d3=2&d4=9&d5=1&d6=3')).toBe(true);
    expect(await isRefused('d1=4&d2=8&d3=2&part=2&d4=9&d5=1&d6=3')).toBe(true);
    expect(await isRefused('d1=4&d2=8&d3=2&a=0&b=0&c=0&d4=9&d5=1&d6=3')).toBe(false);
    expect(await isRefused('d1=4&d2=8&d3=2&part=2&d4=9&d5=1&d6=4')).toBe(false);
  });

  it('with a long value wherever the searched slices of a body meet', async () => {
    const keys = Array.from({ length: 9_000 }, (_, at) => ((at * at * 7919) % 36).toString(36)).join('');
    const isRefused = refusedWith(keys);
    for (const meetsAt of [248, 256, 512])
      expect(await isRefused(`${'-'.repeat(meetsAt * 1024 - 300)}${keys}${'-'.repeat(9_000)}`)).toBe(true);
  });
});

it('a site to which another one sends a secret that both may have is known to have it', {
  tags: ['security'],
}, async () => {
  const arrivals: string[][] = [];
  const other = 'https://pay.example';
  const destinations = createSecretDestinations({
    reveal: () => '4711',
    destinationRule: () => (origin) => (origin === evil ? refusal : null),
    onArrival: (...arrival) => arrivals.push(arrival),
  });
  destinations.note('{{secret}}', '4711', own);
  const send = (text: string, origin: string, sender: string) =>
    destinations.findRefusal([Buffer.from(text)], origin, async () => sender);
  expect(await send('pin=4711', other, evil)).toBeNull();
  expect(await send('pin=4712', other, own)).toBeNull();
  expect(arrivals).toEqual([]);
  expect(await send('pin=4711', evil, other)).toBeNull();
  expect(await send('pin=4711', other, own)).toBeNull();
  expect(arrivals).toEqual([['4711', other]]);
  expect(await send('pin=4711', evil, other)).toBe(refusal);
});

it('every secret may go to an origin that all rules allow', { tags: ['security'] }, () => {
  const destinations = createSecretDestinations({
    reveal: () => 'correct horse',
    destinationRule: () => (origin) => (origin === own ? null : refusal),
  });
  expect(destinations.mayReceiveAll(evil)).toBe(true);
  destinations.note('{{secret}}', 'correct horse', own);
  expect([own, evil].map(destinations.mayReceiveAll)).toEqual([true, false]);
});
