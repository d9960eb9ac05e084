import type { ScriptTarget } from '../learned-block.ts';

/** The elements of one program, each under a name of its own. */
export interface TargetNames {
  readonly targets: Readonly<Record<string, ScriptTarget>>;
  /** Returns the name of an element; the same one for an element with the same selectors and the same look. */
  nameOf(target: ScriptTarget): string;
}

/** Creates an empty set of names. */
export function targetNames(): TargetNames {
  const targets: Record<string, ScriptTarget> = {};
  const names = new Map<string, string>();
  return {
    targets,
    nameOf(target) {
      const { kind, name, fingerprint, selectors, frame } = target;
      const key = JSON.stringify([kind, name, fingerprint, selectors, frame]);
      const known = names.get(key);
      if (known !== undefined) return known;
      const free = unusedName(name || kind, targets);
      targets[free] = target;
      names.set(key, free);
      return free;
    },
  };
}

function unusedName(text: string, used: Readonly<Record<string, unknown>>): string {
  const words = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  const base = words.slice(0, 40).replace(/_+$/, '') || 'element';
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}_${number}`;
    if (!Object.hasOwn(used, name)) return name;
  }
}
