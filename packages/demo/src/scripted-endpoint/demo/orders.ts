import type { Json } from '@runwright/contract';
import { click, complete, extract, inputText, selectOption, terminate } from '../actions.ts';
import type { ScriptRequest } from '../script-request.ts';
import { findInput, finish, quotedTextAfter, wantsData, wasJustExtracted } from './goal.ts';
import { asksToSignIn, signIn } from './sign-in.ts';

/** One turn on the way through the order book: sign in, open it, filter it, page through it, read it. */
export function decideOrders(scene: ScriptRequest): readonly Json[] {
  const { view } = scene;
  if (asksToSignIn(scene)) return signIn(scene);
  if (!view.path.startsWith('/orders')) {
    const link = view.find({ kind: 'link', name: /^(orders|see your orders)$/i });
    return [
      link
        ? click(link.id, 'The orders stand there.')
        : terminate('There is no way to the orders.', 'target_missing'),
    ];
  }
  const number = findOrderNumber(scene);
  if (number !== undefined) return oneOrder(scene, number);
  return filterMoves(scene) ?? pageMoves(scene) ?? readMoves(scene);
}

/** Returns what a field above the list of orders is to hold; null for a field that the goal leaves empty. */
export function findOrderFilter(scene: ScriptRequest, field: string): string | null {
  if (field === 'Search') return findOrderNumber(scene) ?? findSearchTerm(scene);
  if (field !== 'Status') return null;
  return statusWanted(scene, scene.view.find({ kind: 'select', name: 'Status' })?.options ?? []) ?? null;
}

function findOrderNumber(scene: ScriptRequest): string | undefined {
  return /\bPO-\d+\b/.exec(`${scene.goal} ${findInput(scene, /order|number/i) ?? ''}`)?.[0];
}

function findSearchTerm(scene: ScriptRequest): string | null {
  return (
    findInput(scene, /^(search|customer|client|query)/i) ??
    quotedTextAfter(scene, 'customer|client|search(?: for)?|of|for')
  );
}

function oneOrder(scene: ScriptRequest, number: string): readonly Json[] {
  const { view } = scene;
  if (view.path === `/orders/${number}`) return [finish(scene, `Order ${number} is open.`)];
  const link = view.find({ kind: 'link', name: number });
  if (link) return [click(link.id, 'This is the order.')];
  return (
    search(scene, number) ?? [
      terminate(`There is no order ${number}.`, 'target_missing', 'No order matches.'),
    ]
  );
}

/** Brings filter and search to what is wanted; null when they are. */
function filterMoves(scene: ScriptRequest): readonly Json[] | null {
  const { view } = scene;
  const status = view.find({ kind: 'select', name: 'Status' });
  const wanted = status && statusWanted(scene, status.options);
  const term = findSearchTerm(scene);
  const apply = view.find({ kind: 'button', name: 'Apply' });
  const choice =
    status && wanted && status.value !== wanted
      ? [selectOption(status.id, wanted, `Only orders that are ${wanted.toLowerCase()}.`)]
      : [];
  const typed = term === null ? null : search(scene, term);
  if (!apply || (choice.length === 0 && !typed)) return null;
  return [...choice, ...(typed ?? [click(apply.id, 'Apply the filter.')])];
}

function search({ view }: ScriptRequest, term: string): readonly Json[] | null {
  const field = view.find({ name: 'Search' });
  const apply = view.find({ kind: 'button', name: 'Apply' });
  if (!field || !apply || field.value?.toLowerCase() === term.toLowerCase()) return null;
  return [inputText(field.id, term, 'Search for it.'), click(apply.id, 'Apply the search.')];
}

/** A status of the list that inputs or goal name; `open` counts only where it cannot be a verb. */
function statusWanted(scene: ScriptRequest, options: readonly string[]): string | undefined {
  const given = findInput(scene, /status|state/i)?.toLowerCase();
  const wish = `${scene.goal}\n${scene.dataWanted}`.toLowerCase().replaceAll('cancelled', 'canceled');
  return options.slice(1).find((option) => {
    const status = option.toLowerCase();
    if (given !== undefined) return given === status;
    if (status !== 'open') return new RegExp(`\\b${status}\\b`).test(wish);
    return /\b(all|only|the|list|show|extract|read) open orders\b|\bstatus\W+(is |to )?\W*open\b|\bare open\b/.test(
      wish,
    );
  });
}

/** Turns to the page that the goal names; null when it is shown or none is named. */
function pageMoves({ view, goal }: ScriptRequest): readonly Json[] | null {
  const wanted = /\bpage (\d+)\b/i.exec(goal)?.[1];
  const link = wanted === undefined ? undefined : view.find({ kind: 'link', name: wanted });
  return !link || link.flags.includes('selected') ? null : [click(link.id, `Page ${wanted} is wanted.`)];
}

/** Reads page after page when all are wanted, else ends here. */
function readMoves(scene: ScriptRequest): readonly Json[] {
  const { view, goal, dataWanted } = scene;
  const shown = `The orders are shown: ${/Showing [^"|\n]*/.exec(view.text)?.[0] ?? 'none match'}.`;
  const isEveryPage = /\b(all|every|each)\b/i.test(`${goal}\n${dataWanted}`) && wantsData(scene);
  if (!isEveryPage || view.has('No order matches')) return [finish(scene, shown)];
  if (!wasJustExtracted(scene)) return [extract(goal)];
  const next = view.find({ kind: 'link', name: 'Next' });
  return [
    next
      ? click(next.id, 'There are more on the next page.')
      : complete('All orders were read, page by page.'),
  ];
}
