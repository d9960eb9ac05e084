import { type BlockNode, type BlockStatus, RunwrightError } from '@runwright/contract';
import { isConditional, modeOf, rootsOf } from '@runwright/definition';
import type { ExecutionList } from './execution-list.ts';

/** The end of a block, as in its journal row. */
export interface BlockEnd {
  readonly status: BlockStatus;
  /** Label that a branch chose; null when the order of the list decides. */
  readonly chosenLabel: string | null;
}

/** The current block of a walker, and the conditional whose branch it belongs to. */
export interface WalkerPosition {
  readonly node: BlockNode;
  readonly parentLabel: string | null;
}

/** The way through one list of blocks. Told the same results it takes the same way, so rows of a journal rebuild it. */
export interface Walker {
  /** The block that is next; null at the end. */
  current(): WalkerPosition | null;
  /** Takes the result of the current block. Throws `invalid_input` when the way leads to a block for the second time. */
  advance(settled: BlockEnd): void;
  /** The block whose failure nothing rescued; null while there is none. */
  stopped(): { readonly node: BlockNode; readonly status: BlockStatus } | null;
}

/** In place of the next label: the walk ends with this block. Every text can be a label. */
const stop = Symbol('stop');

/**
 * Creates the walker of a list. Blocks follow each other in order, or, as soon as one is a conditional or names its next
 * block, along their labels. The conditional's own next label is where its branches meet again. The finally block is
 * not among them, and an edge to it ends the list. In an `ordered` list no label leads.
 */
export function createWalker({ blocks, finallyLabel, ordered = false }: ExecutionList): Walker {
  const list = blocks.filter((block) => block.label !== finallyLabel);
  const nodes = new Map(list.map((block) => [block.label, block]));
  const graph = !ordered && modeOf(blocks) === 'graph';
  const order = new Map(list.map((block, index) => [block.label, list[index + 1]?.label ?? null]));
  const visited = new Set<string>();
  const open: { readonly label: string; readonly merge: string | null }[] = [];
  let stopped: { readonly node: BlockNode; readonly status: BlockStatus } | null = null;
  let at: BlockNode | null = null;
  go((graph ? rootsOf({ blocks, finallyLabel })[0] : list[0]?.label) ?? null);

  return {
    current: () => (at === null ? null : { node: at, parentLabel: open.at(-1)?.label ?? null }),
    stopped: () => stopped,
    advance(settled) {
      const node = at;
      if (node === null) return;
      const target = targetAfter(node, settled);
      if (target === stop) {
        stopped = { node, status: settled.status };
        at = null;
        return;
      }
      if (graph && settled.status === 'completed' && isConditional(node)) {
        open.push({ label: node.label, merge: node.next_block_label ?? null });
      }
      go(meetingPoint(target));
    },
  };

  function targetAfter(node: BlockNode, settled: BlockEnd): string | null | typeof stop {
    if (settled.status === 'canceled') return stop;
    const own = graph ? (node.next_block_label ?? null) : (order.get(node.label) ?? null);
    if (settled.status === 'completed' || settled.status === 'skipped') {
      const chosen = ordered ? null : settled.chosenLabel;
      return graph && isConditional(node) ? chosen : (chosen ?? own);
    }
    if (node.on_failure_next_label) return node.on_failure_next_label;
    return node.continue_on_failure === true ? own : stop;
  }

  /** Leaves the branches that end here: at a target that is a merge point, or, without a target, at the next one outside. */
  function meetingPoint(target: string | null): string | null {
    let label = target;
    while (open.length > 0) {
      if (label === null) {
        label = open.pop()?.merge ?? null;
        continue;
      }
      const meeting = label;
      const index = open.findIndex((branch) => branch.merge === meeting);
      if (index === -1) return label;
      open.length = index;
    }
    return label;
  }

  function go(label: string | null): void {
    at = (label === null ? null : nodes.get(label)) ?? null;
    if (at === null) return;
    if (visited.has(at.label)) {
      throw new RunwrightError(
        'invalid_input',
        `Cannot execute block \`${at.label}\` twice: a cycle of labels leads to it again. Change the labels that lead there.`,
      );
    }
    visited.add(at.label);
  }
}
