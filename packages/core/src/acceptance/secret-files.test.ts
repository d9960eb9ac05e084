import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { egressPolicy } from '../network/egress.ts';
import { closeEngines, parametersEngine, wanted } from './acceptance-parameters.test-helpers.ts';

const servers: Disposable[] = [];
afterEach(async () => {
  await closeEngines();
  for (const server of servers.splice(0)) server[Symbol.dispose]();
});

it.each([
  ['repeats', 'failed', '{"you_sent":"BODY"}'],
  ['does not repeat', 'completed', '{"report":"of ann"}'],
])(
  'an answer that %s the password that it was asked with is a file of the run that has %s',
  {
    tags: ['security'],
  },
  async (_what, status, answer) => {
    const server = createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      response.end(answer.replace('BODY', body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    servers.push({ [Symbol.dispose]: () => server.close().closeAllConnections() });
    const { engine, organizationId, run } = await parametersEngine(undefined, {
      egress: egressPolicy({ allowedHosts: ['127.0.0.1'] }),
    });
    const { credential_id } = await engine.credentials.create(organizationId, {
      name: 'Shop',
      credential_type: 'password',
      credential: { username: 'ann', password: 'correct horse battery' },
      allowed_hosts: ['http://127.0.0.1'],
    });
    const block = {
      ...{ block_type: 'http_request', label: 'a', method: 'POST', save_response_as_file: true },
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      body: '{{ login.password }}',
    };
    const parameters = [wanted('login', 'credential_id')];
    const ended = await run({ parameters, blocks: [block] }, { login: credential_id });
    expect(ended.status).toBe(status);
    const { downloaded_files: files = [] } = Object(
      (ended.output as Record<string, unknown> | null)?.a_output,
    );
    expect(files).toHaveLength(status === 'completed' ? 1 : 0);
    if (status === 'failed')
      expect(ended.failureReason).toContain('The file holds the value of the secret `login`');
  },
);
