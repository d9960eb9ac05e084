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
export type Prepared<Row> = <Tables>(
  db: Kysely<Tables>,
  values: Readonly<Record<string, unknown>>,
) => Promise<QueryResult<Row>>;

/** Compiles a query once: building and compiling it costs several times as much as running it. */
export function prepared<Row>(query: Compilable<Row>): Prepared<Row> {
  const compiled = query.compile();
  return (db, values) =>
    db.executeQuery<Row>({
      ...compiled,
      parameters: compiled.parameters.map((parameter) =>
        parameter instanceof NamedValue ? values[parameter.name] : parameter,
      ),
    });
}
