/**
 * Failure of a parser whose message is written for users. The modules of a reader process import nothing of other packages, so that
 * the process starts quickly; the process that reads the file makes a parser error of it.
 */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}
