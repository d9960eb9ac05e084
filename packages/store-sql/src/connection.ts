import type { Work } from './work.ts';

/** Executes {@link Work}: each as a whole, and isolated from other work. */
export interface Connection {
  /** Executes work that only reads. */
  read<T>(work: () => Work<T>): Promise<T>;
  /**
   * Executes work in a transaction. Resolves when the transaction is on the disk. Rejects when it could not be, or with what the work
   * throws; then nothing was written.
   */
  write<T>(work: () => Work<T>): Promise<T>;
}
