import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Writes a program that starts a real browser and rewrites each command of the debug protocol on its way there, so that
 * the browser lacks something on purpose.
 *
 * @param executablePath the browser
 * @param replacements texts of commands, and what stands for them
 */
export async function alteredBrowser(
  folder: string,
  executablePath: string,
  replacements: Readonly<Record<string, string>>,
): Promise<string> {
  const path = join(folder, 'altered-chromium');
  const program = `#!${process.execPath}
import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
const child = spawn(${JSON.stringify(executablePath)}, process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'inherit', 'pipe', 'pipe'],
});
const commands = createReadStream(null, { fd: 3 });
const answers = createWriteStream(null, { fd: 4 });
let rest = '';
commands.setEncoding('utf8').on('data', (chunk) => {
  const messages = (rest + chunk).split('\\0');
  rest = messages.pop();
  for (const message of messages) {
    let altered = message;
    for (const [from, to] of Object.entries(${JSON.stringify(replacements)})) altered = altered.replaceAll(from, to);
    child.stdio[3].write(altered + '\\0');
  }
});
commands.on('end', () => child.stdio[3].end());
child.stdio[4].pipe(answers);
child.on('exit', (code) => process.exit(code ?? 1));
`;
  await writeFile(`${path}.mjs`, program);
  await chmod(`${path}.mjs`, 0o755);
  return `${path}.mjs`;
}
