import type { ProtocolMessage } from '../attach/connection.ts';
import { browserCommands, grantablePermissions, pageCommands, refusalReasons } from './allowed-commands.ts';
import { parseWebAddress } from './web-address.ts';

/** The place of a command: the kind of session that it was sent to, and the context of the browser session. */
export interface CommandPlace {
  readonly isBrowser: boolean;
  readonly contextId: string;
}

/**
 * Returns why a command of a debug client is not passed on; null for one that is. What a client may do ends at the context of the
 * browser session: it gets no file, device or port of the host, no way to the network past the egress policy and nothing of other
 * contexts. Whether a `targetId` or `windowId` belongs to the context is checked elsewhere.
 */
export function refuseCommand(
  { method = '', params = {} }: ProtocolMessage,
  { isBrowser, contextId }: CommandPlace,
): string | null {
  const parameters = browserCommands.get(method);
  if (!parameters && (isBrowser || !pageCommands.has(method))) return refusal(method, reasonOf(method));
  const unknown = parameters ? Object.keys(params).find((name) => !parameters.has(name)) : undefined;
  if (unknown !== undefined) return refusal(method, `the parameter \`${unknown}\` is not allowed`);
  const { browserContextId } = params;
  if (browserContextId !== undefined && browserContextId !== contextId)
    return refusal(method, '`browserContextId` is not the context of the browser session');
  const reason = checks[method]?.(params) ?? null;
  return reason === null ? null : refusal(method, reason);
}

type Params = NonNullable<ProtocolMessage['params']>;

const checkAddress = ({ url }: Params): string | null =>
  url === undefined || parseWebAddress(url) !== null
    ? null
    : 'only `http:`, `https:`, `data:` and `blob:` addresses and `about:blank` can be opened';
const checkFlat = ({ flatten, autoAttach }: Params): string | null =>
  flatten === true || autoAttach === false ? null : '`flatten` has to be true';

/** What the parameters of single commands have to be. */
const checks: Readonly<Record<string, (params: Params) => string | null>> = {
  'Browser.grantPermissions': ({ permissions }) =>
    Array.isArray(permissions) && permissions.every((name) => grantablePermissions.has(name))
      ? null
      : 'a permission reaches devices or data of the host',
  'Browser.setPermission': ({ permission, setting }) =>
    setting !== 'granted' || isGrantable(permission)
      ? null
      : 'the permission reaches devices or data of the host, or has more than a `name`',
  'Fetch.continueRequest': checkAddress,
  'Input.dispatchDragEvent': ({ data }) => (dragsFiles(data) ? 'files of the host cannot be dragged' : null),
  'Page.navigate': checkAddress,
  'Target.attachToTarget': checkFlat,
  'Target.createTarget': checkAddress,
  'Target.setAutoAttach': checkFlat,
};

/** Other members widen a permission: `clipboard-write` with `allowWithoutSanitization` gives `clipboard-read`. */
function isGrantable(permission: unknown): boolean {
  if (typeof permission !== 'object' || permission === null) return false;
  const { name, ...others } = permission as { name?: unknown };
  return grantablePermissions.has(name) && Object.keys(others).length === 0;
}

function refusal(method: string, reason: string): string {
  return `Refused: \`${method.slice(0, 100)}\` is not allowed at a debug address: ${reason}.`;
}

function reasonOf(method: string): string {
  const [domain = ''] = method.split('.');
  if (pageCommands.has(method)) return 'it needs a session of a page; attach to one first';
  for (const name of [method, domain]) {
    const reason = Object.hasOwn(refusalReasons, name) ? refusalReasons[name] : undefined;
    if (reason !== undefined) return reason;
  }
  return 'it is not among the commands that act inside the browser session';
}

interface DragData {
  readonly files?: readonly unknown[];
  readonly items?: readonly { readonly mimeType?: unknown; readonly data?: unknown }[];
}

/** Detects files among what is dragged: by their paths, or by addresses in a list of links. */
function dragsFiles(data: unknown): boolean {
  if (typeof data !== 'object' || data === null) return false;
  const { files = [], items = [] } = data as DragData;
  if (!Array.isArray(files) || !Array.isArray(items) || files.length > 0) return true;
  return items
    .filter((item) => !/^text\/(plain|html)$/i.test(String(item?.mimeType)))
    .flatMap((item) => String(item?.data).split(/[\r\n]+/))
    .some((line) => URL.canParse(line) && parseWebAddress(line) === null);
}
