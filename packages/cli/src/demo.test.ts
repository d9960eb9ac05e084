import { expect, it } from 'vitest';
import { demoPort } from './demo.ts';

it('the demo site is on the port after that of the service, and on any port beside a service that takes any', () => {
  expect(demoPort(8000)).toBe(8001);
  expect(demoPort(0)).toBe(0);
});
