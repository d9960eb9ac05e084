/** A part of the page that a view prints in part, with an id by which the rest can be expanded. */
export interface Fold {
  readonly id: string;
  /** Description for a model: `list "Results"`. */
  label: string;
  /** Number of units, and the index at which the next part begins; set when it prints. */
  total: number;
  next: number;
  /** Part that prints since it was expanded; null while it is folded. */
  part: { readonly start: number } | null;
}

/** Folds of one tab. An id is never reused for another fold. */
export interface FoldTable {
  /** Call before a document is printed: what was expanded in another one is forgotten. */
  begin(documentId: string): void;
  /**
   * The fold of some members under a path of roles; the same as before as long as the first member that had one stays.
   * Without members it is known by `path` alone.
   */
  ofMembers(path: string, members: readonly string[], label: string): Fold;
  /** The fold that is called as what it folds: `a13` for a select, `b` for a frame. */
  named(id: string, label: string): Fold;
  get(id: string): Fold | undefined;
  /** Shows the next part of a fold; what it answers is a sentence. */
  expand(id: string): { readonly found: boolean; readonly message: string };
  /** Expands for the time of `work` only. */
  whileExpanded<Result>(ids: readonly string[], work: () => Result): Result;
  /** Returns the number of expanded folds. */
  open(): number;
}

/** An empty table of folds. */
export function createFoldTable(): FoldTable {
  const byId = new Map<string, Fold>();
  const byMember = new Map<string, Fold>();
  let current = '';
  let made = 0;

  const make = (id: string, label: string): Fold => {
    const fold: Fold = { id, label, total: 0, next: 0, part: null };
    byId.set(id, fold);
    return fold;
  };
  const advance = (fold: Fold): void => {
    fold.part = { start: fold.next };
  };

  return {
    begin(documentId) {
      if (documentId === current) return;
      current = documentId;
      byId.clear();
      byMember.clear();
    },
    ofMembers(path, members, label) {
      const keys = members.length > 0 ? members.map((member) => `${path} ${member}`) : [path];
      const known = keys.map((key) => byMember.get(key)).find((fold) => fold !== undefined);
      if (!known) made += 1;
      const fold = known ?? make(`g${made}`, label);
      fold.label = label;
      for (const key of keys) byMember.set(key, fold);
      return fold;
    },
    named(id, label) {
      const fold = byId.get(id) ?? make(id, label);
      fold.label = label;
      return fold;
    },
    get: (id) => byId.get(id),
    expand(id) {
      const fold = byId.get(id);
      if (!fold) return { found: false, message: `No view of this page has folded anything called ${id}.` };
      advance(fold);
      return { found: true, message: sentence(fold) };
    },
    whileExpanded(ids, work) {
      const before = [...byId.values()].map((fold) => ({ fold, part: fold.part }));
      for (const id of ids) {
        const fold = byId.get(id);
        if (fold) advance(fold);
      }
      try {
        return work();
      } finally {
        for (const { fold, part } of before) fold.part = part;
      }
    },
    open: () => [...byId.values()].filter(({ part }) => part !== null).length,
  };
}

function sentence({ id, label, total, part }: Fold): string {
  const start = part?.start ?? 0;
  if (total === 0) return `The next view prints ${label} whole.`;
  return `The next view prints ${label} from ${start + 1} of ${total} on, as far as there is room; expand ${id} again for what follows.`;
}
