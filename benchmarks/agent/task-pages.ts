import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { type Json, Type } from '@runwright/contract';
import { compileSchema } from '@runwright/definition';

const words = Type.String({ minLength: 1 });

/** One action of a policy: on the element of this name, or with no element. */
const Move = Type.Union([
  Type.Object({ click: words }, { additionalProperties: false }),
  Type.Object({ input_text: words, text: Type.String() }, { additionalProperties: false }),
  Type.Object({ select_option: words, label: Type.String() }, { additionalProperties: false }),
  Type.Object({ checkbox: words, checked: Type.Boolean() }, { additionalProperties: false }),
  Type.Object({ complete: words }, { additionalProperties: false }),
]);
export type Move = Type.Static<typeof Move>;

/** What stands beside a page, in a file of the same name that ends in `.json`. */
const Sidecar = Type.Object(
  {
    /** Default: the content of `<meta name="task">`. */
    goal: Type.Optional(words),
    /** Data to extract at the end. */
    extract: Type.Optional(
      Type.Object({ goal: words, schema: Type.Optional(Type.Record(Type.String(), Type.Unknown())) }),
    ),
    /** Text that the last page shows when the goal is reached. */
    expect: Type.Optional(words),
    /** What the scripted model does: the moves of the first rule whose text the page shows; without `when` always. */
    policy: Type.Optional(Type.Array(Type.Object({ when: Type.Optional(words), moves: Type.Array(Move) }))),
  },
  { additionalProperties: false },
);
type Sidecar = Type.Static<typeof Sidecar>;

/** A page with a task. */
export interface TaskPage extends Omit<Sidecar, 'goal'> {
  /** Path below the folder, with `/`. */
  readonly path: string;
  readonly goal: string;
}

const checkSidecar = compileSchema(Sidecar);

/**
 * Reads the tasks of the HTML pages below a folder, by path. A page without a task is left out: it may belong to another one.
 *
 * @throws Error for a sidecar that does not have its form
 */
export async function readTaskPages(folder: string): Promise<readonly TaskPage[]> {
  const files = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.html')).sort();
  const pages: TaskPage[] = [];
  for (const file of files) {
    const { goal: own, ...sidecar } = await readSidecar(join(folder, file.replace(/\.html$/, '.json')));
    const goal = own ?? taskOf(await readFile(join(folder, file), 'utf8'));
    if (goal !== null) pages.push({ ...sidecar, goal, path: file.replaceAll(sep, '/') });
  }
  return pages;
}

async function readSidecar(path: string): Promise<Sidecar> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return {};
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Error(`Cannot read \`${path}\`: it is no JSON. Correct it.`, { cause });
  }
  const checked = checkSidecar(value);
  if (checked.ok) return checked.value;
  const places = checked.problems.map(({ path: at, message }) => `${at.join('.')}: ${message}`).join('; ');
  throw new Error(`Cannot read \`${path}\`: ${places}. See benchmarks/README.md for its form.`);
}

function taskOf(html: string): string | null {
  const [tag = ''] = /<meta\s[^>]*\bname=["']task["'][^>]*>/i.exec(html) ?? [];
  return /\bcontent=(["'])([\s\S]+?)\1/i.exec(tag)?.[2]?.trim() || null;
}
