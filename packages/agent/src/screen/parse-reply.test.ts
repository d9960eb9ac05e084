import { describe, expect, it } from 'vitest';
import { parseReply } from './parse-reply.ts';

const callsOf = (text: string) => parseReply(text).calls;

describe('a reply in the action grammar', () => {
  it('has a thought and a call with its values', () => {
    expect(parseReply("Thought: I see a form.\nAction: click(point='<point>500 20</point>')")).toEqual({
      thought: 'I see a form.',
      calls: [{ name: 'click', values: { point: '<point>500 20</point>' } }],
    });
  });

  it('takes boxes, double quotation marks and several values', () => {
    expect(callsOf(`Action: drag(start_box="(10,20)", end_box='(30,40)')`)).toEqual([
      { name: 'drag', values: { start_box: '(10,20)', end_box: '(30,40)' } },
    ]);
  });

  it('takes a call without values', () => {
    expect(callsOf('Thought: It loads.\nAction: wait()')).toEqual([{ name: 'wait', values: {} }]);
  });

  it('reads escapes, and an apostrophe that is not escaped', () => {
    expect(callsOf(String.raw`Action: type(content='Ann\'s "x"\n')`)).toEqual([
      { name: 'type', values: { content: 'Ann\'s "x"\n' } },
    ]);
    expect(callsOf(`Action: type(content='it's (late)')`)).toEqual([
      { name: 'type', values: { content: "it's (late)" } },
    ]);
  });

  it('reads several calls below each other', () => {
    expect(callsOf("Action: click(point='1 2')\n\nhotkey(key='ctrl a')")).toHaveLength(2);
  });

  it('is a message when it names no action', () => {
    expect(parseReply('What is your e-mail address?')).toEqual({
      thought: 'What is your e-mail address?',
      calls: [],
    });
  });

  it.each([
    'Action: click(',
    'Action: click(point',
    "Action: click(point='1",
    'Action: (',
    'Action: click 1 2',
  ])('has no call when it is broken: %s', (text) => expect(callsOf(text)).toEqual([]));

  it('takes no longer for a long text that never ends', () => {
    expect(callsOf(`Action: type(content='${"' ".repeat(20_000)}`)).toEqual([]);
  });
});
