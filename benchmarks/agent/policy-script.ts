import type { Json } from '@runwright/contract';
import { demoScript, type Script, type ScriptRequest, scriptedMove, type View } from '@runwright/testing';
import type { Move, TaskPage } from './task-pages.ts';

const { act, checkbox, click, complete, inputText, selectOption, terminate } = scriptedMove;

/** Returns the script of a scripted endpoint that follows the policy of a page; what it extracts comes from the page. */
export function policyScript({ policy = [], expect }: TaskPage): Script {
  return [
    {
      purpose: 'act',
      answer: ({ view }) => {
        const rule = policy.find(({ when }) => when === undefined || view.has(when));
        if (!rule) return act('', [terminate('No rule of the policy fits the page.', 'wrong_state')]);
        return act(
          'The policy says what to do.',
          rule.moves.map((move) => toAction(move, view)),
        );
      },
    },
    { purpose: 'verify', answer: (scene) => verdict(scene, expect) },
    ...demoScript.filter(({ purpose }) => purpose !== 'act' && purpose !== 'verify'),
  ];
}

function verdict({ view }: ScriptRequest, expect: string | undefined): Json {
  if (expect !== undefined && view.has(expect)) return { verdict: 'done', evidence: expect, missing: null };
  const missing =
    expect === undefined ? 'The task names no text to expect.' : `The page does not show "${expect}".`;
  return { verdict: 'not_done', evidence: '', missing };
}

function toAction(move: Move, view: View): Json {
  if ('complete' in move) return complete(move.complete);
  const name = 'click' in move ? move.click : nameOf(move);
  const found = view.find({ name });
  if (!found) return terminate(`The page has no element \`${name}\`.`, 'target_missing');
  const reason = `The policy names ${name}.`;
  if ('input_text' in move) return inputText(found.id, move.text, reason);
  if ('select_option' in move) return selectOption(found.id, move.label, reason);
  if ('checkbox' in move) return checkbox(found.id, move.checked, reason);
  return click(found.id, reason);
}

function nameOf(move: Exclude<Move, { readonly complete: string } | { readonly click: string }>): string {
  if ('input_text' in move) return move.input_text;
  return 'select_option' in move ? move.select_option : move.checkbox;
}
