import { isByteSource, isStreamedForm, type RequestOptions, readWhole } from '@runwright/contract';

/** Reads the sources of a request's body, so that it can be sent with the `fetch` of the platform. */
export async function toWholeRequest(init: RequestOptions): Promise<RequestInit> {
  const { body, ...rest } = init;
  if (isByteSource(body)) return { ...rest, body: await readWhole(body) };
  if (!isStreamedForm(body)) return { ...rest, ...(body === undefined ? {} : { body }) };
  const form = new FormData();
  for (const [name, value] of body.fields) form.append(name, value);
  for (const [name, file] of body.files) {
    const type = file.contentType ?? 'application/octet-stream';
    form.append(name, new Blob([await readWhole(file)], { type }), file.name);
  }
  return { ...rest, body: form };
}
