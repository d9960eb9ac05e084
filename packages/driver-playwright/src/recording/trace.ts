import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { withTimeout } from '../common/with-timeout.ts';
import { createTraceMask, type TraceMaskOptions } from './mask-trace.ts';
import { maskZip } from './mask-zip.ts';
import type { RecordingSource } from './recording-source.ts';

const stopMs = 15_000;
/** A larger trace is not kept. */
const maximumBytes = 200_000_000;

/**
 * Traces a context with playwright's own tracing: requests and the documents of all pages, which its viewer shows. There
 * are no pictures in it, as nothing could be painted over in them. After a crash there is no trace.
 */
export async function recordTrace(
  context: BrowserContext,
  folder: string,
  options: TraceMaskOptions,
): Promise<RecordingSource> {
  await context.tracing.start({ snapshots: true, screenshots: false, sources: false });
  return {
    async take() {
      const own = await mkdtemp(join(folder, 'trace-'));
      const path = join(own, 'trace.zip');
      try {
        const isThere = await withTimeout(
          stopMs,
          context.tracing.stop({ path }).then(() => true),
          false,
        );
        const content = isThere ? await maskZip(path, maximumBytes, createTraceMask(options)) : null;
        return content && { type: 'trace', content, contentType: 'application/zip' };
      } finally {
        await rm(own, { recursive: true, force: true });
      }
    },
  };
}
