import type { Piece, Work } from './work.ts';

/** Executes {@link Work}: each as a whole, and isolated from other work. */
export interface Connection {
  /** Executes work that only reads. */
  read<T>(work: () => Work<T>): Promise<T>;
  /**
   * Executes work in a transaction. Resolves when the transaction is on the disk. Rejects when it could not be, or with what the work
   * throws; then nothing was written.
   */
  write<T>(work: Piece<T>, options?: WriteOptions): Promise<T>;
}

/** Settings of a write. */
export interface WriteOptions {
  /** Lets the work share a transaction with other work of the same kind, on a database where each transaction of its own costs much. */
  readonly shared?: Share;
}

/** Work that may share transactions. */
export interface Share {
  /** Work of one kind shares transactions; it locks rows of one kind. */
  readonly kind: string;
  /** The work is executed in this order, so that two transactions lock the same rows in the same order. */
  readonly order: string;
}
