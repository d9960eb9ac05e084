import { formatBraces } from '../format/str-format.ts';
import { stripTags, unescapeHtml } from '../operations/html.ts';
import { iterate } from '../operations/iterate.ts';
import type { Runtime } from '../runtime.ts';
import { Dict } from '../value/dict.ts';
import { List } from '../value/list.ts';
import { escapeHtml, Markup } from '../value/markup.ts';
import { invoke, type Native, type NativeTable, native, nativeTable } from '../value/native-function.ts';
import { Tuple } from '../value/tuple.ts';
import type { Value } from '../value/value.ts';

// Methods that put an argument into the result escape it first.
const escaping: ReadonlySet<string> = new Set(['join', 'replace', 'ljust', 'rjust', 'center']);

const own = nativeTable(
  native('striptags(self, /)', (rt, self: Markup) => unescapeHtml(stripTags(self.value, rt), rt)),
  native('escape(self, s, /)', (rt, _self: Markup, value: Value) => escapeHtml(value, rt)),
  native('unescape(self, /)', (rt, self: Markup) => unescapeHtml(self.value, rt)),
  native(
    'format(self, /, *args, **kwargs)',
    (rt, self: Markup, args: Value[], named: ReadonlyMap<string, Value>) =>
      formatBraces(self, { positional: args, named: (name) => named.get(name) }, rt),
  ),
  native('format_map(self, mapping, /)', (rt, self: Markup, mapping: Value) =>
    formatBraces(
      self,
      { positional: [], named: (name) => (mapping instanceof Dict ? mapping.getText(name) : undefined) },
      rt,
    ),
  ),
);

/** The methods of markup: those of text, whose results are markup again, and its own. */
export function markupMethods(textMethods: NativeTable): NativeTable {
  const wrapped = [...textMethods.values()]
    .filter(({ signature }) => !own.has(signature.name))
    .map(markupMethod);
  return new Map([...nativeTable(...wrapped), ...own]);
}

function markupMethod(method: Native): Native {
  const { signature } = method;
  const escapes = escaping.has(signature.name);
  // What `replace` looks for, and widths, are taken as they are.
  const escapedIndex = signature.name === 'join' ? 0 : 1;
  return {
    signature: {
      ...signature,
      parameters: [],
      positionalOnly: 0,
      keywordOnly: 0,
      rest: true,
      keywords: true,
    },
    implementation: (rt: Runtime, args: readonly Value[], named: ReadonlyMap<string, Value>) => {
      const [self, ...rest] = args;
      const positional = rest.map((argument, index) =>
        escapes && index === escapedIndex ? escapeArgument(argument, signature.name, rt) : argument,
      );
      const text = self instanceof Markup ? self.value : '';
      return rewrap(invoke(method, text, { positional, named }, rt));
    },
  };
}

function escapeArgument(value: Value, name: string, rt: Runtime): Value {
  if (name !== 'join') return escapeHtml(value, rt).value;
  return new List(Array.from(iterate(value, rt), (item) => escapeHtml(item, rt).value));
}

function rewrap(value: Value): Value {
  if (typeof value === 'string') return new Markup(value);
  if (value instanceof List) return new List(value.items.map(rewrap));
  return value instanceof Tuple ? new Tuple(value.items.map(rewrap)) : value;
}
