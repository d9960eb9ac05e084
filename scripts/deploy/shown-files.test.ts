import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { deployFiles, readDeployFile } from './deploy-files.test-helpers.ts';

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

it('pages of the documentation link every file of deploy', () => {
  const docs = join(root, 'docs');
  const text = ['deploying.md', ...readdirSync(guides).map((name) => `guides/${name}`)]
    .map((name) => readFileSync(join(docs, name), 'utf8'))
    .join('\n');
  expect(deployFiles().filter((file) => !text.includes(`/deploy/${file})`))).toEqual([]);
});

it('deploy names settings that exist', () => {
  const settings = readFileSync(join(root, 'docs/settings.md'), 'utf8');
  const named = deployFiles().flatMap((file) => {
    const found = readDeployFile(file).match(/\b(?:RUNWRIGHT|OPENAI|ANTHROPIC|OTEL)_[A-Z_]+\b/g) ?? [];
    return found.map((name) => ({ file, name }));
  });
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ name }) => !settings.includes(`\`${name}\``))).toEqual([]);
});
