import { Type } from '@runwright/contract';
import { validationCodes } from '../error-response.ts';

const text = Type.String();

/** Every error but a validation error. */
export const ErrorBody = Type.Object({ detail: text }, { title: 'Error' });

/** Mistakes of a request or a definition, each with its place. */
export const ValidationItems = Type.Array(Type.Object({ loc: Type.Array(text), msg: text, type: text }));

/** A validation error: every mistake with its place. */
export const ValidationBody = Type.Object(
  {
    detail: ValidationItems,
    code: Type.Enum([...validationCodes], {
      description: '`egress_denied`: each item is an address that the service may not connect to.',
    }),
  },
  { title: 'ValidationError' },
);

/** The error answers that a route shares with most others. */
export const errorResponses = {
  403: ErrorBody,
  404: ErrorBody,
  422: ValidationBody,
};
