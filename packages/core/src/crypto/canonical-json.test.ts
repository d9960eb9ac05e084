import { expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';
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
