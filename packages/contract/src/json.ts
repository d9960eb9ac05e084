/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A JSON object. */
export type JsonObject = { readonly [key: string]: Json };

/** A JSON Schema document (draft 2020-12), as data. */
export type JsonSchema = { readonly [keyword: string]: unknown };
