import { expect, it } from 'vitest';
import { browserEnvironment } from './browser-environment.ts';

it('a browser gets the variables of its display and no keys of its host', () => {
  const host = {
    PATH: '/opt/bin',
    DISPLAY: ':1',
    LC_ALL: 'de_DE.UTF-8',
    TMPDIR: '/var/tmp',
    SERVICE_API_KEY: 'k',
  };
  expect(browserEnvironment(host, '/t')).toEqual({
    ...{ PATH: '/opt/bin', HOME: '/t', LANG: 'C.UTF-8', DISPLAY: ':1', LC_ALL: 'de_DE.UTF-8' },
    ...{ TMPDIR: '/t', TEMP: '/t', TMP: '/t' },
  });
});
