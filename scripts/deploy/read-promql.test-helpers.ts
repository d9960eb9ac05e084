import { parser } from '@prometheus-io/lezer-promql';

/** What an expression of PromQL names. */
export interface PromqlNames {
  readonly metrics: readonly string[];
  readonly labels: readonly string[];
}

/**
 * Reads an expression of PromQL. Throws when it cannot be parsed.
 *
 * @param expression may have the variables of Grafana in it
 */
export function readPromql(expression: string): PromqlNames {
  const text = expression.replaceAll('$__rate_interval', '5m').replaceAll('$__range', '5m');
  const metrics: string[] = [];
  const labels: string[] = [];
  parser.parse(text).iterate({
    enter({ type, from, to }) {
      const word = text.slice(from, to);
      if (type.isError) throw new Error(`Cannot parse \`${text}\` at \`${text.slice(from, from + 20)}\`.`);
      if (type.name === 'Identifier') metrics.push(word);
      if (type.name === 'LabelName') labels.push(word);
    },
  });
  return { metrics: [...new Set(metrics)], labels: [...new Set(labels)] };
}
