import { expect, it } from 'vitest';
import { addressProblem } from './address.ts';
import { isBlockedPort } from './blocked-ports.ts';

const ports = Array.from({ length: 65_536 }, (_, port) => String(port)).filter(isBlockedPort);

it('a port is blocked as `fetch` blocks it', async () => {
  expect(ports.length).toBeGreaterThan(80);
  for (const port of ports) {
    // It answers before it connects to anything.
    const cause = await fetch(`https://127.0.0.1:${port}/`).catch((error: Error) => error.cause);
    expect([port, cause]).toMatchObject([port, { message: 'bad port' }]);
  }
});

it.each(['https://shop.test:6000/', 'http://shop.test:6667', 'shop.test:10080/hook', 'http://[::1]:25/'])(
  'the address %s is refused with its port and a remedy',
  (address) => {
    expect(addressProblem(address)).toMatch(
      /^browsers and fetch send no requests to the port \d+; serve the address at another one$/,
    );
  },
);

it.each(['https://shop.test', 'http://shop.test:80/', 'https://shop.test:8443/', 'shop.test:3000'])(
  'the address %s is accepted',
  (address) => expect(addressProblem(address)).toBeNull(),
);

it('what is no address is refused for what it is', () => {
  expect(addressProblem('ftp://shop.test:21/')).toContain('the scheme `ftp` is not allowed');
});
