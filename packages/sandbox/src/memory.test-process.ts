/** A process that runs one hostile program and writes how far its memory grew: `node memory.test-process.ts <name>`. */
import { readFileSync } from 'node:fs';
import { hostilePrograms } from './memory.test-helpers.ts';
import { runProgram } from './run-program.ts';

const program = hostilePrograms[process.argv[2] ?? ''];
if (!program) throw new Error('the name of a hostile program was wanted');
const kibibytes = (name: string): number =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
const { signal } = new AbortController();

await runProgram({ source: 'return 1', signal });
const before = kibibytes('VmRSS');
const { status } = await runProgram({ signal, limits: { timeMs: 15_000 }, ...program });
console.log(JSON.stringify({ status, grownMiB: (kibibytes('VmHWM') - before) / 1024 }));
process.exit();
