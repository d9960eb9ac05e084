import { type Json, type JsonObject, type Run, TaskRequest, WorkflowRunRequest } from '@runwright/contract';

/**
 * Returns the request of a run as its record shows it: every member of the API, null where the request and its defaults give
 * none. Members that are not known are not stored; see `withoutUnknownMembers`.
 */
export function toRunRequestRecord({ kind, request, settings }: Run): JsonObject {
  const { properties } = kind === 'task' ? TaskRequest : WorkflowRunRequest;
  const absent = Object.fromEntries(Object.keys(properties).map((name): [string, Json] => [name, null]));
  return { ...absent, ...request, proxy_location: request.proxy_location ?? settings.proxyLocation };
}
