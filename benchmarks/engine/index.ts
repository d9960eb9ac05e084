import { largeDefinitions } from './large-definitions.ts';
import { memory } from './memory.ts';
import { responsiveness } from './responsiveness.ts';
import { throughput } from './throughput.ts';

/** Everything about the engine: what a block costs, whether it answers while it works, what a large definition costs, and what stays in memory. */
export async function engine(): Promise<string> {
  return [await throughput(), await responsiveness(), await largeDefinitions(), await memory()].join('\n');
}
