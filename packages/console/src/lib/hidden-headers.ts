/** What stands in the record of a run for the value of a header that signs somebody in. */
const hidden = '[secret]';

/** A request of a run without the headers whose values its record does not show, and the names of these. */
export interface ShownRequest {
  readonly request: Readonly<Record<string, unknown>>;
  readonly hiddenHeaders: readonly string[];
}

/** Takes headers with hidden values out of a request that is to be sent again: the service would send the mask in their place. */
export function withoutHiddenHeaders(given: Readonly<Record<string, unknown>>): ShownRequest {
  const { extra_http_headers: headers, ...rest } = given;
  const all = Object.entries(Object(headers));
  const hiddenHeaders = all.flatMap(([name, value]) => (value === hidden ? [name] : []));
  if (hiddenHeaders.length === 0) return { request: given, hiddenHeaders };
  const shown = Object.fromEntries(all.filter(([, value]) => value !== hidden));
  return {
    request: Object.keys(shown).length === 0 ? rest : { ...rest, extra_http_headers: shown },
    hiddenHeaders,
  };
}
