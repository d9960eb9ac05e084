import { asObject, type Json } from '../yaml/json.ts';

/** Limits of the service for one run, in US dollars and tokens; null without one. */
export interface RunCaps {
  readonly run_cost: number | null;
  readonly run_tokens: number | null;
}

/** The smallest limit that applies, and whose it is; null where there is none. */
export interface MoneyBound {
  readonly cost: { readonly value: number; readonly of: 'workflow' | 'service' } | null;
  readonly tokens: { readonly value: number; readonly of: 'workflow' | 'service' } | null;
}

/** Returns what a run of a file may cost: the engine sends no model call that could pass the smallest limit. */
export function moneyBound(file: Json | undefined, caps: RunCaps | null): MoneyBound {
  const { max_cost: cost, max_tokens: tokens } = asObject(file) ?? {};
  return { cost: smallest(cost, caps?.run_cost ?? null), tokens: smallest(tokens, caps?.run_tokens ?? null) };
}

function smallest(own: Json | undefined, service: number | null): MoneyBound['cost'] {
  const workflow = typeof own === 'number' ? own : null;
  if (workflow !== null && (service === null || workflow <= service))
    return { value: workflow, of: 'workflow' };
  return service === null ? null : { value: service, of: 'service' };
}
