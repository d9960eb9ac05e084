import { expect, it } from 'vitest';
import { playwrightDriver } from './driver.ts';

it('a driver without a folder says what to pass', () => {
  for (const options of [undefined, {}, { stateFolder: '' }])
    expect(() => playwrightDriver(options as never)).toThrow(/`stateFolder` is missing\. Pass the path/);
});

it.each(['--remote-debugging-port=9222', '-remote-debugging-port', '--remote-debugging-address=0.0.0.0'])(
  'a driver opens no browser with the switch %s, whose port everybody on the machine could use',
  { tags: ['security'] },
  (flag) => {
    expect(() => playwrightDriver({ stateFolder: '/state', args: ['--lang=de', flag] })).toThrow(
      `Cannot start browsers with \`${flag}\``,
    );
  },
);
