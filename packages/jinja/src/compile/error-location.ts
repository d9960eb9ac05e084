import { isStackOverflow, TemplateError } from '../error.ts';
import { limitError } from '../meter.ts';
import type { Context } from './context.ts';

/** Adds the current position to errors of a run; stack exhaustion becomes a limit error. */
export function withErrorLocation<Rest extends readonly unknown[]>(
  run: (context: Context, ...rest: Rest) => void,
): (context: Context, ...rest: Rest) => void {
  return (context, ...rest) => {
    try {
      run(context, ...rest);
    } catch (error) {
      throw locateError(error, context);
    }
  };
}

/** Adds the current position to an error. */
export function locateError(error: unknown, { rt }: Context): unknown {
  const known = isStackOverflow(error) ? limitError('recursion', rt.meter.limits) : error;
  if (known instanceof TemplateError && rt.site !== null) known.locate(rt.site.source.place(rt.site.offset));
  return known;
}
