/** Runs program text of users in QuickJS, in a thread of its own, with functions of the host handed in. */

export { checkModule, checkProgram, declaredFunctions, type SyntaxFault } from './program/parse-program.ts';
export {
  type ConsoleLevel,
  defaultProgramLimits,
  type HostFunction,
  type HostFunctions,
  type JsonValue,
  type ProgramFault,
  type ProgramLanguage,
  type ProgramLimits,
  type ProgramOptions,
  type ProgramResult,
} from './program/program.ts';
export { runProgram } from './run-program.ts';
export { endWarmThreads } from './threads/warm-threads.ts';
