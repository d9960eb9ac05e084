import type { Json, Parameter, WorkflowParameterType } from '@runwright/contract';

/** Key of the member that carries the type of a parameter; there is no such member at run time. */
declare const parameterType: unique symbol;

/**
 * A parameter of a typed workflow. `given` in `Use`: the caller of a run gives its value; `optional`: the caller may; `fixed`: the
 * workflow says where it comes from, as for secrets. Callers give a value of the type `Given`, which differs from what blocks see
 * for the id of a credential.
 */
export interface TypedParameter<T, Use extends 'given' | 'optional' | 'fixed', Given = T> {
  readonly [parameterType]?: { readonly value: T; readonly use: Use; readonly given: Given };
  /** The parameter as it stands in a definition, without its key. */
  readonly declaration: { readonly [member: string]: unknown };
}

/** Members of a parameter beside its type. */
export interface ParameterOptions {
  readonly description?: string;
}

/** The default of a parameter, which makes it optional for callers. */
export interface DefaultValue<T> extends ParameterOptions {
  readonly default_value: T;
}

/** Parameters by their keys. */
export interface ParameterMap {
  readonly [key: string]: TypedParameter<unknown, 'given' | 'optional' | 'fixed'>;
}

/** The value of a parameter as blocks see it. */
export type ParameterValue<P> =
  P extends TypedParameter<infer T, 'given' | 'optional' | 'fixed', unknown> ? T : never;

/** The values of all parameters as blocks see them. */
export type ParameterValues<P extends ParameterMap> = { readonly [Key in keyof P]: ParameterValue<P[Key]> };

/** The keys of the parameters with this use. */
export type KeysUsed<P extends ParameterMap, Use> = {
  [Key in keyof P]: P[Key] extends TypedParameter<unknown, infer Found extends 'given' | 'optional' | 'fixed'>
    ? Found extends Use
      ? Key
      : never
    : never;
}[keyof P];

/** The value of a parameter as the caller of a run gives it. */
export type GivenValue<P> =
  P extends TypedParameter<unknown, 'given' | 'optional' | 'fixed', infer Given> ? Given : never;

/** The parameters that the caller of a run gives. */
export type GivenParameters<P extends ParameterMap> = {
  readonly [Key in KeysUsed<P, 'given'>]: GivenValue<P[Key]>;
} & { readonly [Key in KeysUsed<P, 'optional'>]?: GivenValue<P[Key]> };

/** Declares a text. */
export function text(options?: ParameterOptions): TypedParameter<string, 'given'>;
export function text(options: DefaultValue<string>): TypedParameter<string, 'optional'>;
export function text(options: ParameterOptions = {}): TypedParameter<string, never> {
  return workflowParameter('string', options);
}

/** Declares a whole number. */
export function integer(options?: ParameterOptions): TypedParameter<number, 'given'>;
export function integer(options: DefaultValue<number>): TypedParameter<number, 'optional'>;
export function integer(options: ParameterOptions = {}): TypedParameter<number, never> {
  return workflowParameter('integer', options);
}

/** Declares a number. */
export function float(options?: ParameterOptions): TypedParameter<number, 'given'>;
export function float(options: DefaultValue<number>): TypedParameter<number, 'optional'>;
export function float(options: ParameterOptions = {}): TypedParameter<number, never> {
  return workflowParameter('float', options);
}

/** Declares a yes or no. */
export function boolean(options?: ParameterOptions): TypedParameter<boolean, 'given'>;
export function boolean(options: DefaultValue<boolean>): TypedParameter<boolean, 'optional'>;
export function boolean(options: ParameterOptions = {}): TypedParameter<boolean, never> {
  return workflowParameter('boolean', options);
}

/** Declares JSON data of a type that you say: `json<readonly Order[]>()`. Callers are checked by the compiler alone. */
export function json<T = Json>(options?: ParameterOptions): TypedParameter<T, 'given'>;
export function json<T = Json>(options: DefaultValue<T>): TypedParameter<T, 'optional'>;
export function json(options: ParameterOptions = {}): TypedParameter<never, never> {
  return workflowParameter('json', options);
}

/** Declares a file, by its address. */
export function file(options?: ParameterOptions): TypedParameter<string, 'given'>;
export function file(options: DefaultValue<string>): TypedParameter<string, 'optional'>;
export function file(options: ParameterOptions = {}): TypedParameter<string, never> {
  return workflowParameter('file_url', options);
}

/** The parts of a login, each a placeholder of a secret. */
export interface LoginValue {
  readonly username: string;
  readonly password: string;
  readonly totp: string;
}

/** Declares a secret, by its reference in a source of secrets; blocks see a placeholder. */
export function secret(reference: string, options: ParameterOptions = {}): TypedParameter<string, 'fixed'> {
  return { declaration: { parameter_type: 'aws_secret', aws_key: reference, ...options } };
}

/** Declares a login of the store of credentials, by its id. */
export function credential(id: string, options: ParameterOptions = {}): TypedParameter<LoginValue, 'fixed'> {
  return { declaration: { parameter_type: 'credential', credential_id: id, ...options } };
}

/**
 * Declares a login of the store of credentials, whose id the caller of a run gives as a text; blocks see its parts. With a
 * `default_value`, the id of the login that is used when the caller gives none.
 */
export function credentialId(options?: ParameterOptions): TypedParameter<LoginValue, 'given', string>;
export function credentialId(options: DefaultValue<string>): TypedParameter<LoginValue, 'optional', string>;
export function credentialId(options: ParameterOptions = {}): TypedParameter<never, never> {
  return workflowParameter('credential_id', options);
}

/** Declares a parameter of another type, such as a login of a password manager, as it stands in a definition. */
export function declared<T>(declaration: KeylessParameter): TypedParameter<T, 'fixed'> {
  return { declaration: { ...declaration } };
}

/** A type of parameter without its key. */
export type WithoutKey<P> = P extends Parameter ? Omit<P, 'key'> : never;
/** A parameter of a definition without its key. */
export type KeylessParameter = WithoutKey<Exclude<Parameter, { readonly parameter_type: 'workflow' }>>;

function workflowParameter(
  type: WorkflowParameterType,
  options: ParameterOptions,
): TypedParameter<never, never> {
  return { declaration: { parameter_type: 'workflow', workflow_parameter_type: type, ...options } };
}
