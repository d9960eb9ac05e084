import { stripVTControlCharacters } from 'node:util';
import { RunwrightError } from '@runwright/contract';
import { errorReason } from '@runwright/page-actions';

/** What browsers print when the kernel or a container refuses their sandbox. */
const sandboxWords = /sandbox|new namespace|zygote_host|clone\(\)/i;

/** Longest excerpt of the browser's output, in characters. */
const maxReason = 300;

/**
 * Returns the error of a browser that did not start, with what the browser itself printed: the library's own text says only that it
 * has ended.
 */
export function launchError(executablePath: string, cause: unknown): RunwrightError {
  const printed = printedErrors(cause instanceof Error ? cause.message : '');
  const sandbox = printed.find((line) => sandboxWords.test(line));
  const reason = (sandbox ?? printed[0] ?? errorReason(cause)).slice(0, maxReason);
  const remedy = sandbox
    ? 'Its sandbox needs user namespaces: allow them for the user of this process, or in the container (see the guide for Docker).'
    : 'Run this binary by hand with `--headless --dump-dom about:blank` to see what it lacks, or name another one.';
  return new RunwrightError(
    'browser_failed',
    `Cannot start a browser from \`${executablePath}\`: \`${reason}\`. ${remedy}`,
    { cause, retryable: true },
  );
}

/** Returns the lines that the browser wrote to its standard error, which the library adds to its message. */
function printedErrors(message: string): readonly string[] {
  return stripVTControlCharacters(message)
    .split('\n')
    .flatMap((line) => {
      const found = /^\s*(?:- )?\[pid=\d+\]\[err\] (.+)$/.exec(line)?.[1]?.trim();
      return found === undefined || found === '' ? [] : [found.replace(/^\[[^\]]*\] ?/, '')];
    });
}
