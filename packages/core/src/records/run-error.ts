import { Type } from '@runwright/contract';
import { text, textOrNull } from './field-schemas.ts';

/** An entry of a run's `errors`. */
export const RunError = Type.Object(
  {
    error_code: text,
    reasoning: text,
    confidence_float: Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()]),
    block_label: textOrNull,
    error_type: Type.Optional(text),
  },
  { title: 'RunError' },
);
