import { expect, it } from 'vitest';
import { createSecrets } from './secrets.ts';

const reveal = (text: string) => text.replaceAll('{{secret.shop.word}}', 'p&ss "word" 1');

it('only texts with a known placeholder are secret', () => {
  const secrets = createSecrets(reveal);
  expect(secrets.reveal('plain {{ other }}', 'https://shop.example')).toEqual({
    text: 'plain {{ other }}',
    isSecret: false,
  });
  expect(secrets.reveal('x{{secret.shop.word}}', 'https://shop.example')).toEqual({
    text: 'xp&ss "word" 1',
    isSecret: true,
  });
});

it('a value is masked as it is and as addresses, forms, JSON, HTML and base64 repeat it', () => {
  const secrets = createSecrets(reveal);
  secrets.reveal('{{secret.shop.word}}', 'https://shop.example');
  const value = 'p&ss "word" 1';
  for (const form of [
    value,
    encodeURIComponent(value),
    new URLSearchParams({ v: value }).toString().slice(2),
    JSON.stringify(value),
    'p&amp;ss &quot;word&quot; 1',
    Buffer.from(value).toString('base64'),
  ]) {
    expect(secrets.mask(`before ${form} after`)).toMatch(/^before "?\[secret\]=*"? after$/);
  }
});

it('every text inside a value is masked and nothing else changes', () => {
  const secrets = createSecrets(() => 'hidden-value');
  secrets.reveal('{{secret}}', 'https://shop.example');
  expect(secrets.maskAll({ a: ['hidden-value', 1, null], b: { c: 'see hidden-value' } })).toEqual({
    a: ['[secret]', 1, null],
    b: { c: 'see [secret]' },
  });
});

it('nothing is masked before something was revealed', () => {
  expect(createSecrets(reveal).mask('p&ss "word" 1')).toBe('p&ss "word" 1');
});

it('a value is masked as views, file names and base64 of longer texts write it', {
  tags: ['security'],
}, () => {
  const secrets = createSecrets(reveal);
  secrets.reveal('{{secret.shop.word}}', 'https://shop.example');
  for (const text of [
    "p&ss 'word' 1",
    'p&ss _word_ 1',
    Buffer.from('ann:p&ss "word" 1').toString('base64'),
    Buffer.from('x:p&ss "word" 1.').toString('base64'),
  ])
    expect(secrets.mask(text)).toContain('[secret]');
});

it('a card number is masked in groups, however it was kept', { tags: ['security'] }, () => {
  const secrets = createSecrets(() => '4111111111111111');
  secrets.reveal('{{secret}}', 'https://shop.example');
  expect(secrets.mask('Card 4111 1111 1111 1111, 4111-1111-1111-1111')).toBe('Card [secret], [secret]');
});

it('a name that the page reader shortened shows no part of a secret', { tags: ['security'] }, () => {
  const key = `sk-${'0123456789abcdef'.repeat(8)}`;
  const secrets = createSecrets(() => key);
  secrets.reveal('{{secret}}', 'https://shop.example');
  const name = `Copy the key ${key}`;
  const shortened = `${name.slice(0, 66)}…${name.slice(-33)}`;
  const view = { text: `button "${shortened}" #a1`, elements: [{ name: shortened }] };
  expect(secrets.maskAll(view, ['https://shop.example'])).toEqual({
    text: 'button "Copy the key [secret]…[secret]" #a1',
    elements: [{ name: 'Copy the key [secret]…[secret]' }],
  });
});

it('a value whose beginning or end was deleted is masked on its page once keys edit fields', {
  tags: ['security'],
}, () => {
  const secrets = createSecrets(() => 'sk-SuperSecret-123');
  secrets.reveal('{{secret}}', 'https://shop.example');
  const left = 'q=sk-SuperSecret-12 q=SuperSecret-123 q=Secret';
  const own = ['https://shop.example'];
  expect(secrets.mask(left, own)).toBe(left);
  secrets.noteEdit();
  secrets.noteEdit();
  expect(secrets.mask(left, own)).toBe('q=[secret] q=[secret] q=Secret');
  // Another page could list parts to see which of them are right.
  for (const from of [undefined, ['https://evil.example']]) expect(secrets.mask(left, from)).toBe(left);
});

it('a page that writes parts beside `…` does not see which of them is right', { tags: ['security'] }, () => {
  const secrets = createSecrets(() => 'ghp_q8Zk2vLm');
  secrets.reveal('{{secret}}', 'https://shop.example');
  for (const from of [undefined, ['https://evil.example']])
    expect(secrets.mask('ghp_a… ghp_q… ghp_q8… ghp_q8Zk2…', from)).toBe('ghp_a… ghp_q… ghp_q8… ghp_q8Zk2…');
  expect(secrets.mask('ghp_q8Zk2…', ['https://shop.example'])).toBe('[secret]…');
  expect(secrets.mask('ghp_q8Zk2vLm', ['https://evil.example'])).toBe('[secret]');
});

it('a code that is typed one character into each field is masked where it stands apart', {
  tags: ['security'],
}, () => {
  const secrets = createSecrets((text) => text.replaceAll('{{secret.code}}', '482913'));
  secrets.reveal('{{secret.code}}', 'https://shop.example');
  const body = 'd1=4&d2=8&d3=2&d4=9&d5=1&d6=3';
  const here = ['https://shop.example'];
  expect(secrets.mask(body, here)).toBe(body);
  secrets.typesApart('482913');
  expect(secrets.mask(body, here)).toBe('d1=*&d2=*&d3=*&d4=*&d5=*&d6=*');
  expect(secrets.maskAll({ a: [body] }, here)).toEqual({ a: ['d1=*&d2=*&d3=*&d4=*&d5=*&d6=*'] });
  expect(secrets.mask(body, ['https://evil.example'])).toBe(body);
});

