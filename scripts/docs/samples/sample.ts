/** A fenced block of a document. */
export interface Sample {
  /** Path of the document from the root of the repository. */
  readonly page: string;
  /** Line of the opening fence, from 1. */
  readonly line: number;
  /** First word after the fence; empty without one. */
  readonly language: string;
  /** The lines between the fences, without the indent of the fence. */
  readonly text: string;
  /** The HTML comments just before it, by the word before their first colon: `<!-- request: POST /v1/run/tasks -->`. */
  readonly notes: ReadonlyMap<string, string>;
}

/** What is wrong with a sample, and what to do about it. */
export interface SampleProblem {
  readonly page: string;
  readonly line: number;
  readonly text: string;
}

/** Returns the fenced blocks of a Markdown text. */
export function samplesOf(page: string, markdown: string): readonly Sample[] {
  const lines = markdown.split('\n');
  const samples: Sample[] = [];
  let notes = new Map<string, string>();
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const fence = /^(\s*)(`{3,}|~{3,})\s*([\w-]*)/.exec(line);
    if (fence) {
      const [, indent = '', mark = '', language = ''] = fence;
      const length = lines.slice(index + 1).findIndex((next) => next.trim() === mark);
      const end = length === -1 ? lines.length : index + 1 + length;
      const inside = lines
        .slice(index + 1, end)
        .map((one) => one.slice(Math.min(indent.length, one.search(/\S|$/))));
      samples.push({ page, line: index + 1, language, text: inside.join('\n'), notes });
      notes = new Map();
      index = end;
    } else if (line.trimStart().startsWith('<!--')) {
      const end = lines.findIndex((one, at) => at >= index && one.includes('-->'));
      const last = end === -1 ? lines.length - 1 : end;
      const comment = lines.slice(index, last + 1).join('\n');
      const [, kind = '', value = ''] = /^\s*<!--\s*([\w ]+?)(?::\s*([\s\S]*?))?\s*-->/.exec(comment) ?? [];
      notes.set(kind, value);
      index = last;
    } else if (line.trim() !== '') notes = new Map();
  }
  return samples;
}

/** Writes a problem as `page:line: text`, the form that editors make a link of. */
export function problemLine({ page, line, text }: SampleProblem): string {
  return `${page}:${line}: ${text}`;
}
