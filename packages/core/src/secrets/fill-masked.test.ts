import { Secret } from '@runwright/contract';
import { expect, it } from 'vitest';
import { createRunSecrets } from './run-secrets.ts';

it('placeholders of the run are filled with the mask, others stay, and data without any is null', () => {
  const secrets = createRunSecrets();
  const word = secrets.add('word', new Secret('hunter2-hunter2'));
  const foreign = createRunSecrets().add('word', new Secret('hunter2-hunter2'));
  expect(secrets.fillMasked({ actions: [{ text: `a ${word} b` }], note: 'none' })).toEqual({
    actions: [{ text: 'a ***** b' }],
    note: 'none',
  });
  expect(secrets.fillMasked({ text: `${word} ${foreign}` })).toEqual({ text: `***** ${foreign}` });
  expect(secrets.fillMasked({ text: foreign })).toBeNull();
  expect(secrets.fillMasked({ text: 'plain', list: [1, null] })).toBeNull();
});
