import { type OpenedFile, type PageAction, RunwrightError } from '@runwright/contract';
import { failedOutcome } from './default-outcome.ts';
import type { FakeOutcome } from './fake-page.ts';

/** Gives files to a field, which shows their names and sizes. */
export async function fakeUpload(
  { id, file }: Extract<PageAction, { action_type: 'upload_file' }>,
  open: ((reference: string) => Promise<OpenedFile>) | undefined,
): Promise<FakeOutcome> {
  if (!open) return failedOutcome('unsupported', 'There are no files here that could be uploaded.');
  try {
    const files = await Promise.all([file].flat().map(open));
    const shown = files.map(({ name, size }) => `${name} (${size} bytes)`).join(', ');
    return { values: { [id]: shown } };
  } catch (error) {
    if (!RunwrightError.is(error)) throw error;
    return failedOutcome('file_unavailable', error.message);
  }
}
