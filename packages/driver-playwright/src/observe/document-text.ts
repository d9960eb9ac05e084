import type { CallLimits } from '@runwright/page-reader';
import type { Tab } from '../tabs/tabs.ts';

/** The document as text, without its inner frames. */
export async function documentText({ channel }: Tab, signal: AbortSignal): Promise<string> {
  const limits: CallLimits = { timeoutMs: documentMs, signal };
  const frame = await channel.main(limits);
  const root = await frame.evaluate('document', limits);
  const text = await frame.call(root, serialise, [], limits);
  return typeof text === 'string' ? text.toWellFormed() : '';
}

const documentMs = 10_000;
const serialise = `function () {
  const type = this.doctype ? new XMLSerializer().serializeToString(this.doctype) : '';
  return type + (this.documentElement?.outerHTML ?? '');
}`;
