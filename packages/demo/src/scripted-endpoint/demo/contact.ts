import type { Json } from '@runwright/contract';
import { checkbox, click, inputText, selectOption, terminate } from '../actions.ts';
import type { ScriptRequest } from '../script-request.ts';
import { findInput, finish, quotedTextAfter } from './goal.ts';

/** One turn on the way to a sent contact form: open it, fill in what is missing, choose the country, send it. */
export function decideContact(scene: ScriptRequest): readonly Json[] {
  const { view } = scene;
  if (view.path.startsWith('/contact/thanks')) return [finish(scene, 'The portal thanks for the message.')];
  if (!view.path.startsWith('/contact')) {
    const link = view.find({ kind: 'link', name: 'Contact' });
    return [
      link
        ? click(link.id, 'The form stands there.')
        : terminate('There is no contact form.', 'target_missing'),
    ];
  }
  const wanted = wishes(scene);
  const option = view.find({ kind: 'option', name: wanted.country });
  if (option) return [click(option.id, 'This is the country.')];
  const moves = fillMoves(scene, wanted);
  if (moves.length > 0) return moves.slice(0, 6);
  const problem = /alert "([^"]*)"/.exec(view.text)?.[1];
  if (problem !== undefined) return [terminate('The form was refused.', 'wrong_state', problem)];
  const send = view.find({ kind: 'button', name: 'Send message' });
  return [
    send ? click(send.id, 'The form is filled in.') : terminate('The form cannot be sent.', 'target_missing'),
  ];
}

/** Returns what a field of the contact form is to hold; null for a field that the goal leaves empty. */
export function findContactValue(scene: ScriptRequest, field: string): string | null {
  const { name, email, topic, date, country, message } = wishes(scene);
  const values = { Name: name, 'E-mail': email, Topic: topic, 'Preferred date': date, Country: country };
  return (
    Object.entries({ ...values, Message: message }).find(([label]) => field.startsWith(label))?.[1] ?? null
  );
}

interface Wishes {
  readonly name: string;
  readonly email: string;
  readonly topic: string;
  readonly date: string | null;
  readonly country: string;
  readonly message: string;
  readonly stars: string | null;
  readonly copy: boolean;
}

/** Inputs first, then the words of the goal; required fields that neither names get plain values. */
function wishes(scene: ScriptRequest): Wishes {
  const { goal, view } = scene;
  const topics = view.find({ name: 'Topic' })?.options ?? [];
  const asked = goal.toLowerCase();
  return {
    name: findInput(scene, /^(full_?)?name$/i) ?? quotedTextAfter(scene, 'name') ?? 'Ann Example',
    email: findInput(scene, /mail/i) ?? /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/.exec(goal)?.[0] ?? 'ann@example.com',
    topic:
      findInput(scene, /topic|subject/i) ??
      topics.slice(1).find((topic) => asked.includes(topic.toLowerCase())) ??
      'Order question',
    date: findInput(scene, /date|day/i) ?? /\b\d{4}-\d{2}-\d{2}\b/.exec(goal)?.[0] ?? null,
    country:
      findInput(scene, /country/i) ??
      quotedTextAfter(scene, 'country') ??
      /\bcountry:? (?:is )?([A-Z]\p{L}+)/u.exec(goal)?.[1] ??
      'Germany',
    message:
      findInput(scene, /message|text/i) ??
      quotedTextAfter(scene, 'message|saying|text') ??
      'Please call me back about my order.',
    stars: findInput(scene, /rating|stars/i) ?? /\b([1-5]) stars?\b/i.exec(goal)?.[1] ?? null,
    copy: /^(true|1|yes)$/i.test(findInput(scene, /copy/i) ?? '') || /\bcopy\b/i.test(goal),
  };
}

/** What is still to be filled in. The country stands last: its list opens over the form. */
function fillMoves({ view }: ScriptRequest, wanted: Wishes): readonly Json[] {
  const text = (name: string | RegExp, value: string | null): readonly Json[] => {
    const field = view.find({ name });
    if (!field || value === null || field.value === value) return [];
    return [inputText(field.id, value, `The form asks for ${field.name}.`)];
  };
  const topic = view.find({ kind: 'select', name: 'Topic' });
  const stars =
    wanted.stars === null
      ? undefined
      : view.find({ kind: 'button', name: new RegExp(`^${wanted.stars} stars?$`) });
  const isRated = /\b\d (of \d )?stars?"/.test(view.text.replace(/button "[^"]*"/g, ''));
  const copy = view.find({ kind: 'checkbox' });
  return [
    ...text('Name', wanted.name),
    ...text('E-mail', wanted.email),
    ...(topic && topic.value !== wanted.topic
      ? [selectOption(topic.id, wanted.topic, 'The form asks for a topic.')]
      : []),
    ...text(/^Preferred date/, wanted.date),
    ...text('Message', wanted.message),
    ...(copy && wanted.copy && copy.flags.includes('unchecked')
      ? [checkbox(copy.id, true, 'A copy is wanted.')]
      : []),
    ...(stars && !isRated && !stars.flags.includes('selected')
      ? [click(stars.id, 'This is the rating.')]
      : []),
    ...text('Country', wanted.country),
  ];
}
