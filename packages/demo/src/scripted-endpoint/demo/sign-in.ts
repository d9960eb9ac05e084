import type { Json } from '@runwright/contract';
import { demoCredentials } from '../../demo-site/session.ts';
import { click, inputText, terminate } from '../actions.ts';
import type { ScriptRequest } from '../script-request.ts';
import { findInput, quotedTextAfter } from './goal.ts';

/** Whether the page asks for user name and password. */
export function asksToSignIn({ view }: ScriptRequest): boolean {
  return view.find({ name: 'Password' }) !== undefined && view.find({ name: 'User name' }) !== undefined;
}

/** Fills in the sign-in form: with the block's inputs, else with what the goal says, else with the demo account. */
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
  const name =
    findInput(scene, /user|login/i) ??
    quotedTextAfter(scene, 'user ?name|user|login') ??
    demoCredentials.username;
  const word = findInput(scene, /pass/i) ?? quotedTextAfter(scene, 'password') ?? demoCredentials.password;
  const nameField = view.find({ name: 'User name' });
  const wordField = view.find({ name: 'Password' });
  const button = view.find({ kind: 'button', name: 'Sign in' });
  if (!nameField || !wordField || !button)
    return [terminate('The sign-in form is not whole.', 'target_missing')];
  return [
    inputText(nameField.id, name, 'The form asks for the user name.'),
    inputText(wordField.id, word, 'The form asks for the password.'),
    click(button.id, 'Send the form.'),
  ];
}
