import type { Image, VisibleElement } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import { parseReply } from './parse-reply.ts';
import { pointSpaceOf } from './point-space.ts';
import { type SeenScreen, toAgentAction } from './to-agent-action.ts';

const image: Image = {
  ...{ bytes: new Uint8Array(), mediaType: 'image/jpeg', width: 1_280, height: 720 },
  ...{ cssWidth: 1_600, cssHeight: 900 },
};
const element = (id: string, flags: readonly string[], box: readonly [number, number, number, number]) => {
  const [x, y, width, height] = box;
  const place = { box: { x, y, width, height }, frame: 'a', why: 'native', tag: 'input' } as const;
  return { id, kind: 'textbox', name: id, value: null, flags, ...place } satisfies VisibleElement;
};
const elements = [
  element('a1', [], [0, 0, 1_600, 900]),
  element('a2', ['focused'], [100, 100, 300, 40]),
  element('a3', [], [800, 0, 300, 900]),
];

function convert(call: string, screen: Partial<SeenScreen> = {}) {
  const [first] = parseReply(`Action: ${call}`).calls;
  if (!first) throw new Error(`No call in ${call}`);
  return toAgentAction(first, 'because', {
    ...{ image, space: 'thousandths', view: { elements: () => elements } },
    ...{ oneTimeCode: null, isAllSelected: false, ...screen },
  });
}

describe('a call on a screenshot', () => {
  it('names a point in thousandths of the image', () => {
    expect(convert("click(point='<point>500 500</point>')")).toEqual({
      ...{ reason: 'because', action_type: 'click', x: 800, y: 450 },
    });
  });

  it('names a point in pixels of the image as a server of such a model resizes it', () => {
    // 1,280 x 720 becomes 1,288 x 728, multiples of 28.
    expect(convert("click(point='<point>644 364</point>')", { space: 'pixels' })).toMatchObject({
      x: 800,
      y: 450,
    });
  });

  it('stands for the centre of a box', () => {
    expect(convert("click(start_box='(400,400,600,600)')")).toMatchObject({ x: 800, y: 450 });
  });

  it.each(["click(point='1001 5')", "click(point='-1 5')", "click(point='here')", "drag(start_point='1 1')"])(
    'is refused outside of the image, and not moved into it: %s',
    (call) => expect(convert(call)).toEqual(expect.any(String)),
  );

  it.each([
    ["left_double(point='0 0')", { action_type: 'click', count: 2 }],
    ["right_single(point='0 0')", { action_type: 'click', button: 'right' }],
    ["hotkey(key='ctrl shift t')", { action_type: 'keypress', keys: ['Control+Shift+T'] }],
    ["hotkey(key='page_down')", { action_type: 'keypress', keys: ['PageDown'] }],
    ["finished(content='All done.')", { action_type: 'complete', summary: 'All done.' }],
    ["terminate(reason='Sold out')", { action_type: 'terminate', evidence: 'Sold out' }],
  ])('%s is an action', (call, action) => expect(convert(call)).toMatchObject(action));

  it('types into the element with the focus, and presses Enter at a final line break', () => {
    expect(convert(String.raw`type(content='Ann\n')`)).toEqual({
      ...{ reason: 'because', action_type: 'input_text', id: 'a2', text: 'Ann', clear: false, submit: true },
    });
  });

  it('replaces the value of the field after all of it was selected', () => {
    expect(convert("type(content='Ann')", { isAllSelected: true })).toMatchObject({ clear: true });
  });

  it('types nothing when nothing has the focus', () => {
    expect(convert("type(content='Ann')", { view: { elements: () => [] } })).toMatch(/click the field first/);
  });

  it('waits for a one-time code when it types the placeholder', () => {
    const oneTimeCode = 'secret:code';
    expect(convert("type(content='secret:code')", { oneTimeCode })).toMatchObject({
      ...{ action_type: 'verification_code', id: 'a2', code: oneTimeCode },
    });
  });

  it('scrolls the smallest element under the point', () => {
    expect(convert("scroll(point='600 500', direction='down')")).toMatchObject({
      id: 'a3',
      direction: 'down',
    });
    expect(convert("scroll(direction='up')")).toMatchObject({ action_type: 'scroll', direction: 'up' });
  });

  it('has a name that there is', () => {
    expect(convert('jump()')).toMatch(/There is no action `jump`/);
  });
});

describe('the point space of a model', () => {
  it.each([
    ['UI-TARS-1.5-7B', 'pixels'],
    ['qwen2.5-vl-72b-instruct', 'pixels'],
    ['ui-tars-7b-dpo', 'thousandths'],
    ['some-model', 'thousandths'],
  ])('%s: %s', (name, space) => expect(pointSpaceOf(name)).toBe(space));
});
