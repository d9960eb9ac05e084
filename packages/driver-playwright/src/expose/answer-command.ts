import type { ProtocolMessage } from '../attach/connection.ts';
import type { OwnTargets } from './own-targets.ts';
import { type CommandPlace, refuseCommand } from './refuse-command.ts';
import { parseWebAddress } from './web-address.ts';

/** Our answer to a command, or the command that the browser gets. */
export type Decision = { readonly answer: ProtocolMessage } | { readonly forward: ProtocolMessage };

/** Decides about a command of a debug client. */
export async function answerCommand(
  message: ProtocolMessage,
  { isBrowser, targets }: Pick<CommandPlace, 'isBrowser'> & { readonly targets: OwnTargets },
): Promise<Decision> {
  const { method = '', params = {} } = message;
  const { contextId } = targets;
  const refusal = refuseCommand(message, { isBrowser, contextId });
  if (refusal !== null) return fail(message, serverError, refusal);
  const { targetId, windowId, filter } = params;
  switch (method) {
    // Clients set it as a matter of course; downloads stay with the session.
    case 'Browser.setDownloadBehavior':
      return { answer: { ...placeOf(message), result: {} } };
    case 'Target.getBrowserContexts': {
      const result = { browserContextIds: [], defaultBrowserContextId: contextId };
      return { answer: { ...placeOf(message), result } };
    }
    case 'Target.getTargets': {
      const targetInfos = await targets.list(filter).catch(errorOf);
      if (targetInfos instanceof Error) return fail(message, serverError, targetInfos.message);
      return { answer: { ...placeOf(message), result: { targetInfos } } };
    }
  }
  if (targetId !== undefined && !(await targets.has(String(targetId)).catch(() => false)))
    return fail(message, invalidParams, 'No target with given id found');
  if (windowId !== undefined && !(await targets.hasWindow(Number(windowId)).catch(() => false)))
    return fail(message, serverError, 'Browser window not found');
  return { forward: withReadAddress(message) };
}

/** Returns the error answer to a command. */
export function fail(
  message: ProtocolMessage,
  code: number,
  text: string,
): { readonly answer: ProtocolMessage } {
  return { answer: { ...placeOf(message), error: { code, message: text } } };
}

/** Codes of JSON-RPC, and the one of the debug protocol for an unknown session. */
export const [serverError, invalidParams, unknownSession] = [-32000, -32602, -32001];

function placeOf({ id, sessionId }: ProtocolMessage): ProtocolMessage {
  return { ...(id === undefined ? {} : { id }), ...(sessionId === undefined ? {} : { sessionId }) };
}

/** Replaces an address by what was checked, so that the browser does not read another one from it. */
function withReadAddress(message: ProtocolMessage): ProtocolMessage {
  const { method, params } = message;
  if (method === undefined || !loads.has(method) || params?.url === undefined) return message;
  return { ...message, params: { ...params, url: parseWebAddress(params.url) } };
}

const loads: ReadonlySet<string> = new Set(['Fetch.continueRequest', 'Page.navigate', 'Target.createTarget']);

function errorOf(cause: unknown): Error {
  return cause instanceof Error ? cause : new Error(String(cause));
}
