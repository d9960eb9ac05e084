/** The marks between which models put their thoughts when their server does not take them out, by how they open and close. */
const marks: readonly (readonly [open: RegExp, close: RegExp])[] = [
  [
    /<(?:think|thinking|thoughts?|reasoning|reflection)>/i,
    /<\/(?:think|thinking|thoughts?|reasoning|reflection)>/i,
  ],
  [/\[THINK\]/, /\[\/THINK\]/],
  [/◁think▷/, /◁\/think▷/],
];

/** The channels of the format Harmony: an answer stands in the last one that is called `final`. */
const channel = /<\|channel\|>\s*(\w+)(?:(?!<\|(?:channel|message)\|>)[\s\S])*<\|message\|>/g;
const endOfChannel = /<\|(?:end|return|call)\|>[\s\S]*$/;

/** What an answer in JSON ends with: its bracket, a fence or the mark of an element around it. */
const endOfAnswer = /(?:[}\]]|```|<\/\w+>)$/;

/**
 * The answer of a model without the thoughts that stand before it, or behind an answer in JSON, between the marks of common formats; also
 * where the mark that opens them is missing. Thoughts that do not end have no answer after them: the text is empty then. A text that is JSON as a whole has none.
 */
export function withoutThoughts(text: string): string {
  if (!hasMarks(text) || isJson(text)) return text;
  return beforeThoughts(afterThoughts(finalChannel(text)));
}

function hasMarks(text: string): boolean {
  return text.includes('<|channel|>') || marks.some(([open, close]) => open.test(text) || close.test(text));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function finalChannel(text: string): string {
  const channels = [...text.matchAll(channel)];
  if (channels.length === 0) return text;
  const last = channels.findLast(([, name]) => name === 'final');
  return last ? text.slice(last.index + last[0].length).replace(endOfChannel, '') : '';
}

function afterThoughts(text: string): string {
  let rest = text;
  for (;;) {
    const end = endOfThoughts(rest);
    if (end === 0) return rest;
    rest = rest.slice(end).trimStart();
  }
}

/** Takes out thoughts that follow an answer, to their end or to that of the text. */
function beforeThoughts(text: string): string {
  let rest = text;
  for (const [open, close] of marks) {
    for (let from = 0; ; ) {
      const opened = open.exec(rest.slice(from));
      if (opened === null) break;
      const start = from + opened.index;
      from = start + opened[0].length;
      if (!endOfAnswer.test(rest.slice(0, start).trimEnd().slice(-50))) continue;
      const closed = close.exec(rest.slice(from));
      rest = rest.slice(0, start) + (closed ? rest.slice(from + closed.index + closed[0].length) : '');
      from = start;
    }
  }
  return rest;
}

/** The place after the first thoughts: 0 without any, the end of the text when they do not end. */
function endOfThoughts(text: string): number {
  for (const [open, close] of marks) {
    const opened = open.exec(text);
    const closed = close.exec(text);
    const beginsText = opened !== null && text.slice(0, opened.index).trim() === '';
    if (closed && (beginsText || opened === null || closed.index < opened.index)) {
      return closed.index + closed[0].length;
    }
    if (beginsText) return text.length;
  }
  return 0;
}
