/** Waits for SIGINT or SIGTERM; a second signal exits the process immediately. */
export function waitForStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      resolve();
      process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143));
    };
    process.once('SIGINT', stop).once('SIGTERM', stop);
  });
}
