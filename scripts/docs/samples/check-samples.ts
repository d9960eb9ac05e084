import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readWorkspace, recordedCommands, wrongCommand } from './check-commands.ts';
import { wrongData } from './check-data.ts';
import { commandTable } from './command-table.ts';
import { fragmentProblems } from './compile-fragments.ts';
import { executedFiles, isExecutedTest } from './executed-files.ts';
import type { Sample, SampleProblem } from './sample.ts';
import { openSampleService } from './sample-service.ts';
import { commandsOf } from './shell-commands.ts';

/** What was found in the samples of the documents. */
export interface SampleReport {
  readonly problems: readonly SampleProblem[];
  /** How many samples were checked in which way. */
  readonly counts: Readonly<Record<string, number>>;
}

/** How a sample is proved: its file is executed, a test reads the page, its text is compiled, or its data is checked. */
type Proof = 'file' | 'test' | 'fragment' | 'shell' | 'data' | 'drawn' | 'declaration';

/** Languages whose samples can only be shown from files or by tests. */
const fromFiles =
  'Show a file with `<!-- file: path -->`, or name the test that reads the page: `<!-- run by: path -->`';

/** Checks every sample of the documents, each in the way of its language. */
export async function checkSamples(root: string, samples: readonly Sample[]): Promise<SampleReport> {
  const executed = executedFiles(root);
  const workspace = readWorkspace(root, commandTable(join(root, 'packages/cli/src/program.ts')));
  const service = await openSampleService();
  try {
    const judged = samples.map((sample) => ({ sample, ...judge(root, sample, executed) }));
    const with_ = (proof: Proof) => judged.filter((one) => one.proof === proof).map(({ sample }) => sample);
    const problems = judged.flatMap(({ sample, problem }) =>
      problem === null ? [] : [problemAt(sample, problem)],
    );
    problems.push(...fragmentProblems(root, with_('fragment')));
    for (const { sample } of judged) {
      if (!/^(?:ya?ml|json)$/.test(sample.language)) continue;
      // A file that a test executes may have block types of its own.
      if (executed.has(sample.notes.get('file') ?? '')) continue;
      const problem = await wrongData(sample, workspace, service);
      if (problem !== null) problems.push(problemAt(sample, problem));
    }
    for (const [page, own] of Map.groupBy(with_('shell'), (sample) => sample.page)) {
      const { commands, problems: failures } = commandsOf(page, own, recordedCommands);
      problems.push(...failures);
      for (const command of commands) {
        const problem = await wrongCommand(command, workspace, service);
        const text = `\`${command.words.join(' ').split('\n')[0]}\`: ${problem}. Correct the sample.`;
        if (problem !== null) problems.push({ page, line: command.line, text });
      }
    }
    const proofs = Map.groupBy(judged, ({ sample, proof }) => `${sample.language}, ${proof ?? 'refused'}`);
    return {
      problems: problems.sort((a, b) => a.page.localeCompare(b.page) || a.line - b.line),
      counts: Object.fromEntries([...proofs].sort().map(([name, list]) => [name, list.length])),
    };
  } finally {
    await service.close();
  }
}

interface Judgement {
  readonly proof: Proof | null;
  readonly problem: string | null;
}

function judge(root: string, sample: Sample, executed: ReadonlyMap<string, string>): Judgement {
  const { language, notes } = sample;
  const test = notes.get('run by');
  if (test !== undefined) return { proof: 'test', problem: wrongTest(root, sample, test) };
  if (notes.has('picture')) return { proof: 'drawn', problem: null };
  if (notes.has('code')) return { proof: 'declaration', problem: null };
  const [file] = notes.get('file')?.split('#') ?? [];
  switch (language) {
    case 'ts':
    case 'js':
      if (file === undefined) return { proof: 'fragment', problem: null };
      return { proof: 'file', problem: wrongFile(root, file, executed) };
    case 'sh':
      return { proof: 'shell', problem: null };
    case 'yaml':
    case 'json':
      if (file === undefined) return { proof: 'data', problem: null };
      // The engine validates a workflow; what another program reads needs a test.
      return {
        proof: 'file',
        problem:
          /\bworkflow_definition\b/.test(sample.text) || notes.has('request') ? null : wrongInput(root, file),
      };
    case 'mermaid':
      return { proof: 'drawn', problem: wrongDiagram(sample.text) };
    case 'text':
      if (/^\s*(?:├──|└──|│)/m.test(sample.text)) return { proof: 'drawn', problem: null };
      break;
  }
  if (file !== undefined) return { proof: 'file', problem: wrongInput(root, file) };
  return { proof: null, problem: `nothing checks a block of \`${language}\`. ${fromFiles}.` };
}

function wrongFile(root: string, file: string, executed: ReadonlyMap<string, string>): string | null {
  if (isExecutedTest(root, file) || executed.has(file)) return null;
  return `no test executes \`${file}\`. Start it from a test beside it, with \`process.execPath\` or an import.`;
}

/** Input or output of a test, such as a page or the configuration of another program. */
function wrongInput(root: string, file: string): string | null {
  const tests = globSync('{scripts,examples}/**/*.test.ts', {
    cwd: root,
    exclude: (name) => name === 'node_modules',
  });
  return tests.some((test) => readFileSync(join(root, test), 'utf8').includes(basename(file)))
    ? null
    : `no test of \`scripts\` or \`examples\` reads \`${file}\`. Write one that uses it.`;
}

/** A test that proves a sample reads the page that the sample stands in. */
function wrongTest(root: string, { page }: Sample, test: string): string | null {
  if (!isExecutedTest(root, test)) return `\`${test}\` is no test that \`npm test\` runs. Correct the path.`;
  const text = readFileSync(join(root, test), 'utf8');
  return text.includes(basename(page))
    ? null
    : `\`${test}\` does not read \`${basename(page)}\`. Name the test that proves the sample.`;
}

/** The site draws diagrams when it is built; their kind is what an author mistypes. */
function wrongDiagram(text: string): string | null {
  const kind = /^\s*(?:%%.*\n\s*)*([\w-]+)/.exec(text)?.[1] ?? '';
  const kinds = ['flowchart', 'graph', 'sequenceDiagram', 'stateDiagram-v2', 'classDiagram', 'erDiagram'];
  return kinds.includes(kind) ? null : `\`${kind}\` is no kind of diagram. Use ${kinds.join(', ')}.`;
}

function problemAt({ page, line }: Sample, text: string): SampleProblem {
  return { page, line, text };
}
