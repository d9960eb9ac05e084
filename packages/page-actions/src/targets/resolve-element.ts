import type { ActionTarget, VisibleElement } from '@runwright/contract';
import type { FoundElement } from '@runwright/page-reader';
import type { ActionContext } from '../action-context.ts';
import { type ActionOutcome, failed } from '../action-outcome.ts';

/** An element of the page and how the record calls it. */
interface Resolved {
  readonly found: FoundElement;
  readonly about: ActionTarget;
}

/** Least similarity of a replacement, and its least lead over the second one. */
const enough = 0.8;
const lead = 0.1;
/** So many candidates are named when there are several. */
const mostNamed = 5;
/** Shares of weights do not add up exactly. */
const little = 1e-9;

/**
 * Finds the element of an id; when it is gone, the only similar element of its frame; else returns the outcome that says
 * why there is none. An action that was planned on an older view goes on only when its target is what it was there.
 */
export async function resolveElement(context: ActionContext, id: string): Promise<Resolved | ActionOutcome> {
  const { reader } = context.tab;
  const clean = id.trim().replace(/^\*/, '');
  const planned = reader.seenInView(context.epoch, clean);
  const seen = reader.lastSeen(clean) ?? planned;
  const found = await reader.find(clean, context.limits);
  if (found) {
    const refused = context.isCurrent ? null : await refuseChanged(context, clean, planned);
    return refused ?? describeElement(context, found, seen);
  }
  if (!seen) return goneOutcome(clean, seen);
  // What was drawn again since the view takes its id over when the page is looked at.
  await reader.peek(context.signal, context.secrets.findMask);
  const again = await reader.find(clean, context.limits);
  if (again) {
    const refused = context.isCurrent ? null : await refuseChanged(context, clean, planned);
    return refused ?? describeElement(context, again, seen);
  }
  return context.isCurrent ? resolveSimilar(context, clean, seen) : goneOutcome(clean, seen);
}

/** Why an action that was planned on an older view may not go on; null when its target is what it was. */
async function refuseChanged(
  { tab: { reader }, limits }: ActionContext,
  id: string,
  planned: VisibleElement | undefined,
): Promise<ActionOutcome | null> {
  const now = reader.lastSeen(id);
  if (!planned || !now) {
    return failed(
      'stale_target',
      `The page has been read again since this was planned, and \`${id}\` was not in that older view. Plan on the newest view.`,
    );
  }
  const { first, now: sends } = await reader.destination(id, limits);
  const isSame =
    planned.kind === now.kind &&
    planned.name === now.name &&
    planned.tag === now.tag &&
    hostOf(planned.href) === hostOf(now.href) &&
    (first === null || hostOf(first) === hostOf(sends));
  if (isSame) return null;
  return failed(
    'stale_target',
    `\`${id}\` was ${planned.kind} "${planned.name}" when this was planned and is ${now.kind} "${now.name}" now, or leads elsewhere. Plan on the newest view.`,
  );
}

/** The one element that is like another one that is gone. */
async function resolveSimilar(
  context: ActionContext,
  id: string,
  seen: VisibleElement,
): Promise<Resolved | ActionOutcome> {
  const { reader } = context.tab;
  const candidates = (await reader.similarTo(id, context.limits).catch(() => [])).filter(
    ({ score }) => score >= enough - little,
  );
  const [first, second] = candidates;
  if (!first) return goneOutcome(id, seen);
  if (second && first.score - second.score < lead - little) {
    const close = candidates.filter(({ score }) => score > first.score - lead + little).slice(0, mostNamed);
    const lines = close.map((candidate) => `  ${lineOf(reader.lastSeen(candidate.id), candidate.id)}`);
    return failed(
      'ambiguous_target',
      [`\`${id}\` (${seen.kind} "${seen.name}") is gone, and several elements are like it:`, ...lines].join(
        '\n',
      ),
    );
  }
  const found = await reader.find(first.id, context.limits);
  return found ? describeElement(context, found, reader.lastSeen(first.id) ?? seen) : goneOutcome(id, seen);
}

/** Describes an element for the record of an action, with what finds it again on another day. */
export async function describeElement(
  { tab: { reader }, limits }: ActionContext,
  found: FoundElement,
  seen: VisibleElement | undefined,
): Promise<Resolved> {
  const { id } = found;
  const kind = seen?.kind ?? 'item';
  const name = seen?.name ?? '';
  const mark = await reader.locatorOf(id, limits).catch(() => null);
  const byRole = name === '' ? [] : [`role=${kind}[name=${JSON.stringify(name)}]`];
  return {
    found,
    about: {
      ...{ id, kind, name, frame: found.frame.url },
      fingerprint: mark?.fingerprint ?? null,
      selectors: [...(mark?.selectors ?? []), ...byRole].slice(0, 3),
      ...(seen ? { box: seen.box } : {}),
    },
  };
}

function goneOutcome(id: string, seen: VisibleElement | undefined): ActionOutcome {
  const name = seen ? ` (${seen.kind} "${seen.name}")` : '';
  return failed(
    'stale_target',
    `\`${id}\`${name} is not on the page any more. Read the page again and choose from it.`,
  );
}

function lineOf(seen: VisibleElement | undefined, id: string): string {
  if (!seen) return id;
  const { kind, name, value, flags, box } = seen;
  const shown = value === null ? '' : ` =${value}`;
  const marks = flags.length === 0 ? '' : ` ${flags.join(' ')}`;
  return `${id} ${kind} "${name}"${shown}${marks} at ${Math.round(box.x)},${Math.round(box.y)}`;
}

function hostOf(url: string | undefined): string {
  return url !== undefined && URL.canParse(url) ? new URL(url).host : '';
}
