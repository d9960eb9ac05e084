import { type Compilable, type RawBuilder, sql } from 'kysely';

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
  /** Names it on a connection that keeps prepared statements; of this process alone. */
  readonly name: string;
  readonly sql: string;
  /** The values in the order of the placeholders. */
  parameters(values: Readonly<Record<string, unknown>>): readonly unknown[];
  /** Only a type: that of the rows. */
  readonly row?: Row;
}

let count = 0;

/** Compiles a query once: building and compiling it costs several times as much as running it. */
export function prepared<Row>(query: Compilable<Row>): Prepared<Row> {
  const { sql: text, parameters } = query.compile();
  count += 1;
  return {
    name: `runwright_${count}`,
    sql: text,
    parameters: (values) =>
      parameters.map((parameter) => (parameter instanceof NamedValue ? values[parameter.name] : parameter)),
  };
}
