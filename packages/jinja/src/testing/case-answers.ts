import { Environment, type EnvironmentOptions, TemplateError } from '../index.ts';

/** A template of `test-data`, and what Jinja2 makes of it. */
export interface Case {
  readonly id: number | string;
  readonly category: string;
  readonly template: string;
  readonly context: Readonly<Record<string, unknown>>;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly expected?: string;
  readonly error?: string;
}

/** Returns the answer to each case: its text, or `error` with the kind, the place and the message. */
export function caseAnswers(cases: readonly Case[]): readonly string[] {
  return cases.map(answer);
}

function answer({ template, context, options = {} }: Case): string {
  try {
    return new Environment(environmentOptions(options)).compile(template).render(revived(context));
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const { kind, line, column, message } = error;
    return `error ${kind} ${line}:${column} ${message}`;
  }
}

function environmentOptions(options: Readonly<Record<string, unknown>>): EnvironmentOptions {
  return {
    trimBlocks: options.trim_blocks === true,
    lstripBlocks: options.lstrip_blocks === true,
    keepTrailingNewline: options.keep_trailing_newline === true,
    autoescape: options.autoescape === true,
    undefined:
      options.undefined === 'strict' || options.undefined === 'chainable' ? options.undefined : 'default',
    random: () => 0,
  };
}

function revived(context: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(context), (_key, value) =>
    typeof value === 'object' && value !== null && '$date' in value ? new Date(`${value.$date}Z`) : value,
  );
}
