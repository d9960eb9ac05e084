import { maximumMetadata, type Problem } from '@runwright/contract';
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

function asJson(value: object): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
