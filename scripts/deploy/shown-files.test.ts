import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const guides = join(root, 'docs/guides');

/** Files of `deploy` that guides show between `<!-- deploy: <file> -->` and `<!-- end -->`, with what they show. */
const shown = ['docker.md', 'reverse-proxy.md', 'systemd.md']
  .flatMap((name) => [
    ...readFileSync(join(guides, name), 'utf8').matchAll(
      /<!-- deploy: (\S+) -->\n\n```\w+\n([\s\S]*?)```\n\n<!-- end -->/g,
    ),
  ])
  .map(([, file = '', text = '']) => ({ file, text }));

it.each(shown)('the guides show deploy/$file as it is', ({ file, text }) => {
  expect(text).toBe(readFileSync(join(root, 'deploy', file), 'utf8'));
});

it('the guides show every file of deploy', () => {
  const files = readdirSync(join(root, 'deploy'));
  const text = readdirSync(guides).map((name) => readFileSync(join(guides, name), 'utf8'));
  const missing = files.filter((file) => !text.some((page) => page.includes(`/deploy/${file})`)));
  expect(missing).toEqual([]);
});

it('the file of settings names settings that exist', () => {
  const names = readFileSync(join(root, 'deploy/environment'), 'utf8').match(/^[A-Z_]+(?==)/gm) ?? [];
  const settings = readFileSync(join(root, 'docs/settings.md'), 'utf8');
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !settings.includes(`\`${name}\``))).toEqual([]);
});
