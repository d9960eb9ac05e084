/** A part of the OpenAPI document. */
export type JsonNode = null | boolean | number | string | readonly JsonNode[] | JsonObjectNode;

/** An object of the OpenAPI document. */
export interface JsonObjectNode {
  readonly [name: string]: JsonNode;
}
