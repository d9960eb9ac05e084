/** Resolves at the first SIGINT or SIGTERM; a second one ends the process at once. */
export function waitForStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      resolve();
      process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143));
    };
    process.once('SIGINT', stop).once('SIGTERM', stop);
  });
}
