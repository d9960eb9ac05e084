import { ProcessTree } from './process-tree.ts';
import { readProcesses } from './read-processes.ts';

/** Time between two lists of processes. */
const intervalMs = 250;

/**
 * Begins to measure the CPU time of all processes that descend from this one. Call the returned function once to end it;
 * it returns the time in ms, or undefined where it cannot be measured.
 */
export function measureCpu(): () => number | undefined {
  const tree = new ProcessTree(process.pid);
  const observe = () => tree.observe(readProcesses() ?? []);
  if (readProcesses() === undefined) return () => undefined;
  observe();
  const timer = setInterval(observe, intervalMs);
  return () => {
    clearInterval(timer);
    observe();
    return tree.descendantsMs();
  };
}
