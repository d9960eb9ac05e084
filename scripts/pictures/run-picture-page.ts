import { AnsiUp } from 'ansi_up';
import type { DemoRun } from './demo-run.ts';

/** Lines of the output that are shown at most; the rest of the data is left out, which the picture says. */
const maxLines = 46;

/** Returns the page that is drawn: the output of the command, and the browser before it signs in, after it has filtered, and on the last page. */
export function runPicturePage({ output, screenshots }: DemoRun): string {
  // The page that opens, user name, password, sign-in, status and filter each have one; so have the next pages.
  const [, , form, , , table, ...next] = screenshots;
  const last = next.at(-1);
  if (!form || !table || !last)
    throw new Error(
      `Cannot draw the picture: the run has ${screenshots.length} screenshots of actions, fewer than 7.`,
    );
  return `<!doctype html><style>${style}</style><main>
    <section class="terminal"><header>npx runwright start --demo</header><pre>${terminal(output)}</pre></section>
    <section class="browser"><figure><img src="${form}"></figure><figure><img src="${table}"></figure><figure><img src="${last}"></figure></section>
  </main>`;
}

function terminal(output: string): string {
  const lines = output.trimEnd().split('\n');
  const left = lines.length - maxLines;
  const shown = left > 0 ? [...lines.slice(0, maxLines), `\u001b[2m… ${left} more lines\u001b[22m`] : lines;
  return new AnsiUp().ansi_to_html(shown.join('\n'));
}

const style = `
  body { margin: 0; font: 12px/1.4 sans-serif; }
  main { display: grid; grid-template-columns: 1fr 470px; gap: 16px; width: 1160px; padding: 2px; }
  section, figure { margin: 0; overflow: hidden; }
  .terminal, figure { border: 1px solid #30363d; border-radius: 8px; }
  .terminal { background: #0d1117; color: #d6dde6; }
  header { padding: 7px 14px; background: #161b22; color: #8b949e; border-bottom: 1px solid #30363d; font-family: monospace; }
  pre { margin: 0; padding: 12px 14px; font: 12px/1.42 'DejaVu Sans Mono', monospace; white-space: pre; }
  .browser { display: grid; gap: 16px; align-content: start; }
  img { display: block; width: 100%; }
`;
