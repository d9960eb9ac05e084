import { expect, it } from 'vitest';
import { canonicalJson, limitLongNumbers } from './canonical-json.ts';
import { signBody } from './sign-body.ts';

it('the published test vector comes out to the byte, with its signature', () => {
  const body = canonicalJson({
    run_id: 'tsk_1',
    status: 'completed',
    output: { price: 3.0, ratio: 0.5, name: 'Zoë', big: 1e21 },
    failure_reason: null,
  });
  expect(body).toBe(
    '{"run_id":"tsk_1","status":"completed","output":{"price":3,"ratio":0.5,"name":"Zoë","big":1000000000000000000000},"failure_reason":null}',
  );
  const bytes = new TextEncoder().encode(body);
  expect(bytes.length).toBe(137);
  expect(signBody(bytes, 'rw_test_0123456789abcdef')).toBe(
    '212d9b31359384b85150942d52e8f65bcef65eddd7136bc52ed5c34b778cd65a',
  );
});

it('numbers are whole at every depth and minus zero is zero', () => {
  expect(canonicalJson([-0, [1e22, { a: -5.0 }], 1.5, 1e-7])).toBe(
    '[0,[10000000000000000000000,{"a":-5}],1.5,1e-7]',
  );
});

it('members keep their order and text is escaped as JSON', () => {
  expect(canonicalJson({ b: 'a"\n', a: [true, false, null], empty: {} })).toBe(
    '{"b":"a\\"\\n","a":[true,false,null],"empty":{}}',
  );
});

it('a value with very many numbers of hundreds of digits is left out', { tags: ['security'] }, () => {
  const within = { rows: Array(20_000).fill(1e308), ids: Array(100_000).fill(1) };
  expect(limitLongNumbers(within)).toBe(within);
  expect(limitLongNumbers([within, -1e21])).toMatchObject({
    output_omitted: true,
    reason: 'The output has more than 20,000 numbers of more than 21 digits. Read the run itself.',
  });
});
