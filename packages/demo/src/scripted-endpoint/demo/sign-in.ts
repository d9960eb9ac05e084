import type { Json } from '@runwright/contract';
import { demoCredentials } from '../../demo-site/session.ts';
import { click, inputText, terminate } from '../actions.ts';
import type { ScriptRequest } from '../script-request.ts';
import { findInput, quotedTextAfter } from './goal.ts';

/** Whether the page asks for user name and password. */
export function asksToSignIn({ view }: ScriptRequest): boolean {
  return view.find({ name: 'Password' }) !== undefined && view.find({ name: 'User name' }) !== undefined;
}

/** Fills in the sign-in form with the account that the block names. */
export function signIn(scene: ScriptRequest): readonly Json[] {
  const { view } = scene;
  if (view.has('user name or the password is wrong')) {
    return [
      terminate(
        'The portal refused user name and password.',
        'credential',
        'The user name or the password is wrong.',
      ),
    ];
  }
  const account = findAccount(scene);
  if (account === null) {
    return [
      terminate(
        'Neither the inputs nor the goal say both user name and password. Give the block a credential in `parameter_keys`.',
        'credential',
      ),
    ];
  }
  const nameField = view.find({ name: 'User name' });
  const wordField = view.find({ name: 'Password' });
  const button = view.find({ kind: 'button', name: 'Sign in' });
  if (!nameField || !wordField || !button)
    return [terminate('The sign-in form is not whole.', 'target_missing')];
  return [
    inputText(nameField.id, account.username, 'The form asks for the user name.'),
    inputText(wordField.id, account.password, 'The form asks for the password.'),
    click(button.id, 'Send the form.'),
  ];
}

/** User name and password to sign in with. */
export interface Account {
  readonly username: string;
  readonly password: string;
}

/**
 * Returns user name and password of the inputs, else of the goal; the demo account only for a block that says nothing of
 * either and has no secret. Null when one of them is missing.
 */
export function findAccount(scene: ScriptRequest): Account | null {
  const { goal, inputs } = scene;
  const username =
    findInput(scene, /user|login/i) ??
    quotedTextAfter(scene, 'user ?name|user|login') ??
    findWordAfter(goal, 'user ?name');
  const password =
    findInput(scene, /pass/i) ?? quotedTextAfter(scene, 'password') ?? findWordAfter(goal, 'password');
  if (username !== null && password !== null) return { username, password };
  const saysNothing = username === null && password === null;
  const hasSecret = `${goal}${JSON.stringify(inputs)}`.includes('{{secret.');
  return saysNothing && !hasSecret ? demoCredentials : null;
}

/** Words that follow `user name` or `password` in a sentence that does not say them. */
const fillers =
  /^(and|or|of|in|from|with|its|the|is|are|that|which|to|on|at|when|for|as|an?|field|fields|form|you)$/i;

/** Returns the word after these ones in a goal, or the placeholder of a secret; null for a word that is none of a credential. */
function findWordAfter(goal: string, words: string): string | null {
  const found = new RegExp(
    `\\b(?:${words})\\b[:=]?\\s+(\\{\\{secret\\.[^{}]*\\}\\}|[^\\s"'“”\`,;]+)`,
    'i',
  ).exec(goal)?.[1];
  const word = found?.replace(/[.!?)]+$/, '') ?? '';
  return word === '' || fillers.test(word) ? null : word;
}
