#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
import { executeCommand } from './program.ts';

endWithReader();
await executeCommand(process.argv);

/** As other commands do when a pipe has no reader any more (`| head`): it ends, a run is canceled, and its browser closed. */
function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exitCode = 1;
    process.kill(process.pid, 'SIGTERM');
  });
}
