import type { JsonObject } from '@runwright/contract';
import type { ScriptRequest } from '../script-request.ts';
import { findContactValue } from './contact.ts';
import { findOrderFilter } from './orders.ts';
import { asksToSignIn, findAccount } from './sign-in.ts';

/** Answers the question of a learned script about a field, such as `What is to be chosen in select "Status"?`. */
export function answerQuestion(scene: ScriptRequest): JsonObject {
  const field = /"([^"]*)"/.exec(scene.sections.question ?? '')?.[1] ?? '';
  return { value: findValue(scene, field) };
}

function findValue(scene: ScriptRequest, field: string): string | null {
  if (asksToSignIn(scene)) {
    const account = findAccount(scene);
    return (field === 'Password' ? account?.password : account?.username) ?? null;
  }
  if (scene.view.path.startsWith('/orders')) return findOrderFilter(scene, field);
  return scene.view.path.startsWith('/contact') ? findContactValue(scene, field) : null;
}

/** Finds the element that a learned script describes, such as `button "Apply"`, by its kind and name. */
export function locateElement({ sections, view }: ScriptRequest): JsonObject {
  const [, kind = '', name = ''] = /^(\S+) "([^"]*)"/.exec(sections.element ?? '') ?? [];
  const id = view.find({ kind, name })?.id ?? null;
  const reason = id === null ? 'The page has no such element.' : 'It has the same kind and name.';
  return { reason, id };
}
