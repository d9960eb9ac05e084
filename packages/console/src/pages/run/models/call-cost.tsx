import type { ModelCall } from '@runwright/client';
import { Money } from '../../../components/values.tsx';

/** What a model call cost, or why that is not known. */
export function CallCost({ call }: { readonly call: Pick<ModelCall, 'cost' | 'model'> }) {
  return <Money dollars={call.cost} unknown={`No price known for the model ${call.model}`} />;
}
