import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../crypto/canonical-json.ts';
import { signBody } from '../crypto/sign-body.ts';

/** A body that a receiver gets, with its signature. */
interface Vector {
  readonly name: string;
  readonly key: string;
  /** JSON text of the payload before it is brought into the form that is signed. */
  readonly source: string;
  readonly body: string;
  readonly signature: string;
  /** Whether the `json` module of Python writes the same text from the same values. */
  readonly python_writes_it: boolean;
}

const file = new URL('./signing-vectors.json', import.meta.url);
const vectors: readonly Vector[] = JSON.parse(readFileSync(file, 'utf8'));
/** Numbers as raw JSON, which TypeScript does not know yet. */
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown };

describe.each(vectors)('$name', ({ key, source, body, signature }) => {
  it('is what the service writes and signs', () => {
    const written = canonicalJson(JSON.parse(source));
    expect(written).toBe(body);
    expect(signBody(new TextEncoder().encode(written), key)).toBe(signature);
  });

  it('is what JSON.stringify with integers as raw JSON and Web Crypto come to', async () => {
    const whole = (_name: string, value: unknown) =>
      typeof value === 'number' && value % 1 === 0 ? rawJSON(BigInt(value).toString()) : value;
    const bytes = new TextEncoder().encode(JSON.stringify(JSON.parse(source), whole));
    expect(new TextDecoder().decode(bytes)).toBe(body);
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const secret = await crypto.subtle.importKey('raw', new TextEncoder().encode(key), algorithm, false, [
      'sign',
    ]);
    expect(Buffer.from(await crypto.subtle.sign('HMAC', secret, bytes)).toString('hex')).toBe(signature);
  });

  it('is not signed by a signature of other bytes', () => {
    expect(signBody(new TextEncoder().encode(`${body} `), key)).not.toBe(signature);
    expect(signBody(new TextEncoder().encode(body), `${key}x`)).not.toBe(signature);
  });
});

const python = `
import hashlib, hmac, json, sys

def normalized(value):
    if isinstance(value, float):
        return int(value) if value.is_integer() else value
    if isinstance(value, list):
        return [normalized(item) for item in value]
    if isinstance(value, dict):
        return {key: normalized(item) for key, item in value.items()}
    return value

for vector in json.load(sys.stdin):
    body = vector['body']
    signature = hmac.new(vector['key'].encode('utf-8'), body.encode('utf-8'), hashlib.sha256).hexdigest()
    values = normalized(json.loads(vector['source']))
    written = json.dumps(values, separators=(',', ':'), ensure_ascii=False)
    print(json.dumps({
        'name': vector['name'],
        'signed': hmac.compare_digest(signature, vector['signature']),
        'equal': json.loads(body) == values,
        'python_writes_it': written == body,
    }))
`;
const hasPython = spawnSync('python3', ['--version']).status === 0;

it.skipIf(!hasPython)('Python verifies every vector, and reads in it the values that were signed', () => {
  const { status, stdout, stderr } = spawnSync('python3', ['-X', 'utf8', '-c', python], {
    input: readFileSync(file),
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(
    vectors.map(({ name, python_writes_it }) => ({ name, signed: true, equal: true, python_writes_it })),
  );
});
