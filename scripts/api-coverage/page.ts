import type { Row } from './collect-proofs.ts';
import { type ItemKind, itemKinds } from './items.ts';
import type { Proof, Rule } from './proof-lists.ts';

/** Path of the page from the root of the project. */
export const pagePath = 'docs/api-coverage.md';

const headings: Readonly<Record<ItemKind, readonly [heading: string, text: string]>> = {
  endpoint: ['Endpoints', 'Each is answered with success.'],
  parameter: ['Parameters', 'In paths, queries and headers: each is used in a request that succeeds.'],
  'request field': ['Members of requests', 'The test shows what the member changes.'],
  'value of a request': [
    'Values of requests',
    'Each is taken as one of the enumeration, also when it cannot be used here; any other is refused.',
  ],
  limit: [
    'Limits of requests',
    'What is within the limit is accepted, what is beyond is refused at its place.',
  ],
  'response field': [
    'Members of answers',
    'Each is answered with a value other than `null`, or the reason is given.',
  ],
  'value of a response': ['Values of answers', 'Each is answered, or the reason is given.'],
  status: ['Statuses', 'Statuses that most operations have are listed once.'],
  'webhook member': ['Members of webhooks', 'What is sent when a run has ended.'],
};

const intro = `# API coverage

Each item of the OpenAPI document with a test that proves it: \`npm run api:coverage\` runs the tests of the HTTP API,
records their requests and answers, and writes this page. \`npm test\` compares it with the document and with the tests.
Files are below \`packages/\`. The routes below \`/v1/agents\` are those below \`/v1/workflows\`, compared in
\`http-adapter/src/agent-routes.test.ts\`; their members stand here once.
`;

/** Prints the page. Rows that have an owner and a proof in common are one line. */
export function printPage(rows: readonly Row[], rules: readonly Rule[]): string {
  const sections = itemKinds.map((kind) => {
    const [heading, text] = headings[kind];
    const own = rows.filter((row) => row.kind === kind);
    const lines = new Map<string, { readonly cells: readonly [string, string]; readonly names: string[] }>();
    for (const row of own) {
      const [owner, name] = splitName(kind, row.name);
      const proof = printProof(row);
      const line = lines.get(`${owner} ${proof}`) ?? { cells: [owner, proof], names: [] };
      lines.set(`${owner} ${proof}`, line);
      line.names.push(name);
    }
    const table = [...lines.values()].map(
      ({ cells: [owner, proof], names }) =>
        `| \`${owner}\` | ${names.map((name) => `\`${escapePipes(name)}\``).join(', ')} | ${proof} |`,
    );
    return `## ${heading} (${own.length})\n\n${text}\n\n| Of | Items | Proof |\n| --- | --- | --- |\n${table.join('\n')}\n`;
  });
  const ruleLines = rules.map(
    (rule) => `| ${escapePipes(rule.subject)} | ${escapePipes(rule.rule)} | ${printProof({ proof: rule })} |`,
  );
  const ruleTable = `| Subject | Rule | Proof |\n| --- | --- | --- |\n${ruleLines.join('\n')}\n`;
  return [intro, ...sections, `## Rules (${rules.length})\n\nWhat no schema says.\n\n${ruleTable}`].join(
    '\n',
  );
}

/** A line of the page, read back: items of a kind, or a rule, with their proof. */
export interface Line {
  /** Undefined for rules. */
  readonly kind: ItemKind | undefined;
  /** Names of the items. */
  readonly names: readonly string[];
  readonly proof: Proof | undefined;
}

/** Reads the lines of a printed page. */
export function readPage(text: string): readonly Line[] {
  return text.split(/^## /m).flatMap((section) => {
    const kind = itemKinds.find((one) => section.startsWith(`${headings[one][0]} (`));
    const rows = section.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| ---'));
    return rows.slice(1).map((line): Line => {
      const [owner = '', items = '', proof = ''] = line.slice(2, -2).split(/(?<!\\) \| /);
      const names = kind ? [...items.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name) : [];
      return {
        kind,
        names: names.map((name) =>
          joinName(kind as ItemKind, owner.slice(1, -1), name.replaceAll('\\|', '|')),
        ),
        proof: readProof(proof),
      };
    });
  });
}

function printProof({ proof, reason }: Pick<Row, 'proof' | 'reason'>): string {
  const test = proof && `${proof.file.replace(/^packages\//, '')}: ${escapePipes(proof.test)}`;
  return [reason, test].filter(Boolean).join(' – ');
}

function readProof(text: string): Proof | undefined {
  const match = /(?:^| – )([\w./-]+\.test\.ts): (.*)$/.exec(text);
  if (match === null) return undefined;
  return { file: `packages/${match[1]}`, test: (match[2] ?? '').replaceAll('\\|', '|') };
}

const separators: Readonly<Record<ItemKind, RegExp>> = {
  endpoint: /: /,
  parameter: / /,
  'request field': /\./,
  'value of a request': / = /,
  limit: /\.| /,
  'response field': /\./,
  'value of a response': / = /,
  status: / (?=\d)/,
  'webhook member': /\.| /,
};

function splitName(kind: ItemKind, name: string): readonly [owner: string, rest: string] {
  const match = separators[kind].exec(name);
  if (match === null) return [name, ''];
  const { 0: separator, index } = match;
  const rest = name.slice(index + separator.length);
  return [name.slice(0, index), hasTwo(kind) && separator === '.' ? `.${rest}` : rest];
}

function joinName(kind: ItemKind, owner: string, rest: string): string {
  if (hasTwo(kind)) return rest.startsWith('.') ? owner + rest : `${owner} ${rest}`;
  const separator = { endpoint: ': ', parameter: ' ', status: ' ' }[kind as 'status'];
  return owner + (separator ?? (kind.startsWith('value') ? ' = ' : '.')) + rest;
}

/** Whether names of a kind have one of two separators; the rest of a place in a schema then begins with its dot. */
function hasTwo(kind: ItemKind): boolean {
  return kind === 'limit' || kind === 'webhook member';
}

function escapePipes(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
