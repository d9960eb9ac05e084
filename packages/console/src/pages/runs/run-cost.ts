/** Why the cost of a run that asked models is not known. */
export const unknownCost = 'No price known for a model of this run';

/** Why a run of a list has no cost. */
export function noCostOf({ model_use: use }: { readonly model_use?: unknown }): string {
  return use ? unknownCost : 'This run has asked no model';
}
