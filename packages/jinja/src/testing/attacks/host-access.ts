import { type Attack, attack, attackOn, fails, prints } from './attack.ts';

class Account {
  readonly owner = 'ada';
  #secret = 'hidden';
  get secret(): string {
    return this.#secret;
  }
  close(): string {
    return this.#secret;
  }
}

const polluting = '{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 2}}}';
const parsed = (): Record<string, unknown> => ({ d: JSON.parse(polluting), o: {}, l: [1] });
const account = () => ({ a: new Account(), l: [new Account()] });
const wired = (trip: () => void) => ({
  o: Object.defineProperty({ plain: 1 }, 'getter', { enumerable: true, get: trip }),
  f: trip,
  deep: { f: trip, toString: trip, toJSON: trip, valueOf: trip },
});
const proxy = (trip: () => void) => ({
  p: new Proxy(
    { x: 1, f: trip },
    { get: trip, has: () => trip() === undefined, set: () => trip() === undefined },
  ),
});
const broken = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return { p: proxy, l: [proxy] };
};
const throwing = () => ({
  p: new Proxy({}, { getOwnPropertyDescriptor: () => raise(), ownKeys: () => raise() }),
});
const impostors = () => ({
  map: Object.create(Map.prototype),
  set: Object.create(Set.prototype),
  date: Object.create(Date.prototype),
  bytes: Object.create(Uint8Array.prototype),
  array: Object.create(Array.prototype),
});
const overriding = (trip: () => void) => ({
  map: Object.assign(new Map([['a', 1]]), { entries: trip, forEach: trip, [Symbol.iterator]: trip }),
  set: Object.assign(new Set([1]), { values: trip, [Symbol.iterator]: trip }),
  date: Object.assign(new Date(0), { getTime: trip, toISOString: trip, valueOf: trip }),
  bytes: Object.assign(new Uint8Array([1]), { slice: trip, [Symbol.iterator]: trip, constructor: trip }),
  array: Object.assign([1], { map: trip, slice: trip, [Symbol.iterator]: trip, constructor: trip }),
});

function raise(): never {
  throw new TypeError('the host is unwell');
}

