import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it.each(['npm/10.9.0 node/v22.18.0 linux x64', 'yarn/4.9.1 npm/? node/v22.18.0', ''])(
  'a pack by `%s` is refused before anything is built',
  (userAgent) => {
    const { status, stderr, stdout } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, 'prepack.mjs')],
      {
        cwd: join(import.meta.dirname, '../packages/contract'),
        env: { ...process.env, npm_config_user_agent: userAgent },
        encoding: 'utf8',
      },
    );
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^Cannot pack `@runwright\/contract`: .* Run `npx pnpm@\S+ pack` instead\.\n$/);
  },
);
