import { expect, it } from 'vitest';
import { Environment } from '../index.ts';

const render = (source: string, x: string) => new Environment().compile(source).render({ x });

it.each(['{{ x | urlencode }}', '{{ x.encode() }}'])(
  '%s refuses a lone surrogate, as Python does',
  (source) => {
    expect(() => render(source, 'a\ud800b')).toThrow(
      "codec can't encode character '\\ud800': surrogates not allowed",
    );
    expect(render(source, 'a\u{1f600}b')).not.toContain('\ufffd');
  },
);
