import { runtimeError } from '../error.ts';
import { integerArgument, numberArgument, textArgument } from '../methods/argument.ts';
import { sliceText, textLength } from '../operations/code-points.ts';
import { encodeUtf8 } from '../operations/encode-utf8.ts';
import { toArray, tryIterate } from '../operations/iterate.ts';
import { urlize } from '../operations/urlize.ts';
import { toText } from '../print/text.ts';
import type { Runtime } from '../runtime.ts';
import { Bytes } from '../value/bytes.ts';
import { Dict } from '../value/dict.ts';
import { escapeHtml, Markup, textOf } from '../value/markup.ts';
import { native, nativeTable } from '../value/native-function.ts';
import { Undefined } from '../value/undefined.ts';
import { truth, typeName, type Value } from '../value/value.ts';

/** Filters for HTML and URLs. */
export const htmlFilters = nativeTable(
  native('escape(s, /)', (rt, value: Value) => escapeHtml(value, rt)),
  native('forceescape(value)', (rt, value: Value) => escapeHtml(toText(value, rt), rt)),
  native('safe(value)', (rt, value: Value) => new Markup(toText(value, rt))),
  native('urlencode(value)', urlEncode),
  native('urlize(value, trim_url_limit?, nofollow?, target?, rel?, extra_schemes?)', urlizeFilter),
  native('xmlattr(d, autospace?)', xmlAttributes),
);

function urlEncode(rt: Runtime, value: Value): Value {
  const items = textOf(value) === null ? tryIterate(value, rt) : null;
  if (items === null) return quote(value, '/', rt);
  const pairs = value instanceof Dict ? [...value.pairs] : Array.from(items, (item) => pairOf(item, rt));
  let length = 0;
  const parts = pairs.map(([key, item]) => {
    const part = `${quotePlus(key, rt)}=${quotePlus(item, rt)}`;
    length += part.length + 1;
    rt.meter.grow(length, 0);
    return part;
  });
  return parts.join('&');
}

function pairOf(value: Value, rt: Runtime): readonly [Value, Value] {
  const [key, item, ...rest] = toArray(value, rt);
  if (key === undefined || item === undefined || rest.length > 0)
    throw runtimeError('urlencode needs a mapping or pairs of key and value');
  return [key, item];
}

function quotePlus(value: Value, rt: Runtime): string {
  return quote(value, '', rt).replaceAll('%20', '+');
}

function quote(value: Value, safe: string, rt: Runtime): string {
  const bytes = value instanceof Bytes ? value.value : encodeUtf8(toText(value, rt));
  rt.meter.text(bytes.length * 3);
  const parts: string[] = [];
  for (const byte of bytes) {
    const character = String.fromCharCode(byte);
    const plain = /[A-Za-z0-9_.~-]/.test(character) || safe.includes(character);
    parts.push(plain ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`);
  }
  return parts.join('');
}

function urlizeFilter(
  rt: Runtime,
  value: Value,
  limit: Value = null,
  noFollow: Value = false,
  target: Value = null,
  rel: Value = null,
  schemes: Value = null,
): Value {
  const rels = new Set((truth(rel) ? textArgument(rel) : '').split(/\s+/).filter((word) => word !== ''));
  if (truth(noFollow)) rels.add('nofollow');
  rels.add('noopener');
  const options = {
    shorten: (address: string) => shortened(address, limit),
    rel: [...rels].sort().join(' '),
    target: truth(target) ? escapeHtml(target, rt).value : null,
    schemes: schemes === null ? [] : toArray(schemes, rt).map(schemeOf),
  };
  const text = urlize(escapeHtml(value, rt).value, options, rt);
  rt.meter.text(text.length);
  return rt.autoescape ? new Markup(text) : text;
}

function shortened(address: string, limit: Value): string {
  if (limit === null || textLength(address) <= numberArgument(limit)) return address;
  return `${sliceText(address, 0, integerArgument(limit))}...`;
}

function schemeOf(value: Value): string {
  const scheme = textArgument(value);
  if (!/^[\p{L}\p{N}_.+-]{2,}:\/{0,2}$/u.test(scheme))
    throw runtimeError(`'${scheme}' is not a valid URI scheme prefix.`);
  return scheme;
}

function xmlAttributes(rt: Runtime, value: Value, autospace: Value = true): Value {
  if (value instanceof Undefined) value.fail();
  if (!(value instanceof Dict)) throw runtimeError(`'${typeName(value)}' object has no attribute 'items'`);
  const attributes: string[] = [];
  for (const [key, item] of value.pairs) {
    if (item === null || item instanceof Undefined) continue;
    const name = textArgument(key, 'the name of an attribute');
    if (/[\s/>=]/.test(name)) throw runtimeError(`Invalid character in attribute name: '${name}'`);
    attributes.push(`${escapeHtml(key, rt).value}="${escapeHtml(item, rt).value}"`);
  }
  const text = attributes.join(' ');
  rt.meter.text(text.length);
  const spaced = truth(autospace) && text !== '' ? ` ${text}` : text;
  return rt.autoescape ? new Markup(spaced) : spaced;
}
