import type {
  Attempt,
  BlockNode,
  Json,
  ScriptFile,
  TimelineEvent,
  WorkflowDefinition,
} from '@runwright/contract';
import { allBlocks, asRecord } from '@runwright/definition';
import { textsIn } from '@runwright/masking';
import { containsWords } from '../../runtime/split-words.ts';
import {
  definitionPath,
  invalidLabels,
  isAsLearned,
  type LearnedBlock,
  learnedDefinition,
  learnedPaths,
  readLearnedBlock,
  sha256,
} from '../learned-block.ts';
import { maxFiles, maxPathLength } from '../script-files.ts';
import { cachedLabels } from '../script-programs.ts';
import { assertDecided, assertOneTry } from './assert-learnable.ts';
import { namedValues, type ValueSources } from './bind-value.ts';
import { type GeneratedProgram, generateProgram } from './generate-program.ts';
import { recordedSteps, Unlearnable } from './recorded-steps.ts';
import { repairedTargets } from './repaired-targets.ts';

/** A run that has completed, and the script that it has used. */
export interface FinishedRun {
  readonly runId: string;
  readonly definition: WorkflowDefinition;
  readonly events: readonly TimelineEvent[];
  readonly attempts: readonly Attempt[];
  /** Values of its parameters; placeholders of secrets. */
  readonly parameters: Readonly<Record<string, Json>>;
  /** Labels of the blocks that had a program. */
  readonly programs: ReadonlySet<string>;
  /** Files of the script that was found; none when there was none. */
  readonly files: readonly ScriptFile[];
  /** Returns whether a script may be learned from blocks of a type. */
  readonly canLearn: (blockType: string) => boolean;
}

/** The next version of a script. */
export interface LearnedScript {
  /** Null: it is as it was. */
  readonly files: readonly ScriptFile[] | null;
  /** Sentences about what was learned and what was not. */
  readonly notices: readonly string[];
}

/** Repairs in one run from which on the program of a block is learned anew. */
const mostRepairs = 15;

/**
 * Learns from a completed run: programs of the blocks that had none, of those that the agent had to finish, and elements that
 * were found in another way than by their selectors. A program that somebody has written or edited is left as it is.
 */
export function learnScript(run: FinishedRun): LearnedScript {
  const { definition, files } = run;
  const invalid = invalidLabels(files, definition);
  const stale = [...invalid].filter((label) => isAsLearned(files, label));
  const nodes = allBlocks(definition.blocks);
  const labels = new Set(cachedLabels(definition.blocks));
  const changes = nodes
    .filter(({ label, block_type: type }) => labels.has(label) && run.canLearn(type))
    .map((node) => learnBlock(run, node));
  const learned = changes.flatMap(({ files: own }) => own ?? []);
  const dropped = new Set([
    ...[...stale, ...changes.flatMap(({ dropped: label }) => label ?? [])].flatMap((label) =>
      Object.values(learnedPaths(label)),
    ),
    ...learned.map(({ path }) => path),
  ]);
  const notices = changes.flatMap(({ notice }) => notice ?? []);
  if (dropped.size === 0) return { files: null, notices };
  const description = fileOf(definitionPath, learnedDefinition(definition));
  const kept = files.filter(({ path }) => !dropped.has(path) && path !== definitionPath);
  const room = maxFiles - kept.length - 1;
  if (learned.length <= room) return { files: [...kept, ...learned, description], notices };
  const full = `A script has at most ${maxFiles} files, so that the last blocks of this run were not learned.`;
  // A program and what stands beside it belong together.
  return {
    files: [...kept, ...learned.slice(0, room - (room % 2)), description],
    notices: [...notices, full],
  };
}

/** What a run changes in the program of one block. */
interface BlockChange {
  readonly files?: readonly ScriptFile[];
  /** Label of a program that is not used any more. */
  readonly dropped?: string;
  readonly notice?: string;
}

function learnBlock(run: FinishedRun, node: BlockNode): BlockChange {
  const { label } = node;
  const attempt = run.attempts.find((each) => each.label === label && each.status === 'completed');
  if (attempt === undefined) return {};
  const events = run.events.filter(({ blockRunId }) => blockRunId === attempt.blockRunId);
  const hasFailed = events.some(
    (event) => event.type === 'thought' && event.output?.failed_script_of === label,
  );
  if (hasOwnProgram(run, label)) return {};
  if (run.programs.has(label) && !hasFailed) return repairBlock(run, label, events);
  try {
    if (learnedPaths(label).data.length > maxPathLength)
      throw new Unlearnable('its label is too long for a file');
    assertOneTry(run, attempt);
    const program = generate(run, node, { attempt, events });
    assertDecided(run, node, program.code);
    return { files: programFiles(run, node, program) };
  } catch (error) {
    if (!(error instanceof Unlearnable)) throw error;
    return {
      ...(hasFailed ? { dropped: label } : {}),
      notice: `No script is learned from block \`${label}\`: ${error.message}.`,
    };
  }
}

