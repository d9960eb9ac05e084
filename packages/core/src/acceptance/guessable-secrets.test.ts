import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { egressPolicy } from '../network/egress.ts';
import { closeEngines, output, parametersEngine, wanted } from './acceptance-parameters.test-helpers.ts';

const servers: Disposable[] = [];
afterEach(async () => {
  await closeEngines();
  for (const server of servers.splice(0)) server[Symbol.dispose]();
});

/** A server that repeats the body of each request, which has to be JSON. */
async function echoServer(): Promise<string> {
  const server = createServer(async (request, response) => {
    const sent = Buffer.concat(await request.toArray()).toString();
    response.setHeader('content-type', 'application/json').end(`{"sent":${sent},"size":${sent.length}}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push({ [Symbol.dispose]: () => server.close().closeAllConnections() });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const card = {
  name: 'Card',
  credential_type: 'credit_card',
  credential: {
    card_number: '4111111111111111',
    card_cvv: '047',
    card_exp_month: '12',
    card_exp_year: '2030',
    card_brand: 'visa',
    card_holder_name: 'Ann Example',
  },
};
const parameters = [wanted('card', 'credential_id')];

describe('the code of a card', { tags: ['security'] }, () => {
  const start = async (block: object) => {
    const { engine, organizationId, run } = await parametersEngine(undefined, {
      egress: egressPolicy({ allowedHosts: ['127.0.0.1'] }),
    });
    const { credential_id } = await engine.credentials.create(organizationId, {
      ...card,
      allowed_hosts: ['http://127.0.0.1'],
    });
    return run({ parameters, blocks: [{ label: 'a', ...block }] }, { card: credential_id });
  };
  const every = Array.from({ length: 1000 }, (_, code) => String(code).padStart(3, '0'));

  it('cannot be read by a program that returns all codes', async () => {
    const code = `return Array.from({ length: 1000 }, (_, code) => String(code).padStart(3, '0'))`;
    const run = await start({ block_type: 'code', code, parameter_keys: ['card'] });
    expect(output(run)).toEqual(every);
  });

  it('cannot be read by a template that writes all codes', async () => {
    const text = '{% for code in range(1000) %}{{ "%03d" | format(code) }} {% endfor %}';
    const run = await start({ block_type: 'act', text, parameter_keys: ['card'] });
    expect(output(run)).toBe(`${every.join(' ')} `);
  });

  it('is masked in what a server answers to a request that holds it', async () => {
    const url = await echoServer();
    const body = { cvv: '{{ card.card_cvv }}', amount: '129' };
    const run = await start({ block_type: 'http_request', method: 'POST', url, body });
    expect(run.failureReason).toBeNull();
    expect(output(run)).toMatchObject({ response_body: { sent: { cvv: '*****', amount: '129' } } });
  });

  it('is masked in what a program gets for a request that holds it', async () => {
    const url = await echoServer();
    const code = `
      const body = JSON.stringify({ cvv: card.card_cvv, amount: '129' });
      const response = await fetch('${url}', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
      return { answer: await response.json(), own: ['047', '048'] };`;
    const run = await start({ block_type: 'code', code, parameter_keys: ['card'] });
    expect(run.failureReason).toBeNull();
    expect(output(run)).toMatchObject({
      answer: { sent: { cvv: '*****', amount: '129' } },
      own: ['047', '048'],
    });
  });

  it('cannot be read by a program that has sent it, from what it writes itself or another server lists', async () => {
    const [url, other] = [await echoServer(), await echoServer()];
    const code = `
      const all = Array.from({ length: 1000 }, (_, code) => String(code).padStart(3, '0'));
      const headers = { 'content-type': 'application/json' };
      await fetch('${url}', { method: 'POST', body: JSON.stringify({ cvv: card.card_cvv }), headers });
      const listed = await (await fetch('${other}', { method: 'POST', body: JSON.stringify(all), headers })).json();
      return { written: all, listed: listed.sent };`;
    const run = await start({ block_type: 'code', code, parameter_keys: ['card'] });
    expect(run.failureReason).toBeNull();
    expect(output(run)).toEqual({ written: every, listed: every });
    const failing = await start({
      ...{ block_type: 'code', parameter_keys: ['card'] },
      code: `await fetch('${url}', { method: 'POST', body: card.card_cvv });
        fail('047');`,
    });
    expect(failing.failureReason).toContain('047');
  });

  it.each([
    ['http_request', { body: { cvv: '{{ card.card_cvv }}', guesses: every } }],
    [
      'code',
      {
        code: `const body = JSON.stringify({ cvv: card.card_cvv, guesses: ${JSON.stringify(every)} });
          const response = await fetch('URL', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
          return { response_body: await response.json() };`,
        parameter_keys: ['card'],
      },
    ],
  ])('cannot be read from an answer that repeats all codes beside it, by %s', async (type, members) => {
    const url = await echoServer();
    const json = JSON.stringify({
      block_type: type,
      ...(type === 'code' ? {} : { url, method: 'POST' }),
      ...members,
    });
    const run = await start(JSON.parse(json.replaceAll('URL', url)));
    expect(run.failureReason).toBeNull();
    expect(output(run)).toMatchObject({
      response_body: { sent: { cvv: '*****', guesses: every.map(() => '*****') } },
    });
  });
});
