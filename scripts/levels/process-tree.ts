/** One process as `/proc` shows it. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  /** Start time in clock ticks since boot: tells a process from a later one with the same pid. */
  readonly startedAt: number;
  /** CPU time in ms of the process itself. */
  readonly ownMs: number;
  /** CPU time in ms of its ended children for which it has waited, with theirs. */
  readonly childrenMs: number;
}

interface Member {
  ownMs: number;
  childrenMs: number;
  readonly children: Member[];
}

/**
 * Measures the CPU time of all descendants of one process from repeated lists of processes. A process stays in the tree
 * when its parent ends first, so the processes of a killed browser are counted, which nothing in the tree waits for.
 */
export class ProcessTree {
  readonly #rootPid: number;
  readonly #members = new Map<string, Member>();
  #root: Member | undefined;
  /** Of children that ended before the first list. */
  #earlierMs = 0;

  constructor(rootPid: number) {
    this.#rootPid = rootPid;
  }

  /** Takes in a list of all processes. The first list begins the measurement. */
  observe(processes: readonly ProcessEntry[]): void {
    const byPid = new Map(processes.map((entry) => [entry.pid, entry]));
    const root = byPid.get(this.#rootPid);
    if (root && !this.#root) {
      this.#root = { ownMs: 0, childrenMs: 0, children: [] };
      this.#members.set(key(root), this.#root);
      this.#earlierMs = root.childrenMs;
    }
    for (const entry of processes) {
      const member = this.#find(entry, byPid);
      if (!member) continue;
      member.ownMs = entry.ownMs;
      member.childrenMs = entry.childrenMs;
    }
  }

  /** Returns the CPU time in ms of the descendants, without the root itself. */
  descendantsMs(): number {
    if (!this.#root) return 0;
    const seen = sum(this.#root.children.map(totalMs));
    return Math.max(this.#root.childrenMs - this.#earlierMs, seen);
  }

  #find(entry: ProcessEntry, byPid: ReadonlyMap<number, ProcessEntry>): Member | undefined {
    const known = this.#members.get(key(entry));
    if (known) return known;
    const parentEntry = byPid.get(entry.parent);
    const parent = parentEntry && this.#find(parentEntry, byPid);
    if (!parent) return undefined;
    const member: Member = { ownMs: 0, childrenMs: 0, children: [] };
    parent.children.push(member);
    this.#members.set(key(entry), member);
    return member;
  }
}

/** An ended child is in the time of its parent, which has waited for it, or was seen while it lived. */
function totalMs({ ownMs, childrenMs, children }: Member): number {
  return ownMs + Math.max(childrenMs, sum(children.map(totalMs)));
}

function key({ pid, startedAt }: ProcessEntry): string {
  return `${pid} ${startedAt}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
