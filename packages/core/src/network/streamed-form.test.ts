import type { OpenedFile } from '@runwright/contract';
import { expect, it } from 'vitest';
import { encodeForm } from './streamed-form.ts';

const file = (name: string, content: string): OpenedFile => ({
  name,
  contentType: 'text/csv',
  size: content.length,
  async *read() {
    yield new TextEncoder().encode(content);
  },
});

it('a form has the fields and files that `FormData` would send, and announces its size', async () => {
  const form = encodeForm({
    fields: [
      ['plain', 'ä'],
      ['quo"ted\n', 'line\nbreak'],
    ],
    files: [['f', file('re"port\r\n.csv', 'a,b')]],
  });
  const parts: Uint8Array[] = [];
  for await (const part of form.read()) parts.push(part);
  const body = Buffer.concat(parts);
  expect(body.length).toBe(form.size);
  const read = await new Response(body, { headers: { 'content-type': form.contentType } }).formData();
  const expected = new FormData();
  expected.append('plain', 'ä');
  expected.append('quo"ted\n', 'line\nbreak');
  expected.append('f', new Blob(['a,b'], { type: 'text/csv' }), 're"port\r\n.csv');
  const same = await new Response(expected).formData();
  const fieldsOf = async (data: FormData) =>
    Promise.all(
      [...data].map(async ([name, value]) =>
        typeof value === 'string' ? [name, value] : [name, value.name, value.type, await value.text()],
      ),
    );
  expect(await fieldsOf(read)).toEqual(await fieldsOf(same));
});
