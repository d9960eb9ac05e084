import { buffer } from 'node:stream/consumers';
import { type FileDraft, Secret } from '@runwright/contract';
import { expect, it } from 'vitest';
import { refuseInFile } from './refuse-in-file.ts';
import { createRunSecrets } from './run-secrets.ts';

const password = 'correct horse Grün';

/** Saves parts of a file after a login was sent; resolves with what was saved. */
function save(parts: readonly (string | Buffer)[], hosts = ['shop.example']): Promise<Buffer> {
  const runSecrets = createRunSecrets();
  const values = { username: new Secret('ann@shop.example'), password: new Secret(password) };
  const login = runSecrets.add('login', values, { hosts, isCard: false });
  const token = runSecrets.add('token', new Secret('token-93-kestrel'), { hosts, isCard: false });
  const sent = runSecrets.findPlaceholders([...Object.values(login), token]);
  const content = (async function* () {
    for (const part of parts) yield Buffer.from(part);
  })();
  const draft: FileDraft = { name: 'answer.json', content };
  return buffer(refuseInFile(draft, sent).content as AsyncIterable<Uint8Array>);
}

it.each([
  ['in one part', [`you sent ${password}.`]],
  ['in two parts', [`${'x'.repeat(70_000)}you sent correct ho`, `rse Grün${'x'.repeat(70_000)}`]],
  ['in base64', [Buffer.from(`ann:${password}`).toString('base64')]],
  ['percent-encoded', [encodeURIComponent(password)]],
  ['in UTF-16', [Buffer.from(`\ufeffyou sent ${password}.`, 'utf16le')]],
])('a file that repeats a password is not saved: %s', { tags: ['security'] }, async (_how, parts) => {
  await expect(save(parts)).rejects.toThrow('The file holds the value of the secret `login`');
});

it('a file that repeats a secret of one value is not saved', { tags: ['security'] }, async () => {
  await expect(save(['the token-93-kestrel'])).rejects.toThrow('the secret `token`');
});

it('a file with other texts is saved as it is, also with the name of a user', async () => {
  const text = 'report for ann@shop.example: correct horse grün';
  expect(String(await save([text.slice(0, 10), text.slice(10)]))).toBe(text);
});

it('a file with a secret that may go anywhere is saved', async () => {
  expect(String(await save([password], []))).toBe(password);
});
