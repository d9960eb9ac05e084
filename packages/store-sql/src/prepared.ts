import { type Compilable, type Kysely, type QueryResult, type RawBuilder, sql } from 'kysely';

class NamedValue {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Stands for a value in a query that is compiled once and run with many values. */
export function value<T>(name: string): RawBuilder<T> {
  return sql<T>`${new NamedValue(name)}`;
}

/** A compiled query; `values` are given by the names that {@link value} used. */
export interface Prepared<Row> {
  <Tables>(db: Kysely<Tables>, values: Readonly<Record<string, unknown>>): Promise<QueryResult<Row>>;
  readonly sql: string;
  /** The values in the order of the placeholders. */
  parameters(values: Readonly<Record<string, unknown>>): readonly unknown[];
}

/** Compiles a query once: building and compiling it costs several times as much as running it. */
export function prepared<Row>(query: Compilable<Row>): Prepared<Row> {
  const compiled = query.compile();
  const parameters = (values: Readonly<Record<string, unknown>>) =>
    compiled.parameters.map((parameter) =>
      parameter instanceof NamedValue ? values[parameter.name] : parameter,
    );
  return Object.assign(
    <Tables>(db: Kysely<Tables>, values: Readonly<Record<string, unknown>>) =>
      db.executeQuery<Row>({ ...compiled, parameters: parameters(values) }),
    { sql: compiled.sql, parameters },
  );
}
