import { type Attack, attack, exceeds, fails, type Outcome, prints } from './attack.ts';

const million = 1_000_000;
const text =
  (part: string, tail = '') =>
  () => ({
    s: part.repeat(Math.floor(million / part.length)) + tail,
  });
const attackOn = (name: string, context: () => { s: string }, source: string, outcome: Outcome) =>
  attack(name, source, outcome, { context, options: { limits: { stringLength: 5_000_000 } } });
const overall = (body: string) => `{% set t = ${body} %}{{ t is defined }}`;
const lone = () => ({ s: 'a\ud83d\ude00b\ud83dc\ude00' });

/** A megabyte against everything that reads text: all of it must be linear. */
export const hostileText: readonly Attack[] = [
  attackOn('striptags of opening brackets', text('<'), overall('s|striptags'), prints('True')),
  attackOn('striptags of open comments', text('<!--'), overall('s|striptags'), prints('True')),
  attackOn('striptags of tags in tags', text('<<a>'), overall('s|striptags'), prints('True')),
  attackOn('striptags of spaces', text(' ', 'x'), '{{ s|striptags }}', prints('x')),
  attackOn('unescape of ampersands', text('&'), overall('s|safe|striptags'), prints('True')),
  attackOn('unescape of half references', text('&#1'), overall('(s|safe).unescape()'), prints('True')),
  attackOn('urlize of a long word', text('a'), overall('s|urlize'), prints('True')),
  attackOn('urlize of dots', text('www.a'), overall('s|urlize'), prints('True')),
  attackOn('urlize of brackets', text('('), overall('s|urlize'), prints('True')),
  attackOn('urlize of closed brackets', text('(', ')'.repeat(million)), overall('s|urlize'), prints('True')),
  attackOn('urlize of escaped brackets', text('<>'), overall('s|urlize'), prints('True')),
  attackOn('urlize of closing punctuation', text('.>,)'), overall('s|urlize'), prints('True')),
  attackOn('urlize of mail signs', text('a@'), overall('s|urlize'), prints('True')),
  attack('urlize of many addresses', overall('s|urlize(10)'), exceeds('stringLength', 'timeMs'), {
    context: text('http://a.de '),
  }),
  attackOn(
    'urlize with many schemes',
    text('a '),
    overall('s|urlize(extra_schemes=["bb:"] * 99999)'),
    exceeds('steps', 'timeMs'),
  ),
  attackOn('wordwrap of one word', text('a'), overall('s|wordwrap(79)'), prints('True')),
  attackOn('wordwrap of one wide word', text('😀'), overall('s|wordwrap(7)'), prints('True')),
  attackOn('wordwrap of letters', text('a'), overall('s|wordwrap(1)'), prints('True')),
  attackOn('wordwrap of hyphens', text('-'), overall('s|wordwrap(79)'), prints('True')),
  attackOn('wordwrap of hyphenated letters', text('a-'), overall('s|wordwrap(79)'), prints('True')),
  attackOn('wordwrap of hyphenated words', text('ab-cd'), overall('s|wordwrap(3)'), prints('True')),
  attackOn('wordwrap of spaces', text(' '), overall('s|wordwrap(79)'), prints('True')),
  attackOn('wordwrap of line ends', text('\n'), overall('s|wordwrap(79)'), prints('True')),
  attackOn('wordwrap without breaking', text('a'), overall('s|wordwrap(9, false)'), prints('True')),
  attackOn('title of letters', text('a'), overall('[s|title, s.title()]'), prints('True')),
  attackOn('title of hyphens', text('-'), overall('[s|title, s.title()]'), prints('True')),
  attackOn('title of words', text('a b'), overall('[s|title, s.title()]'), prints('True')),
  attackOn('trim of inner spaces', text(' ', 'x '), overall('s|trim'), prints('True')),
  attackOn('trim with many characters', text('a'), overall('s|trim(s)'), prints('True')),
  attackOn('split at spaces', text(' a'), overall('s.split()'), prints('True')),
  attackOn('split into letters', text('a,'), overall('s.split(",")'), exceeds('collectionSize')),
  attackOn('split from the end', text('a '), overall('s.rsplit(None, 99999)'), prints('True')),
  attackOn('split from the end at a comma', text('a,'), overall('s.rsplit(",", 99999)'), prints('True')),
  attackOn('split at a long separator', text('a'), overall('s.split("b" ~ s[:500000])'), prints('True')),
  attackOn('search for a long text', text('a'), overall('s.find("b" ~ s[:500000])'), prints('True')),
  attackOn(
    'search for a long text from the end',
    text('a'),
    overall('s.rfind(s[:500000] ~ "b")'),
    prints('True'),
  ),
  attackOn('membership of a long text', text('a'), overall('("b" ~ s[:500000]) in s'), prints('True')),
  attackOn(
    'membership of a long text with a late difference',
    text('a'),
    overall('(s[:250000] ~ "b" ~ s[:250000]) in s'),
    prints('True'),
  ),
  attackOn(
    'membership of a periodic text',
    text('ab'),
    overall('(s[:500000] ~ "bb" ~ s[:1000]) in s'),
    prints('True'),
  ),
  attackOn('replace of a long text', text('a'), overall('s|replace("b" ~ s[:500000], "")'), prints('True')),
  attackOn('count of a long text', text('a'), overall('s.count("b" ~ s[:500000])'), prints('True')),
  attackOn('splitlines', text('\r\n'), overall('s.splitlines(true)'), prints('True')),
  attackOn('wordcount', text('a '), '{{ s|wordcount }}', prints('500000')),
  attackOn('truncate', text('😀'), '{{ s|truncate(5) }}', prints('😀😀...')),
  attackOn('expandtabs of tabs', text('a\t'), overall('s.expandtabs(2)'), prints('True')),
  attackOn('swapcase', text('aB'), overall('s.swapcase()'), prints('True')),
  attackOn('casefold', text('ßΣ'), overall('s.casefold()'), prints('True')),
  attackOn('capitalize', text('Σ:'), overall('s.capitalize()'), prints('True')),
  attackOn(
    'questions about everything',
    text('a', '!'),
    '{{ s.isalpha() }}{{ s.isalnum() }}{{ s.istitle() }}{{ s.isspace() }}{{ s.isidentifier() }}{{ s.isprintable() }}',
    prints('FalseFalseFalseFalseFalseTrue'),
  ),
  attackOn('pprint of words', text('word '), overall('[s]|pprint'), prints('True')),
  attack('pprint of line ends', overall('[s]|pprint'), exceeds('stringLength'), { context: text('\n') }),
  attackOn('percent signs', text('%('), overall('s % {}'), { kind: 'runtime' }),
  attackOn('escaped percent signs', text('%%'), overall('s % ()'), prints('True')),
  attackOn('open braces', text('{'), overall('s.format()'), prints('True')),
  attackOn('unclosed fields', text('{', 'x'), overall('("{" ~ s).format()'), { kind: 'runtime' }),
  attackOn('a long path in a field', text('[0]'), overall('("{0" ~ s ~ "}").format([[]])'), {
    kind: 'undefined',
  }),
  attackOn('a format specification of a megabyte', text('<'), overall('("{:" ~ s ~ "}").format(1)'), {
    kind: 'runtime',
  }),
  attackOn('a number of a megabyte', text('1_'), overall('s|int(0)'), prints('True')),
  attackOn('a float of a megabyte', text('1_', '1x'), '{{ s|float(7) }}', prints('7')),
  attackOn('filesizeformat of a megabyte', text('1', 'x'), overall('s|filesizeformat'), { kind: 'runtime' }),
  attackOn('reverse of pairs', text('😀'), '{{ (s|reverse)[0] }}{{ s[::-1][1] }}', prints('😀😀')),
  attackOn(
    'surrogates cut',
    lone,
    '{{ s|length }}{{ s[1] }}{{ s[:2] }}{{ s[3:4]|length }}',
    prints('6😀a😀1'),
  ),
  attackOn(
    'surrogates reversed and raised',
    lone,
    '{{ s|reverse|length }}{{ s|upper|length }}{{ (s|title)[:3] }}',
    prints('66A😀b'),
  ),
  attackOn('surrogates as JSON', lone, '{{ s|tojson }}', prints('"a\\ud83d\\ude00b\\ud83dc\\ude00"')),
  attackOn('surrogates in an address', lone, '{{ s[:3]|urlencode }}', prints('a%F0%9F%98%80b')),
  attackOn('surrogates alone in an address', lone, overall('s|urlencode'), fails('runtime')),
  attackOn(
    'surrogates printed',
    lone,
    overall('[s]|string ~ s|pprint ~ "%r" % s ~ "{!r}".format(s)'),
    prints('True'),
  ),
  attackOn('surrogates encoded', lone, overall('s.encode().decode()'), fails('runtime')),
  attackOn(
    'surrogates compared',
    lone,
    '{{ s[1] > "\uffff" }}{{ [s[1], "\uffff"]|sort|first == s[1] }}',
    prints('TrueFalse'),
  ),
];
