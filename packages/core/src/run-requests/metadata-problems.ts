import { maximumMetadata, maximumMetadataFilter, type Problem } from '@runwright/contract';
import { valueError } from '@runwright/definition';

/** Returns what is wrong with the metadata of a start: it has to be a JSON object of limited size. */
export function metadataProblems(metadata: object | null | undefined): readonly Problem[] {
  if (metadata === undefined || metadata === null) return [];
  const text = asJson(metadata);
  if (text === undefined || !text.startsWith('{'))
    return [valueError(['metadata'], 'it has to be a JSON object')];
  if (text.length <= maximumMetadata) return [];
  const reason = `it may have ${maximumMetadata} characters as JSON; keep more of it elsewhere`;
  return [valueError(['metadata'], reason)];
}

/** Returns what is wrong with the metadata of a filter of runs: few texts of limited length. */
export function metadataFilterProblems(
  metadata: Readonly<Record<string, string>> | undefined,
): readonly Problem[] {
  const entries = Object.entries(metadata ?? {});
  const { entries: most, characters } = maximumMetadataFilter;
  if (entries.length > most)
    return [
      valueError(['metadata'], `a list is filtered by at most ${most} of them; it has ${entries.length}`),
    ];
  return entries.flatMap(([name, value]) => {
    if (typeof value !== 'string') return [valueError(['metadata', name], 'it has to be a text')];
    if ([name, value].every((text) => [...text].length <= characters && isText(text))) return [];
    const reason = `a list is filtered by names and values of at most ${characters} characters, without the character 0`;
    return [valueError(['metadata', name], reason)];
  });
}

/** Whether every database can store it. */
function isText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

function asJson(value: object): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
