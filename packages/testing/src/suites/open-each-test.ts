import { afterEach, beforeEach } from 'vitest';

/** Opens a fresh driver before each test of the surrounding block and closes it afterwards. */
export function openEachTest<Driver extends { close(): Promise<void> }>(
  open: () => Promise<Driver>,
): () => Driver {
  let driver: Driver | null = null;
  beforeEach(async () => {
    driver = await open();
  });
  afterEach(async () => {
    await driver?.close();
    driver = null;
  });
  return () => {
    if (!driver) throw new Error('The driver is there only while a test runs.');
    return driver;
  };
}
