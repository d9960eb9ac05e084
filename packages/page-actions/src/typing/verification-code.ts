import type { PageActionOf } from '@runwright/contract';
import type { ActionContext } from '../action-context.ts';
import { type ActionOutcome, done, failed } from '../action-outcome.ts';
import { findCodeBox } from '../in-page/code-boxes.ts';
import { findFieldWithin, readControlState } from '../in-page/control-state.ts';
import { press } from '../pointer/press.ts';
import { refreshTarget } from '../targets/refresh-target.ts';
import { isTarget, resolveTarget, type Target } from '../targets/target.ts';
import { fillSecret } from './fill-secret.ts';
import { revealSecrets } from './reveal-secrets.ts';
import { type Typing, typeInto } from './type-into.ts';

type Asked = PageActionOf<'verification_code'>;

/** `verification_code`: types a code into its field, or one character into each of the boxes that it is split into. */
export async function verificationCode(
  context: ActionContext,
  { id, ids, code }: Asked,
): Promise<ActionOutcome> {
  const named = ids ?? (id === undefined ? [] : [id]);
  const [first, ...rest] = named;
  if (first === undefined)
    return failed('unsupported', 'A code needs the `id` of its field, or the `ids` of its boxes.');
  const target = await resolveBox(context, first);
  if (!isTarget(target)) return target;
  const revealed = await revealSecrets(context, target, code);
  if ('status' in revealed) return revealed;
  const plain = plainCode(revealed.text);
  const { isPassword } = revealed;
  await context.tab.reader.markSecret(target.about.id, context.limits);

  const others: Target[] = [];
  for (const each of rest) {
    const other = await resolveBox(context, each);
    if (!isTarget(other)) return other;
    // Each box may be in a frame of another origin.
    const allowed = await revealSecrets(context, other, code);
    if ('status' in allowed) return allowed;
    await context.tab.reader.markSecret(other.about.id, context.limits);
    others.push(other);
  }
  if (rest.length === 0) {
    const typing = { text: plain, isSecret: true, isPassword, submit: false, clear: true };
    return (await fillBoxesBeside(context, target, typing)) ?? typeInto(context, target, typing);
  }
  const boxes = [target, ...others];
  if (boxes.length !== plain.length) {
    return failed(
      'value_mismatch',
      `The code has ${plain.length} characters, and there are ${boxes.length} boxes for it. Name one box for each character, or only the first one.`,
      { target: target.about },
    );
  }
  context.secrets.typesApart(plain);
  return typeApart(context, boxes, { text: plain, isPassword });
}

/** Finds the field that an id names, or the one inside of it. Anything else is refused: a code goes to a field alone. */
async function resolveBox(context: ActionContext, id: string): Promise<Target | ActionOutcome> {
  const named = await resolveTarget(context, id);
  if (!isTarget(named) || (await named.call(readControlState)).editable) return named;
  const field = await named.callForTarget(findFieldWithin);
  if (field && (await field.call(readControlState)).editable) return field;
  return failed('secret_refused', `${named.called} is no field for a code. Name the field itself.`, {
    target: named.about,
  });
}

/** Removes the spaces and dashes of a code of digits. */
function plainCode(text: string): string {
  const digits = text.replace(/[\s-]/g, '');
  return /^\d+$/.test(digits) ? digits : text.trim();
}

/** Brings a code into the boxes beside a field, the first of them; null when no code of so many characters is split there. */
export async function fillBoxesBeside(
  context: ActionContext,
  first: Target,
  { text, isPassword }: Pick<Typing, 'text' | 'isPassword'>,
): Promise<ActionOutcome | null> {
  const code = plainCode(text);
  const boxes = await boxesBeside(context, first, code.length);
  if (boxes.length <= 1) return null;
  context.secrets.typesApart(code);
  return typeApart(context, boxes, { text: code, isPassword });
}

async function boxesBeside(
  context: ActionContext,
  first: Target,
  length: number,
): Promise<readonly Target[]> {
  const { reader } = context.tab;
  const boxes: Target[] = [];
  for (let index = 0; length > 1 && index < length; index += 1) {
    const box = await first.callForTarget(findCodeBox, length, index);
    if (!box) return [];
    boxes.push(box);
  }
  for (const { found } of boxes) {
    const id = await reader.idOf(found.frame, found.handle, context.limits);
    if (id !== null) await reader.markSecret(id, context.limits);
  }
  return boxes;
}

/** Brings one character into each box; once again when the page has changed them meanwhile. */
async function typeApart(
  context: ActionContext,
  boxes: readonly Target[],
  { text: code, isPassword }: Pick<Typing, 'text' | 'isPassword'>,
): Promise<ActionOutcome> {
  const [first] = boxes;
  if (!first) return failed('unsupported', 'There is no box for the code.');
  const { about, called } = first;
  const watch = await context.watch();
  const pressed = await press(context, first);
  if (pressed.status !== 'ok') return pressed;
  let attempts = 0;
  let found: string | null = '';
  while (attempts < 2 && found !== null && found !== code) {
    attempts += 1;
    for (const [index, box] of boxes.entries()) {
      // A page that re-renders with each character puts other boxes in their place.
      const live = await refreshTarget(context, box);
      // Many pages remove the boxes with the last character.
      if (!live && index > 0) break;
      const refused = await fillSecret(context, live ?? box, code[index] ?? '', {
        isPassword,
        clear: true,
        apart: true,
      });
      if (refused) return refused;
    }
    found = await read(boxes);
  }
  const settled = await watch.settle();
  const holds = found === null || found === code || settled.hasNavigated;
  const readBack = { wanted: null, found: null, holds, attempts };
  const rest = { target: about, dispatch: 'dom', readBack, settled } as const;
  return holds
    ? done(`Typed the code into ${boxes.length} boxes, the first of which is ${called}.`, rest)
    : failed(
        'value_mismatch',
        `The ${boxes.length} boxes from ${called} on do not hold the code: mismatch. Look for a message on the page.`,
        rest,
      );
}

/** Returns the text of all boxes; null when the page has removed them, as many do once a code is complete. */
async function read(boxes: readonly Target[]): Promise<string | null> {
  const values = await Promise.all(
    boxes.map((box) =>
      box.call(readControlState).then(
        ({ value }) => value,
        () => null,
      ),
    ),
  );
  return values.includes(null) ? null : values.join('');
}
