import { existsSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';

/** Languages of fences by the extension, or by the whole name, of the file that is shown. */
const languages: Readonly<Record<string, string>> = {
  '.ts': 'ts',
  '.js': 'js',
  '.mjs': 'js',
  '.yaml': 'yaml',
  '.yml': 'yaml',
  '.json': 'json',
  '.sh': 'sh',
  '.html': 'html',
  '.txt': 'text',
  '.conf': 'nginx',
  '.service': 'ini',
  Caddyfile: 'caddyfile',
  Dockerfile: 'dockerfile',
};

/** Line that begins or ends a region, as a comment of any of the languages: `// #region login`, `# #endregion`. */
const regionLine = /^\s*(?:\/\/|#|<!--)\s*#(region|endregion)\b *([\w-]*)/;

/**
 * Returns the Markdown fence with a file, or with one region of it, from a subject such as `examples/verbs.ts` or
 * `examples/recipes.test.ts#login`. The lines that mark regions are not shown, and a region loses its common indent.
 *
 * @param root the folder that the path starts from
 */
export function sampleFence(root: string, subject: string): string {
  const [path = '', region] = subject.split('#');
  const language = languages[extname(path)] ?? languages[basename(path)];
  if (!language)
    throw new Error(
      `Cannot show \`${path}\`: its extension has no language. Use ${Object.keys(languages).join(', ')}.`,
    );
  if (!existsSync(join(root, path)))
    throw new Error(`Cannot show \`${path}\`: no such file. Correct the path in the page.`);
  const text = readFileSync(join(root, path), 'utf8');
  const shown = region === undefined ? withoutRegionLines(text) : regionOf(text, path, region);
  return `\`\`\`${language}\n${shown.trimEnd()}\n\`\`\`\n`;
}

function withoutRegionLines(text: string): string {
  return text
    .split('\n')
    .filter((line) => !regionLine.test(line))
    .join('\n');
}

function regionOf(text: string, path: string, region: string): string {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => regionLine.exec(line)?.[2] === region);
  if (start === -1)
    throw new Error(
      `Cannot show \`${path}#${region}\`: the file has no line \`// #region ${region}\`. Add it.`,
    );
  let depth = 1;
  const length = lines.slice(start + 1).findIndex((line) => {
    const kind = regionLine.exec(line)?.[1];
    if (kind === 'region') depth += 1;
    if (kind === 'endregion') depth -= 1;
    return depth === 0;
  });
  if (length === -1)
    throw new Error(
      `Cannot show \`${path}#${region}\`: the region has no end. Add a line \`// #endregion\`.`,
    );
  const inside = lines.slice(start + 1, start + 1 + length).filter((line) => !regionLine.test(line));
  const indents = inside.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const indent = Math.min(...indents, Number.MAX_SAFE_INTEGER);
  return inside.map((line) => line.slice(indent)).join('\n');
}