/** Returns whether somebody has written or edited the program of a block, also one that the definition has made invalid. */
function hasOwnProgram({ programs, files }: FinishedRun, label: string): boolean {
  const { program } = learnedPaths(label);
  const isStored = files.some(({ path }) => path === program || path === program.replace(/js$/, 'ts'));
  return (isStored || programs.has(label)) && !isAsLearned(files, label);
}

function repairBlock(run: FinishedRun, label: string, events: readonly TimelineEvent[]): BlockChange {
  const learned = readLearnedBlock(run.files, label);
  const repaired = repairedTargets(events, learned?.targets ?? {});
  const count = Object.keys(repaired).length;
  if (learned === null || count === 0) return {};
  if (count > mostRepairs) {
    return {
      dropped: label,
      notice: `${count} elements of the script of block \`${label}\` had changed, so the next run learns the block anew.`,
    };
  }
  const targets = { ...learned.targets, ...repaired };
  return { files: [fileOf(learnedPaths(label).data, { ...learned, targets })] };
}

function generate(
  run: FinishedRun,
  node: BlockNode,
  { attempt, events }: { readonly attempt: Attempt; readonly events: readonly TimelineEvent[] },
): GeneratedProgram {
  const output = asRecord(attempt.output);
  const isSet = (member: unknown) => member !== undefined && member !== null && member !== '';
  const hasDataGoal = isSet(node.data_extraction_goal) || isSet(node.data_schema);
  return generateProgram({
    label: node.label,
    runId: run.runId,
    prompt: promptOf(node),
    steps: recordedSteps(events),
    sources: sourcesOf(run, node, events),
    hasDataGoal,
    hasData: isSet(output?.extracted_information),
    hasCriteria: isSet(node.complete_criterion) || isSet(node.terminate_criterion),
    // A block that only extracts says that it is done when it was to read several pages; one page is a single action.
    readsPages:
      hasDataGoal && !isSet(node.navigation_goal) && !isSet(node.prompt) && events.some(isCompletion),
  });
}

function isCompletion(event: TimelineEvent): boolean {
  return event.type === 'action' && event.action.action_type === 'complete';
}

/** Values of the next run by which those of this one are replaced: of the loop, the parameters, and outputs that the block names. */
function sourcesOf(run: FinishedRun, node: BlockNode, events: readonly TimelineEvent[]): ValueSources {
  const { loop_blocks: _body, ...own } = node;
  const written = textsIn(own).join('\n');
  const start = events.find((event) => event.type === 'block-start');
  const config = start?.type === 'block-start' ? start.config : {};
  const loop = start?.type === 'block-start' && start.currentIndex !== null ? start : null;
  const outputs = run.attempts.filter(({ label }) => label !== node.label && namesOutput(written, label));
  return {
    written,
    named: [
      typeof config.url === 'string' ? namedValues('block.url', config.url) : [],
      loop === null ? [] : namedValues('current_value', loop.currentValue),
      namedValues('params', run.parameters),
      outputs.flatMap(({ label, output }) => {
        const at = `outputs[${JSON.stringify(label)}]`;
        // The other members of such an output are about the task, such as its status.
        const data = asRecord(output)?.extracted_information;
        return data === undefined
          ? namedValues(at, output)
          : namedValues(`${at}.extracted_information`, data);
      }),
    ],
  };
}

function namesOutput(written: string, label: string): boolean {
  return containsWords(written, label) || containsWords(written, `${label}_output`);
}

function promptOf({
  navigation_goal: goal,
  data_extraction_goal: data,
  prompt,
  block_type: type,
}: BlockNode): string {
  const texts = [prompt, goal, data].filter((text) => typeof text === 'string' && text.trim() !== '');
  return texts.length === 0 ? `A block of type ${type}.` : texts.join('\n');
}

function programFiles(
  run: FinishedRun,
  node: BlockNode,
  { code, targets }: GeneratedProgram,
): readonly ScriptFile[] {
  const paths = learnedPaths(node.label);
  const data: LearnedBlock = {
    learned_from: run.runId,
    prompt: promptOf(node),
    program_sha256: sha256(code),
    targets: targets as LearnedBlock['targets'],
  };
  return [{ path: paths.program, content: code }, fileOf(paths.data, data)];
}

function fileOf(path: string, content: object): ScriptFile {
  return { path, content: `${JSON.stringify(content, null, 2)}\n` };
}
