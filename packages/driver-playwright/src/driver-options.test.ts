import { expect, it } from 'vitest';
import { playwrightDriver } from './driver.ts';

it('a driver without a folder says what to pass', () => {
  for (const options of [undefined, {}, { stateFolder: '' }])
    expect(() => playwrightDriver(options as never)).toThrow(/`stateFolder` is missing\. Pass the path/);
});
