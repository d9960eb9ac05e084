import { readFile } from 'node:fs/promises';
import { RunwrightError } from '@runwright/contract';
import { checkPrices, type ModelPrice } from '@runwright/core';
import { load } from 'js-yaml';

/**
 * Reads a YAML or JSON file of prices by model name, in US dollars for a million tokens. Throws `invalid_input` for a file that
 * cannot be read or holds anything else.
 */
export async function readPriceFile(path: string): Promise<Readonly<Record<string, ModelPrice>>> {
  let content: unknown;
  try {
    content = load(await readFile(path, 'utf8'));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
    throw new RunwrightError(
      'invalid_input',
      `Cannot read the prices of \`${path}\`: ${reason}. Correct RUNWRIGHT_PRICES or the file.`,
      { cause },
    );
  }
  return checkPrices(content);
}
