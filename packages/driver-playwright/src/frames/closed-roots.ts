import type { CallLimits } from '@runwright/page-reader';
import type { CDPSession, Page, Response } from 'playwright-core';

/** A node of the protocol's document, as far as shadow roots are concerned. */
interface DomNode {
  readonly backendNodeId: number;
  readonly frameId?: string | undefined;
  readonly shadowRootType?: string | undefined;
  readonly children?: readonly DomNode[] | undefined;
  readonly shadowRoots?: readonly DomNode[] | undefined;
  readonly contentDocument?: DomNode | undefined;
}

/**
 * Returns the backend node ids of the closed shadow roots of a document.
 *
 * @param frameId a frame inside the session's own one, or null for that one
 */
export async function readClosedRoots(
  session: CDPSession,
  frameId: string | null,
  { timeoutMs, signal }: CallLimits,
): Promise<readonly number[]> {
  const options = { timeout: timeoutMs, signal };
  try {
    const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true }, options);
    const document = frameId === null ? root : documentOf(root, frameId);
    return document ? closedUnder(document) : [];
  } finally {
    // Having asked once, the session would be told of every change of the document.
    session.send('DOM.disable').catch(() => undefined);
  }
}

function inside(node: DomNode): readonly DomNode[] {
  return [...(node.shadowRoots ?? []), ...(node.children ?? [])];
}

function documentOf(node: DomNode, frameId: string): DomNode | null {
  if (node.frameId === frameId && node.contentDocument) return node.contentDocument;
  const rest = [...inside(node), ...(node.contentDocument ? [node.contentDocument] : [])];
  for (const each of rest) {
    const found = documentOf(each, frameId);
    if (found) return found;
  }
  return null;
}

function closedUnder(document: DomNode): readonly number[] {
  const found: number[] = [];
  const waiting = [document];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.shadowRootType === 'closed') found.push(node.backendNodeId);
    waiting.push(...inside(node));
  }
  return found;
}

const maximumLength = 4 * 1024 * 1024;
/** A document that is still coming is not waited for. */
const patienceMs = 200;

/** Tells of the HTML behind addresses that a page has loaded whether it may hold shadow roots. */
export function followDocuments(page: Page): (url: string) => Promise<boolean> {
  const answers = new Map<string, Promise<boolean>>();
  page.on('response', (response) => {
    if (!isDocument(response)) return;
    const [url = ''] = response.url().split('#');
    answers.delete(url);
    answers.set(url, holdsRoots(response));
    for (const oldest of answers.keys()) {
      if (answers.size <= 100) break;
      answers.delete(oldest);
    }
  });
  return async (url) => {
    if (url.startsWith('data:')) return url.includes('shadowrootmode');
    const answer = answers.get(url);
    if (!answer) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(resolve, patienceMs, false);
    return Promise.race([answer, promise]).finally(() => clearTimeout(timer));
  };
}

function isDocument(response: Response): boolean {
  return response.request().resourceType() === 'document' && response.ok();
}

async function holdsRoots(response: Response): Promise<boolean> {
  try {
    const { 'content-type': type = 'text/html', 'content-length': length } = response.headers();
    if (!/html/i.test(type)) return false;
    if (Number(length) > maximumLength) return true;
    return (await response.text()).includes('shadowrootmode');
  } catch {
    // The document has gone, or its text is not kept.
    return false;
  }
}
