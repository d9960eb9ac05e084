/** Runs program text of users in QuickJS, in a thread of its own, with host verbs handed in. */
export {
  type ConsoleLevel,
  defaultProgramLimits,
  type JsonValue,
  type ProgramFault,
  type ProgramLanguage,
  type ProgramLimits,
  type ProgramOptions,
  type ProgramResult,
  type Verb,
  type Verbs,
} from './program.ts';
export { checkProgram, type SyntaxFault } from './read-program.ts';
export { runProgram } from './run-program.ts';
export { endWarmThreads } from './warm-threads.ts';
