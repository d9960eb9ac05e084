import { asArray, asObject, type Json } from '../yaml/json.ts';
import { titleOf } from './block-schema.ts';
import { type FormOwner, wordsOf } from './words/field-words.ts';

/** Returns the title of a member of a file as its form shows it. `path`: its place, with indexes as texts. */
export function titleAt(file: Json | undefined, path: readonly string[]): string {
  let value: Json | undefined = file;
  let owner: FormOwner = { kind: 'workflow' };
  let names: string[] = [];
  for (const part of path) {
    const isIndex = /^\d+$/.test(part);
    value = isIndex ? asArray(value)[Number(part)] : asObject(value)?.[part];
    if (!isIndex && part !== 'workflow_definition') names.push(part);
    const { block_type: block, parameter_type: parameter } = asObject(value) ?? {};
    if (typeof block === 'string') [owner, names] = [{ kind: 'block', type: block }, []];
    else if (typeof parameter === 'string') [owner, names] = [{ kind: 'parameter', type: parameter }, []];
  }
  return wordsOf(owner, names.join('.'))?.title ?? titleOf(names.at(-1) ?? '');
}
