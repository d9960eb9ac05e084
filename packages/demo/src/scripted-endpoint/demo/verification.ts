import type { Json, JsonObject } from '@runwright/contract';
import { wordsOf } from '../column-match.ts';
import { recordsOf } from '../page-records.ts';
import type { ScriptRequest } from '../script-request.ts';
import { subjectOf } from './goal.ts';

/** Whether the page bears out that the goal is reached, with words of the page. */
export function verdict(scene: ScriptRequest): JsonObject {
  const { view } = scene;
  const subject = subjectOf(scene);
  const evidence = evidenceFor(scene);
  if (evidence !== null) return { verdict: 'done', evidence, missing: null };
  const missing = `The page \`${view.address}\` does not show that the goal about ${subject ?? 'something else'} is reached.`;
  return { verdict: 'not_done', evidence: '', missing };
}

function evidenceFor(scene: ScriptRequest): string | null {
  const { view } = scene;
  switch (subjectOf(scene)) {
    case 'contact':
      return /reference number is [^".]*/.exec(view.text)?.[0] ?? null;
    case 'orders':
      if (!view.path.startsWith('/orders')) return null;
      return /Showing [^"|\n]*|No order matches|Order PO-\d+/.exec(view.text)?.[0] ?? null;
    case 'catalog':
      return view.path.startsWith('/catalog') ? (/\d+ products/.exec(view.text)?.[0] ?? null) : null;
    case 'sign-in':
      // The name of a credential stands there as a placeholder, so only the words before it are quoted.
      return /Signed in as(?= \S)/.exec(view.text)?.[0] ?? null;
    case null:
      return null;
  }
}

/** Whether most words of each condition stand on the page. */
export function criteria({ sections, view }: ScriptRequest): JsonObject {
  const holds = (condition = 'never') => {
    const words = wordsOf(condition).filter((word) => word.length > 3);
    return (
      condition !== 'never' &&
      words.length > 0 &&
      words.filter((word) => view.has(word)).length / words.length > 0.6
    );
  };
  return {
    complete: holds(sections.complete_when),
    terminate: holds(sections.terminate_when),
    evidence: view.title || view.address,
  };
}

/** Why it came to nothing: what the page says in an alert, else what the agent said. */
export function failureJudgement({ sections, view }: ScriptRequest): JsonObject {
  const alert = /alert "([^"]*)"/.exec(view.text)?.[1];
  return {
    refused: alert !== undefined,
    category: alert === undefined ? 'goal_unreachable' : 'wrong_state',
    reason: alert ?? sections.claim?.split('\n')[0] ?? 'The goal was not reached.',
    error_code: null,
    quote: alert ?? '',
    confidence: alert === undefined ? 0.5 : 0.9,
  };
}

/** Fields after the columns of what the page lists. */
export function schemaProposal({ view }: ScriptRequest): JsonObject {
  const columns = Object.keys(recordsOf(view)[0] ?? {});
  const fields = columns.map((column): Json => {
    const name = wordsOf(column).join('_');
    return { name, kind: /total|price|amount|quantity/.test(name) ? 'number' : 'text', description: column };
  });
  const listName = wordsOf(view.title || view.path)[0] ?? 'items';
  return columns.length > 0
    ? { many: true, list_name: listName === 'catalog' ? 'products' : listName, fields }
    : {
        many: false,
        list_name: 'page',
        fields: [{ name: 'title', kind: 'text', description: 'Title of the page.' }],
      };
}
