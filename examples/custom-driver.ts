/** A driver of one's own: a source of secrets that asks an HTTP service, and a workflow that uses one of its secrets. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { RunwrightError, Secret, type SecretSource } from '@runwright/contract';
import { createEngine, egressPolicy } from '@runwright/core';

interface HttpSecretsOptions {
  readonly address: string;
  readonly token: Secret;
  readonly fetch: typeof globalThis.fetch;
}

export function httpSecrets({ address, token, fetch }: HttpSecretsOptions): SecretSource {
  return {
    specVersion: 'v1',
    async resolve(reference, { signal }) {
      const response = await fetch(new URL(encodeURIComponent(reference), address), {
        headers: { authorization: `Bearer ${token.reveal()}` },
        signal,
      });
      if (response.status === 404) return null;
      if (response.ok) return new Secret(await response.text());
      throw new RunwrightError(
        'secret_unavailable',
        `Cannot read the secret \`${reference}\`: the service answered ${response.status}. Check its token.`,
      );
    },
  };
}

const server = createServer(({ url, headers }, response) => {
  const isVault = url === '/shop-password' && headers.authorization === 'Bearer t1';
  response.statusCode = isVault || headers['x-password'] === 'brass' ? 200 : 401;
  response.end(isVault ? 'brass' : '"welcome"');
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

const secrets = [httpSecrets({ address: `http://${host}/`, token: new Secret('t1'), fetch })];
const engine = await createEngine({ drivers: { secrets, egress: egressPolicy({ allowedHosts: [host] }) } });
await engine.start();
const { organizationId } = await engine.organizations.first();
const { workflowPermanentId } = await engine.workflows.create(organizationId, {
  workflow_definition: {
    parameters: [{ parameter_type: 'aws_secret', key: 'password', aws_key: 'shop-password' }],
    blocks: [
      {
        block_type: 'http_request',
        label: 'sign_in',
        url: `http://${host}/`,
        headers: { 'x-password': '{{ password }}' },
      },
    ],
  },
});
const run = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
const { status, output } = await engine.runs.finished(organizationId, run.runId);
console.log(status, output);
await engine.close();
server.close();