it('a secret that is typed character by character is masked on its page from half of it on', {
  tags: ['security'],
}, () => {
  const secrets = createSecrets((text) => text.replaceAll('{{secret}}', 'northwind-42'));
  secrets.reveal('{{secret}}', 'https://shop.example');
  secrets.typesApart('northwind-42');
  const own = ['https://shop.example'];
  expect(secrets.mask('a north wind', own)).toBe('a north wind');
  for (const shown of ['northwin', 'northwind-4', 'northwind-42'])
    expect(secrets.mask(`value: ${shown}.`, own)).toBe('value: [secret].');
  expect(secrets.mask('northwin northwind-42')).toBe('northwin [secret]');
});

it('a value that can be guessed is masked in texts of the origins that it was revealed to', {
  tags: ['security'],
}, () => {
  const secrets = createSecrets((text) => text.replaceAll('{{secret.pin}}', '4711'));
  secrets.reveal('{{secret.pin}}', 'https://shop.example');
  const list = '4710 4711 4712';
  expect(secrets.mask(list)).toBe(list);
  expect(secrets.mask(list, ['https://evil.example'])).toBe(list);
  expect(secrets.mask(list, ['https://evil.example', 'https://shop.example'])).toBe('4710 [secret] 4712');
  expect(secrets.mask(list, 'anywhere')).toBe('4710 [secret] 4712');
  expect(secrets.findMask('https://evil.example')).toBeNull();
  expect(secrets.findMask('https://shop.example')?.(list)).toBe('4710 [secret] 4712');
});

it('so are the beginnings of a longer number, which lead to it', { tags: ['security'] }, () => {
  const secrets = createSecrets((text) => text.replaceAll('{{secret.card}}', '4111111111111111'));
  secrets.reveal('{{secret.card}}', 'https://shop.example');
  secrets.typesApart('4111111111111111');
  expect(secrets.mask('4111 41111 4111111')).toBe('4111 41111 4111111');
  expect(secrets.mask('4111 41111 4111111', ['https://shop.example'])).toBe('[secret] [secret] [secret]');
});

it('an origin to which nothing was revealed has no mask beside that of all texts', () => {
  const secrets = createSecrets(reveal);
  secrets.reveal('{{secret.shop.word}}', 'https://shop.example');
  expect(secrets.findMask('https://shop.example')).not.toBeNull();
  expect(secrets.findMask('https://evil.example')).toBeNull();
});

it('numbers that the workflow has listed are masked like the one of them that is a secret', {
  tags: ['security'],
}, () => {
  const secrets = createSecrets((text) => text.replaceAll('{{secret.pin}}', '4711'));
  secrets.reveal('{{secret.pin}}', 'https://shop.example');
  const own = ['https://shop.example'];
  const list = Array.from({ length: 100 }, (_, at) => 4_700 + at);
  secrets.noteWritten({
    action_type: 'goto_url',
    url: `https://shop.example/?list=${list.slice(1).join('.')}`,
  });
  expect(secrets.mask('4710 4711', own)).toBe('4710 [secret]');
  secrets.noteWritten({ action_type: 'input_text', text: `${list[0]}` });
  expect(secrets.mask('4710 4711 1250', own)).toBe('[secret] [secret] [secret]');
  expect(secrets.mask('4710 4711 1250', ['https://evil.example'])).toBe('4710 4711 1250');
});

it('what a person types is masked at its origin alone when it can be guessed, and everywhere else', {
  tags: ['security'],
}, () => {
  const secrets = createSecrets(reveal);
  const [own, other] = [['https://shop.example'], ['https://evil.example']];
  secrets.hold('pin', '4711', 'https://shop.example');
  secrets.hold('password', 'correct hor', 'https://shop.example');
  const isMasked = () => {
    expect(secrets.mask('pin 4711', own)).toBe('pin [secret]');
    for (const from of [undefined, other]) expect(secrets.mask('pin 4711', from)).toBe('pin 4711');
    for (const from of [undefined, own, other])
      expect(secrets.mask('is correct hor', from)).toBe('is [secret]');
  };
  isMasked();
  expect(secrets.findMask('https://shop.example')).not.toBeNull();
  expect(secrets.findMask('https://evil.example')).toBeNull();
  secrets.keepHeld();
  isMasked();
});

it('a site to which a page sends what a person has typed has it too', { tags: ['security'] }, async () => {
  const secrets = createSecrets(reveal);
  secrets.hold('pin', '4711', 'https://shop.example');
  secrets.keepHeld();
  const sender = async () => 'https://shop.example';
  expect(await secrets.findRefusal([Buffer.from('pin=4711')], 'https://pay.example', sender)).toBeNull();
  expect(secrets.mask('pin 4711', ['https://pay.example'])).toBe('pin [secret]');
});

it('parts of a secret can be reported while it is typed character by character, and while a person types', {
  tags: ['security'],
}, () => {
  const secrets = createSecrets(reveal);
  const isNow = () => secrets.isTypedApart(performance.now());
  expect(isNow()).toBe(false);
  const end = secrets.typesApart('northwind-42');
  const during = performance.now();
  expect(isNow()).toBe(true);
  secrets.hold('password', 'n', 'https://shop.example');
  end();
  expect(isNow()).toBe(true);
  secrets.keepHeld();
  expect(secrets.isTypedApart(performance.now() + 1)).toBe(false);
  expect(secrets.isTypedApart(during)).toBe(true);
});
