// Start it with: KEY=rw_... node webhook-receiver.ts
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { KEY = '', PORT = '8125' } = process.env;

const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray());
  const expected = createHmac('sha256', KEY).update(body).digest();
  const received = Buffer.from(String(request.headers['x-service-signature']), 'hex');
  const isValid = received.length === expected.length && timingSafeEqual(received, expected);
  if (isValid) {
    const { run_id: runId, status } = JSON.parse(body.toString());
    console.log(runId, status);
  }
  response.writeHead(isValid ? 204 : 401).end();
});
server.listen(Number(PORT), '127.0.0.1', () => console.log('listening', server.address()));
