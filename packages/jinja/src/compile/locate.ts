import { isStackOverflow, TemplateError } from '../error.ts';
import { limitError } from '../meter.ts';
import type { Context } from './context.ts';

/** Gives errors of a run the place where it stood; running out of stack becomes the limit it is. */
export function locating<Rest extends readonly unknown[]>(
  run: (context: Context, ...rest: Rest) => void,
): (context: Context, ...rest: Rest) => void {
  return (context, ...rest) => {
    try {
      run(context, ...rest);
    } catch (error) {
      throw located(error, context);
    }
  };
}

/** An error of a run with its place. */
export function located(error: unknown, { rt }: Context): unknown {
  const known = isStackOverflow(error) ? limitError('recursion', rt.meter.limits) : error;
  if (known instanceof TemplateError && rt.site !== null) known.locate(rt.site.source.place(rt.site.offset));
  return known;
}
