import { type RawBuilder, sql } from 'kysely';
import type { JsonTexts } from './json-texts.ts';
import { value } from './prepared.ts';
import { fromStoredText, toStoredText } from './stored-text.ts';

/** `plain` is stored as it is, a text in the form of {@link toStoredText}; `json` as JSON text (null as NULL), `flag` as 0 or 1. */
type Kind = 'plain' | 'json' | 'flag';

/** Kind and column of a member. Default column: its name in snake_case. */
type Field = Kind | readonly [kind: Kind, column: string];

type Fields<R> = Readonly<Record<keyof R & string, Field>>;

type ColumnOf<Name extends string, F> = F extends readonly [Kind, infer Column extends string]
  ? Column
  : Snake<Name>;

type KindOf<F> = F extends readonly [infer K, string] ? K : F;

type Snake<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? Head extends Lowercase<Head>
    ? `${Head}${Snake<Tail>}`
    : `_${Lowercase<Head>}${Snake<Tail>}`
  : Name;

type Stored<Value, K> = K extends 'json' ? string | null : K extends 'flag' ? number : Value;

type RowOf<R, F extends Fields<R>> = {
  -readonly [Member in keyof R & string as ColumnOf<Member, F[Member]>]: Stored<R[Member], KindOf<F[Member]>>;
};

/** Turns a record (camelCase members) into a row (snake_case columns) and back. */
export interface Codec<R, Row> {
  toRow(record: R, texts?: JsonTexts): Row;
  /** The columns of the members that are there. */
  toPartialRow(record: Partial<R>, texts?: JsonTexts): Partial<Row>;
  /** Columns that the record does not know are left out. */
  fromRow(row: Row): R;
  readonly columns: readonly (keyof Row & string)[];
  /** One named value for each column, for a query that is compiled once. */
  readonly values: { readonly [Column in keyof Row]: RawBuilder<Row[Column]> };
  /** For each column its value in the row that could not be inserted. */
  readonly excluded: { readonly [Column in keyof Row]: RawBuilder<Row[Column]> };
}

/** A member whose column is missing does not compile, so a new one cannot be forgotten. */
export function codec<R extends object>() {
  return <const F extends Fields<R>>(stored: F): Codec<R, RowOf<R, F>> => {
    const fields = Object.entries<Field>(stored).map(([member, field]) => {
      const snakeCase = member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      const [kind, column] = typeof field === 'string' ? [field, snakeCase] : field;
      return { member, column, kind };
    });
    const toPartialRow = (record: object, texts?: JsonTexts): Record<string, unknown> => {
      const row: Record<string, unknown> = {};
      for (const { member, column, kind } of fields) {
        const found = (record as Record<string, unknown>)[member];
        if (found !== undefined) row[column] = encode(found, kind, texts);
      }
      return row;
    };
    const fromRow = (row: object): Record<string, unknown> => {
      const record: Record<string, unknown> = {};
      for (const { member, column, kind } of fields) {
        record[member] = decode((row as Record<string, unknown>)[column], kind);
      }
      return record;
    };
    const byColumn = (expression: (column: string) => RawBuilder<unknown>) =>
      Object.fromEntries(fields.map(({ column }) => [column, expression(column)]));
    return {
      toRow: toPartialRow,
      toPartialRow,
      fromRow,
      columns: fields.map(({ column }) => column),
      values: byColumn(value),
      excluded: byColumn((column) => sql.ref(`excluded.${column}`)),
    } as unknown as Codec<R, RowOf<R, F>>;
  };
}

function encode(found: unknown, kind: Kind, texts?: JsonTexts): unknown {
  if (kind === 'json') return found === null ? null : (texts?.get(found) ?? JSON.stringify(found));
  if (kind === 'flag') return Number(found);
  return typeof found === 'string' ? toStoredText(found) : found;
}

function decode(stored: unknown, kind: Kind): unknown {
  if (kind === 'json') return stored === null ? null : JSON.parse(String(stored));
  if (kind === 'flag') return stored === 1;
  return typeof stored === 'string' ? fromStoredText(stored) : stored;
}

/** The row that a codec reads and writes. */
export type RowIn<C> = C extends Codec<infer _R, infer Row> ? Row : never;
