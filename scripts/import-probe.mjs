// Imports modules one after the other and tells, as JSON, what each import left behind in this process.
//
//   node scripts/import-probe.mjs <url> <url> …

/** @typedef {{ module: string, traces: readonly string[] }} Report */

/** Reads of the environment from our own sources, while a module is imported. @type {string[]} */
let reads = [];
const environment = process.env;
process.env = new Proxy(environment, {
  get(target, name) {
    const [, , caller = ''] = (new Error().stack ?? '').split('\n');
    if (/\/packages\/[\w-]+\/(?:src|dist)\//.test(caller))
      reads.push(`reads the environment: ${String(name)}`);
    return Reflect.get(target, name);
  },
});

/** Globals that Node itself defines when it first loads its own `fetch`. @type {Set<PropertyKey>} */
const ofNode = new Set();
const define = Object.defineProperty;
Object.defineProperty = (target, key, descriptor) => {
  const caller = new Error().stack?.split('\n')[2] ?? '';
  if (target === globalThis && caller.includes('node:internal')) ofNode.add(key);
  return define(target, key, descriptor);
};

const prototypes = [Object, Function, Array, String, Number, Promise, Map, Set, Error, RegExp, Date, Symbol];

/** What an import could change: globals, built-in prototypes, listeners, and whatever keeps a process alive. */
function state() {
  return new Set([
    ...Reflect.ownKeys(globalThis)
      .filter((key) => !ofNode.has(key))
      .map((key) => `sets globalThis.${String(key)}`),
    ...prototypes.flatMap(({ name, prototype }) =>
      Reflect.ownKeys(prototype).map((key) => `sets ${name}.prototype.${String(key)}`),
    ),
    ...process.eventNames().map((name) => `listens to ${String(name)}: ${process.listenerCount(name)}`),
    ...process.getActiveResourcesInfo().map((name) => `holds ${name}`),
  ]);
}

/** @type {Report[]} */
const reports = [];
// Streams that Node opens when they are first looked at are not an import's own doing.
void [process.stdout, process.stderr];
for (const module of process.argv.slice(2)) {
  const before = state();
  reads = [];
  await import(module);
  await new Promise((resolve) => setImmediate(resolve));
  const traces = [...state()].filter((trace) => !before.has(trace));
  reports.push({ module, traces: [...traces, ...new Set(reads)] });
}
console.log(JSON.stringify(reports));
