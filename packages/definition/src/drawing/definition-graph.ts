/** One block in a drawing. */
export interface GraphNode {
  /** The block's label; a second block with the same label gets a number behind it. */
  readonly id: string;
  readonly label: string;
  /** `block_type`. */
  readonly type: string;
  /** Id of the loop in whose body it stands; null at the top level. */
  readonly loop: string | null;
  /** True if it is the block that runs last. */
  readonly isFinally: boolean;
}

/** One way between two blocks. */
export interface GraphEdge {
  readonly from: string;
  /** Null: the walk of the list ends here. */
  readonly to: string | null;
  /**
   * `next`: after success, and after a failure that is passed over. `branch`: chosen by a conditional. `merge`: a branch is
   * over and the conditional's own next block follows. `failure`: after a failure. `finally`: the walk is over and the last
   * block follows; that it follows failures too is not drawn.
   */
  readonly kind: 'next' | 'branch' | 'merge' | 'failure' | 'finally';
  /** Of a branch: its description, else its expression, else `default`. */
  readonly text: string | null;
}

/** A definition as a drawing: text for Mermaid, and the same as data. */
export interface DefinitionGraph {
  /** A Mermaid flowchart; texts of users are escaped. */
  readonly mermaid: string;
  readonly json: { readonly nodes: readonly GraphNode[]; readonly edges: readonly GraphEdge[] };
}
