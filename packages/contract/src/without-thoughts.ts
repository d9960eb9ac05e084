/** The marks between which models put their thoughts when their server does not take them out, by how they open and close. */
const marks: readonly (readonly [open: RegExp, close: RegExp])[] = [
  [/<(?:think|thinking|thoughts?|reasoning)>/i, /<\/(?:think|thinking|thoughts?|reasoning)>/i],
  [/\[THINK\]/, /\[\/THINK\]/],
  [/◁think▷/, /◁\/think▷/],
];

/** The channels of the format Harmony: an answer stands in the last one that is called `final`. */
const channel = /<\|channel\|>\s*(\w+)(?:(?!<\|(?:channel|message)\|>)[\s\S])*<\|message\|>/g;
const endOfChannel = /<\|(?:end|return|call)\|>[\s\S]*$/;

/**
 * The answer of a model without the thoughts that stand before it, between the marks of common formats; also where the mark that opens them
 * is missing. Thoughts that do not end have no answer after them: the text is empty then. A text that is JSON as a whole has none.
 */
export function withoutThoughts(text: string): string {
  if (!hasMarks(text) || isJson(text)) return text;
  return afterThoughts(finalChannel(text));
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
