import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import type { ItemKind } from './items.ts';

/** A test: its file from the root of the project, and its title as it is written there. */
export interface Proof {
  readonly file: string;
  readonly test: string;
}

/** A rule of the API that no schema says. */
export interface Rule extends Proof {
  readonly subject: string;
  readonly rule: string;
}

type Tests<T> = Readonly<Record<string, Readonly<Record<string, T>>>>;

/** Returns the tests that prove the effects of members of requests, by the names of these; `*Block.label` is that of all blocks. */
export function readEffects(): ReadonlyMap<string, Proof> {
  const files = read<Tests<Readonly<Record<string, readonly string[]>>>>('effects');
  return new Map(
    proofsIn(files).flatMap(({ proof, value }) =>
      Object.entries(value).flatMap(([schema, members]) =>
        members.map((member) => [`${schema}.${member}`, proof] as const),
      ),
    ),
  );
}

/** Returns the rules of the API that no schema says, with their tests. */
export function readRules(): readonly Rule[] {
  const subjects = read<Readonly<Record<string, Tests<string>>>>('rules');
  return Object.entries(subjects).flatMap(([subject, files]) =>
    Object.entries(files).flatMap(([file, rules]) =>
      Object.entries(rules).map(([rule, test]) => ({ subject, rule, file: `packages/${file}`, test })),
    ),
  );
}

/** What recorded requests cannot show. */
export interface Exceptions {
  /** Tests by `<kind> <name>` of the items that they prove in another way. */
  readonly elsewhere: ReadonlyMap<string, Proof>;
  /** Reasons why members of answers are always null, by their names. */
  readonly null: ReadonlyMap<string, string>;
  /** Reasons why documented values do not occur, by their names. */
  readonly reserved: ReadonlyMap<string, string>;
}

export function readExceptions(): Exceptions {
  const lists = read<{
    readonly elsewhere: Tests<Readonly<Partial<Record<ItemKind, readonly string[]>>>>;
    readonly null: Readonly<Record<string, string>>;
    readonly reserved: Readonly<Record<string, string>>;
  }>('exceptions');
  return {
    elsewhere: new Map(
      proofsIn(lists.elsewhere).flatMap(({ proof, value }) =>
        Object.entries(value).flatMap(([kind, names]) =>
          names.map((name) => [`${kind} ${name}`, proof] as const),
        ),
      ),
    ),
    null: new Map(Object.entries(lists.null)),
    reserved: new Map(Object.entries(lists.reserved)),
  };
}

function proofsIn<T>(files: Tests<T>): readonly { readonly proof: Proof; readonly value: T }[] {
  return Object.entries(files).flatMap(([file, tests]) =>
    Object.entries(tests).map(([test, value]) => ({ proof: { file: `packages/${file}`, test }, value })),
  );
}

function read<T>(name: string): T {
  return load(readFileSync(new URL(`${name}.yaml`, import.meta.url), 'utf8')) as T;
}
