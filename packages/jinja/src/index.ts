/** Jinja2 in TypeScript: exact, sandboxed and metered. */
export {
  type CompiledExpression,
  type ContextData,
  Environment,
  type RenderOptions,
  type Template,
} from './environment.ts';
export { type ErrorPlace, TemplateError, type TemplateErrorKind } from './error.ts';
export type { HostFunction } from './host-function.ts';
export { defaultLimits, type LimitName, type Limits } from './limits.ts';
export { SharedSteps } from './meter.ts';
export { isTrue, toText } from './native-value.ts';
export type { EnvironmentOptions, Loader, Results } from './options.ts';
export { references } from './parse-template.ts';
export type { Reference } from './references.ts';
export { type Delimiters, defaultDelimiters } from './syntax/delimiters.ts';
export type * from './syntax/node.ts';
export type { Extension } from './syntax/statement-grammar.ts';
export type { UndefinedKind } from './value/undefined.ts';
