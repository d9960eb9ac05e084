import type { Json } from '@runwright/contract';
import { act, click, terminate } from './actions.ts';
import { decideContact } from './demo/contact.ts';
import { finish, subjectOf } from './demo/goal.ts';
import { decideOrders } from './demo/orders.ts';
import { answerQuestion, locateElement } from './demo/script-questions.ts';
import { asksToSignIn, signIn } from './demo/sign-in.ts';
import { criteria, failureJudgement, schemaProposal, verdict } from './demo/verification.ts';
import { fillSchema } from './fill-schema.ts';
import type { Script } from './script.ts';
import type { ScriptRequest } from './script-request.ts';

/**
 * Carries goals out on the demo site, whoever words them: sign in; open, filter, page and read the orders; read the
 * catalog; fill in and send the contact form. It finds everything it uses in the page that the prompt shows.
 */
export const demoScript: Script = [
  rule('contact', decideContact),
  rule('orders', decideOrders),
  rule('catalog', catalogTurn),
  rule('sign-in', signInTurn),
  { purpose: 'verify', answer: verdict },
  { purpose: 'criteria', answer: criteria },
  { purpose: 'judge_failure', answer: failureJudgement },
  { purpose: 'propose_schema', answer: schemaProposal },
  { purpose: 'answer', answer: answerQuestion },
  { purpose: 'locate', answer: locateElement },
  // `runwright doctor` asks these, to find out whether a model answers and with data.
  { purpose: 'probe', answer: readyWord },
  { purpose: 'text', when: ({ promptText }) => promptText.includes('{"word": "ready"}'), answer: readyWord },
  { purpose: 'text', when: ({ promptText }) => /\bthe word ready\b/.test(promptText), answer: () => 'ready' },
  {
    purpose: 'extract',
    answer: ({ schema, view, goal, sections }) =>
      fillSchema(schema ?? {}, view, [goal, sections.guidance ?? ''].join('\n')),
  },
  {
    purpose: 'metadata',
    answer: ({ goal }) => ({
      url: /\bhttps?:\/\/[^\s"'<>)]+/.exec(goal)?.[0] ?? null,
      title: goal.slice(0, 60),
    }),
  },
];

function rule(
  subject: ReturnType<typeof subjectOf>,
  turn: (scene: ScriptRequest) => readonly Json[],
): Script[number] {
  return {
    purpose: 'act',
    when: (scene) => subjectOf(scene) === subject,
    answer: (scene) =>
      act(
        `The goal is about ${subject}; the page is ${scene.view.title || scene.view.address}.`,
        turn(scene),
      ),
  };
}

function readyWord(): Json {
  return { word: 'ready' };
}

function catalogTurn(scene: ScriptRequest): readonly Json[] {
  const { view, goal } = scene;
  // It must not say that it has done what it cannot do.
  if (/\b(add|basket|buy|cart|change|cheapest|compare|delete|purchase|put)\b/i.test(goal)) {
    return [
      terminate(
        'The script of the demo can show and read the catalog, and do nothing else there. A model can.',
      ),
    ];
  }
  if (view.path.startsWith('/catalog')) return [finish(scene, 'The catalog is shown.')];
  const link = view.find({ kind: 'link', name: /catalog/i });
  return [
    link ? click(link.id, 'The products stand there.') : terminate('There is no catalog.', 'target_missing'),
  ];
}

function signInTurn(scene: ScriptRequest): readonly Json[] {
  const { view } = scene;
  if (view.has('Signed in as')) return [finish(scene, 'The portal shows who is signed in.')];
  if (asksToSignIn(scene)) return signIn(scene);
  const link = view.find({ kind: 'link', name: /^sign in/i });
  return [
    link
      ? click(link.id, 'The form stands there.')
      : terminate('There is no way to sign in.', 'target_missing'),
  ];
}
