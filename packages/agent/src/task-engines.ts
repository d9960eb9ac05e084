import type { ComputerProtocol, ModelRequirement, TaskEngine } from '@runwright/contract';
import { toolDecider } from './computer/decide-with-tool.ts';
import { type Decider, decide } from './decide.ts';
import { screenDecider } from './screen/decide-on-screen.ts';

/** An engine of this agent. */
export interface AgentEngine {
  /** Returns what requests the actions of one task. */
  readonly createDecider: () => Decider;
  /** Computer tool that the model of the purpose `cua` needs. Default: none. */
  readonly computer?: ComputerProtocol;
  /** Returns what a model of the purpose `cua` lacks, and what to do about it; null when it suffices. Absent: not asked. */
  readonly findModelProblem?: ModelRequirement['findProblem'];
}

const stepEngine: AgentEngine = { createDecider: () => decide };

/** The engines that this agent has, by name. */
export const taskEngines: ReadonlyMap<TaskEngine, AgentEngine> = new Map<TaskEngine, AgentEngine>([
  ['service-1.0', stepEngine],
  ['service-2.0', stepEngine],
  [
    'cua-a',
    {
      createDecider: () => toolDecider('openai'),
      computer: 'openai',
      findModelProblem: ({ id, computer }) =>
        computer === 'openai'
          ? null
          : `it needs OpenAI's computer tool, but the model \`${id}\` does not have it here. Configure a model of api.openai.com for the purpose \`cua\`, or use another engine`,
    },
  ],
  [
    'cua-b',
    {
      createDecider: () => toolDecider('anthropic'),
      computer: 'anthropic',
      findModelProblem: ({ id, computer }) =>
        computer === 'anthropic'
          ? null
          : `it needs Anthropic's computer tool, but the model \`${id}\` does not have it. Configure a Claude model for the purpose \`cua\`, or use another engine`,
    },
  ],
  [
    'ui-agent',
    {
      createDecider: screenDecider,
      findModelProblem: ({ id, images }) =>
        images
          ? null
          : `it works on screenshots, but the model \`${id}\` takes no images. Configure a model with vision for the purpose \`cua\`, or use another engine`,
    },
  ],
]);

/** Names of the engines, for the errors about one that there is not. */
export const engineNames = [...taskEngines.keys()].map((name) => `\`${name}\``).join(', ');