/** Ways to the constructor, the prototype and the functions of the host. */
export const hostAccess: readonly Attack[] = [
  attack('constructor of a text', '{{ "".constructor.constructor("return this")() }}', fails('undefined')),
  attack('constructor of a list', '{{ [].constructor }}|{{ [].map }}|{{ [].at }}', prints('||')),
  attack(
    'constructor by item',
    '{{ ""["constructor"] }}{{ {}["constructor"] }}{{ 1["constructor"] }}',
    prints(''),
  ),
  attack(
    'constructor of a number',
    '{{ (1).constructor }}{{ (1.5).toFixed }}{{ true.constructor }}',
    prints(''),
  ),
  attack('constructor of a function', '{{ range.constructor("return this")() }}', fails('undefined')),
  attack(
    'constructor of a method',
    '{{ "a".upper.constructor }}{{ "a".upper.call }}{{ "a".upper.bind }}',
    prints(''),
  ),
  attack(
    'constructor of a macro',
    '{% macro m() %}{% endmacro %}{{ m.constructor }}{{ m.prototype }}{{ m.run }}',
    prints(''),
  ),
  attack(
    'constructor of loop',
    '{% for i in [1] %}{{ loop.constructor }}{{ loop.__proto__ }}{% endfor %}',
    prints(''),
  ),
  attack(
    'constructor of cycler',
    '{{ cycler(1).constructor }}{{ joiner().constructor }}{{ namespace().constructor }}',
    prints(''),
  ),
  attack(
    'constructor of self',
    '{% block b %}{% endblock %}{{ self.constructor }}{{ self.b.constructor }}{{ self.b.call }}',
    prints(''),
  ),
  attack('Python class walk', '{{ "".__class__.__mro__[1].__subclasses__() }}', fails('undefined')),
  attack('Python globals of a function', '{{ range.__globals__ }}', prints('')),
  attack('Python globals of a method', '{{ "".join.__func__.__globals__ }}', fails('undefined')),
  attack('Python frame of a generator', '{{ ([1]|map("upper")).gi_frame.f_globals }}', fails('undefined')),
  attack(
    'internals by their own names',
    '{{ {}.pairs }}{{ {}.entries }}{{ {}.getText }}{{ [].items }}{{ ("a"|safe).value }}',
    prints(''),
  ),
  attack(
    'attr filter',
    '{{ ""|attr("constructor") }}{{ {}|attr("__proto__") }}{{ []|attr("items") }}',
    prints(''),
  ),
  attack('attr filter with a Python name', '{{ ""|attr("__class__")|attr("__mro__") }}', prints('')),
  attack(
    'attribute of map',
    '{{ ["a", {}, [1]]|map(attribute="constructor")|list }}',
    prints('[Undefined, Undefined, Undefined]'),
  ),
  attack(
    'attribute of map, deep',
    '{{ ["a"]|map(attribute="constructor.constructor")|list }}',
    fails('undefined'),
  ),
  attack('map over attr', '{{ [{}]|map("attr", "__proto__")|list }}', prints('[Undefined]')),
  attack('sort by constructor', '{{ [{}, {}]|sort(attribute="constructor.name") }}', fails('undefined')),
  attack('group by prototype', '{{ [{}]|groupby("__proto__")|list }}', prints('[(Undefined, [{}])]')),
  attack(
    'selectattr',
    '{{ [{}, ""]|selectattr("constructor")|list }}{{ [{}]|rejectattr("toString")|list }}',
    prints('[][{}]'),
  ),
  attack('unique, min, max and sum by constructor', '{{ [{}]|sum("constructor") }}', fails('undefined')),
  attack('dictsort on a prototype', '{{ {}.__proto__|dictsort }}', fails('undefined')),
  attack('join by attribute', '{{ ["a"]|join(",", "constructor") }}', prints('')),
  attack('format field', '{{ "{0.constructor}{0.__proto__}{0[constructor]}".format({}) }}', prints('')),
  attack(
    'format field, Python names',
    '{{ "{0.__class__.__init__.__globals__}".format("a") }}',
    fails('undefined'),
  ),
  attack('format_map field', '{{ "{a.__class__.__base__}".format_map({"a": 1}) }}', fails('undefined')),
  attack(
    'format_map on prototype names',
    '{{ "{constructor}{__proto__}".format_map({}) }}',
    fails('runtime'),
  ),
  attack('percent formatting', '{{ "%(constructor)s" % {} }}', fails('runtime')),
  attack('format on markup', '{{ ("{0.constructor.constructor}"|safe).format("a") }}', fails('undefined')),
  attack(
    'names of the global object',
    '{{ globalThis }}{{ process }}{{ require }}{{ this }}{{ Object }}{{ constructor }}{{ __proto__ }}',
    prints(''),
  ),
  attack('filters by prototype names', '{{ 1|constructor }}', fails('syntax')),
  attack('map with a prototype name', '{{ [1]|map("constructor")|list }}', fails('runtime')),
  attack('tests by prototype names', '{{ [1]|select("__proto__")|list }}', fails('runtime')),
  attack(
    'keyword arguments named after the prototype',
    '{{ dict(__proto__=1, constructor=2) }}',
    prints("{'__proto__': 1, 'constructor': 2}"),
  ),
  attack(
    'dict literal with __proto__',
    '{% set d = {"__proto__": {"polluted": 1}} %}{{ d.polluted }}{{ {}.polluted }}{{ d }}',
    prints("{'__proto__': {'polluted': 1}}"),
  ),
  attack(
    'update and setdefault with __proto__',
    '{% set d = {} %}{{ d.update({"__proto__": {"polluted": 1}}) }}{{ d.setdefault("constructor", {}).update(prototype=1) }}{{ {}.polluted }}',
    prints('NoneNone'),
  ),
  attack(
    'namespace with __proto__',
    '{% set n = namespace() %}{% set n.__proto__ = 1 %}{% set n.constructor = 2 %}{{ namespace().constructor }}',
    prints(''),
  ),
  attack(
    'set of prototype names',
    '{% set __proto__ = {"polluted": 1} %}{% set constructor = 1 %}{{ polluted }}{{ constructor }}',
    prints('1'),
  ),
  attack(
    'macro arguments named after the prototype',
    '{% macro m(__proto__, constructor) %}{{ kwargs }}{% endmacro %}{{ m(1, 2, toString=3, valueOf=4) }}',
    prints("{'toString': 3, 'valueOf': 4}"),
  ),
  attackOn(
    'parsed __proto__ keys',
    parsed,
    '{{ d.__proto__.polluted }}{{ o.polluted }}{{ d.constructor.prototype.polluted }}',
    prints('12'),
  ),
  attackOn(
    'parsed __proto__ keys merged',
    parsed,
    '{% set x = {} %}{{ x.update(d) }}{{ x.update(**d) }}{{ o.update(d) }}{{ l.polluted }}{{ {}.polluted }}',
    prints('NoneNoneNone'),
  ),
  attackOn(
    'prototype of a host object',
    parsed,
    '{{ o.__proto__ }}{{ o.constructor }}{{ o.toString }}{{ o["hasOwnProperty"] }}{{ l.length }}{{ l["length"] }}',
    prints(''),
  ),
  attackOn(
    'class instance',
    account,
    '{{ a.owner }}{{ a.secret }}{{ a.close }}{{ a["close"] }}{{ a }}',
    prints("ada{'owner': 'ada'}"),
  ),
  attackOn('class instance, called', account, '{{ a.close() }}', fails('undefined')),
  attackOn(
    'class instance in filters',
    account,
    '{{ l|map(attribute="secret")|list }}{{ l|tojson }}',
    prints('[Undefined][{"owner": "ada"}]'),
  ),
  {
    name: 'getters and functions',
    source:
      '{{ o }}{{ o.getter }}{{ f }}{{ deep }}{{ deep|tojson }}{{ deep.f }}{{ o|pprint }}{{ deep ~ "" }}',
    context: wired,
    outcome: prints("{'plain': 1}{}{}{'plain': 1}{}"),
  },
  {
    name: 'a function of the host, called',
    source: '{{ f() }}',
    context: wired,
    outcome: fails('undefined'),
  },
  {
    name: 'a function of the host, as a method',
    source: '{{ deep.f() }}',
    context: wired,
    outcome: fails('undefined'),
  },
  {
    name: 'proxies with traps',
    source: '{{ p.x }}{{ p.y }}{{ p }}{{ p|length }}{{ "x" in p }}{{ p.update(x=2) }}',
    context: proxy,
    outcome: prints("1{'x': 1}1TrueNone"),
  },
  attackOn('a proxy that throws', throwing, '{{ p.x }}', fails('runtime')),
  attackOn(
    'a proxy that throws while walked',
    throwing,
    '{% for k in p %}{{ k }}{% endfor %}',
    fails('runtime'),
  ),
  attackOn('a revoked proxy', broken, '{{ p.x }}', fails('runtime')),
  attackOn('a revoked proxy in a list', broken, '{{ l }}', fails('runtime')),
  attackOn(
    'objects that pretend to be built in',
    impostors,
    '{{ map }}{{ set }}{{ date }}{{ bytes }}{{ array }}',
    prints('{}{}{}{}{}'),
  ),
  {
    name: 'built-in objects with members of their own',
    source: '{{ map }}{{ set }}{{ date }}{{ bytes }}{{ array }}',
    context: overriding,
    outcome: prints("{'a': 1}[1]1970-01-01 00:00:00b'\\x01'[1]"),
  },
  attackOn(
    'a Map that holds itself',
    () => selfMap(),
    '{{ m }}{{ m.self.self is sameas m }}',
    prints("{'self': {...}}True"),
  ),
  attackOn(
    'a Set that holds itself',
    () => selfMap(),
    '{{ s }}{{ s[0] is sameas s }}',
    prints('[[...]]True'),
  ),
  attackOn(
    'a Map with keys that are objects',
    () => ({ m: new Map([[{}, 1]]) }),
    '{{ m }}',
    fails('runtime'),
  ),
  attackOn(
    'an array of four thousand million holes',
    () => ({ l: new Array(4_000_000_000) }),
    '{% for x in l %}{{ x }}{% endfor %}',
    { limits: ['collectionSize'] },
  ),
  attack('code in an escaped attribute', '{{ {"onclick=alert(1) x": 1}|xmlattr }}', fails('runtime')),
  attack(
    'markup in an attribute',
    '{{ {"title": "\\"><script>", "</a>"|upper: 1}|xmlattr }}',
    fails('runtime'),
  ),
  attack(
    'script in autoescape',
    '{{ x }}{{ "<b>"|safe ~ x }}{{ x|upper }}{{ "%s"|safe % x }}{{ "<i>"|safe + x }}',
    prints('&lt;script&gt;<b>&lt;script&gt;&lt;SCRIPT&gt;&lt;script&gt;<i>&lt;script&gt;'),
    { options: { autoescape: true }, context: () => ({ x: '<script>' }) },
  ),
  attack(
    'script in tojson',
    '{{ "</script><!--\'&"|tojson }}',
    prints('"\\u003c/script\\u003e\\u003c!--\\u0027\\u0026"'),
  ),
  attack('a loader that throws', '{% include "a" %}', fails('runtime'), {
    options: { loader: () => raise() },
  }),
  attack('no loader', '{% include "/etc/passwd" %}', fails('runtime')),
];

function selfMap(): Record<string, unknown> {
  const m = new Map<string, unknown>();
  const s = new Set<unknown>();
  m.set('self', m);
  s.add(s);
  return { m, s };
}
