import { asObject } from './as-object.ts';
import { commonResponses, statusDescriptions } from './common-responses.ts';
import type { JsonNode, JsonObjectNode } from './json-node.ts';
import { type Components, nameComponents } from './name-components.ts';
import { memberHeaders, reportMembers } from './report-members.ts';
import { requestExample } from './request-examples.ts';
import { requestSchema } from './request-schema.ts';
import { tagDescriptions } from './tag-descriptions.ts';
import { webhooks } from './webhooks.ts';

/** Member of an operation with the common responses that it has; the finished document does not contain it. */
export const commonResponsesMember = 'x-common-responses';
/** Member of an operation with the schema of its form; the finished document does not contain it. */
export const formMember = 'x-form';

/**
 * Finishes the document that the routes' schemas make: names schemas as components, adds the common responses and an
 * example of each request body. A body without a title is named after its operation: `RunTaskRequest`.
 */
export function finishDocument(document: JsonObjectNode): JsonObjectNode {
  const components: Components = {};
  const paths = mapMembers(document.paths, (operations) =>
    mapMembers(operations, (operation, method) =>
      nameComponents(finishOperation(operation, method), components),
    ),
  );
  return {
    ...document,
    tags: Object.entries(tagDescriptions).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: mapMembers(webhooks, (webhook) => nameComponents(webhook, components)),
    components: {
      ...asObject(document.components),
      headers: memberHeaders,
      responses: commonResponses,
      schemas: sorted(components),
    },
  };
}

function finishOperation(node: JsonNode, method: string): JsonNode {
  const { [commonResponsesMember]: common, [formMember]: formSchema, ...rest } = asObject(node);
  const { requestBody } = rest;
  const parameters = Array.isArray(rest.parameters) ? { parameters: rest.parameters.map(serialized) } : {};
  // Fastify serves both methods by one route.
  const operationId =
    method === 'head' ? String(rest.operationId).replace(/^get/, 'head') : (rest.operationId ?? null);
  const shared = asObject(common);
  const {
    302: redirected,
    403: forbidden,
    422: mistakes,
    ...own
  } = mapMembers(rest.responses, describeResponse);
  const refused = shared[403] ?? forbidden;
  const responses = {
    ...{ ...shared, ...(requestBody === undefined ? own : mapMembers(own, reportMembers)) },
    // A presigned URL is for GET alone.
    ...(redirected === undefined || method === 'head' ? {} : { 302: redirected }),
    ...(refused === undefined ? {} : { 403: refused }),
    ...(mistakes === undefined || !hasInput(rest) ? {} : { 422: mistakes }),
  };
  const operation = { ...rest, ...parameters, operationId, responses };
  if (typeof operationId !== 'string' || requestBody === undefined) return operation;
  const example = requestExample(operationId);
  const { content } = asObject(requestBody);
  const bodies = mapMembers(content, (value, type) => {
    const isForm = type === 'multipart/form-data';
    const given = asObject(requestSchema((isForm ? formSchema : undefined) ?? asObject(value).schema ?? {}));
    const title = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}${isForm ? 'Form' : 'Request'}`;
    return { schema: { title, ...given }, ...(isForm || example === undefined ? {} : { example }) };
  });
  return { ...operation, requestBody: { required: isRequired(asObject(content)), content: bodies } };
}

/** An object in the query is sent as `name[member]=value`. */
function serialized(node: JsonNode): JsonNode {
  const parameter = asObject(node);
  const isObject = parameter.in === 'query' && asObject(parameter.schema).type === 'object';
  return isObject ? { ...parameter, style: 'deepObject', explode: true } : parameter;
}

/** Whether a request has more than ids, which are not found rather than mistaken. */
function hasInput({ requestBody, parameters }: JsonObjectNode): boolean {
  if (requestBody !== undefined) return true;
  return Array.isArray(parameters) && parameters.some((parameter) => asObject(parameter).in !== 'path');
}

/** Whether a body has members that must be there. */
function isRequired(content: JsonObjectNode): boolean {
  return Object.values(content).some((value) => {
    const { required, anyOf } = asObject(asObject(value).schema);
    return anyOf !== undefined || (Array.isArray(required) && required.length > 0);
  });
}

function describeResponse(node: JsonNode, status: string): JsonNode {
  const response = asObject(node);
  // Text of @fastify/swagger for a response without a description.
  if (response.description !== 'Default Response') return response;
  return { ...response, description: statusDescriptions[status] ?? 'Success.' };
}

function mapMembers(
  node: JsonNode | undefined,
  change: (member: JsonNode, key: string) => JsonNode,
): JsonObjectNode {
  return Object.fromEntries(
    Object.entries(asObject(node)).map(([key, member]) => [key, change(member, key)]),
  );
}

function sorted(components: Components): JsonObjectNode {
  return Object.fromEntries(Object.entries(components).sort(([one], [other]) => (one < other ? -1 : 1)));
}
