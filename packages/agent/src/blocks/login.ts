import { type BlockContext, defineBlock, RunwrightError, Type, template } from '@runwright/contract';
import { agentTask } from '../agent-task.ts';
import type { AgentOptions } from '../execute-task.ts';
import {
  chooseStartField,
  codeFields,
  commonFields,
  criterionFields,
  TaskOutput,
  verificationFields,
} from './browser-fields.ts';
import { limitSubmissions } from './limit-submissions.ts';
import { type TaskConfig, toTaskSpec, trimToNull } from './to-task-spec.ts';

/** Default of `navigation_goal`. */
const defaultGoal =
  'Sign in with the credential that stands in the inputs: its user name, its password and, when the page asks for one, its one-time code. ' +
  'Answer "stay signed in" with no. The goal is reached when the page shows that the user is signed in and the form is gone. ' +
  'When the page refuses the user name or the password, submit them at most once more; when it refuses them again, terminate with the category credential.';

const noSavedProfile =
  '`skip_saved_profile` has no effect: no browser state is saved for credentials. To start signed out, run without a browser session or profile, and without `persist_browser_session`.';

/** Defines `login`, which signs in on a site. */
export function loginBlock(options: AgentOptions) {
  const task = (config: TaskConfig & LoginConfig, context: BlockContext) =>
    agentTask(
      () => {
        assertCredential(config.parameters, context.label);
        return toTaskSpec('login', context.label, config, {
          goal: trimToNull(config.navigation_goal) ?? defaultGoal,
          mayChooseStart: config.may_choose_start,
          notices: config.skip_saved_profile ? [noSavedProfile] : [],
        });
      },
      config.engine,
      limitSubmissions(context),
      options,
    );
  return defineBlock({
    type: 'login',
    config: Type.Object(
      {
        ...commonFields,
        ...criterionFields,
        ...verificationFields,
        ...codeFields,
        ...chooseStartField,
        navigation_goal: Type.Optional(
          Type.Union([Type.String(template('prompt')), Type.Null()], {
            description: 'Default: sign in with the credential.',
          }),
        ),
        skip_saved_profile: Type.Boolean({
          default: false,
          description:
            'Has no effect, which the timeline says: no browser state is saved for a credential, and a login starts with that of the run.',
        }),
      },
      { description: 'Signs in with a credential of `parameter_keys`.' },
    ),
    output: TaskOutput,
    run: async (config, context) => (await task(config, context).run()).output,
    assistScript: (config, context) => task(config, context).assistScript(),
  });
}

interface LoginConfig {
  readonly may_choose_start: boolean;
  readonly skip_saved_profile: boolean;
}

/** Throws when the block has no credential, before a browser opens: a login attempt without one could lock the account. */
function assertCredential(parameters: Readonly<Record<string, unknown>>, label: string): void {
  const values = Object.values(parameters);
  if (values.some((value) => typeof value === 'object' && containsSecret(value))) return;
  const empty = Object.keys(parameters).filter((key) => (parameters[key] ?? null) === null);
  // User name and password may be two separate secrets.
  if (empty.length === 0 && values.some(containsSecret)) return;
  const problem =
    empty.length > 0
      ? `${empty.map((key) => `\`${key}\``).join(', ')} of its \`parameter_keys\` ${empty.length === 1 ? 'is' : 'are'} empty; give the run a credential there`
      : `its \`parameter_keys\` (${Object.keys(parameters).join(', ') || 'none'}) name none; add the key of one`;
  throw new RunwrightError(
    'secret_unavailable',
    `The login block \`${label}\` has no credential: ${problem}.`,
    { details: { failure_category: 'credential' } },
  );
}

function containsSecret(value: unknown): boolean {
  return JSON.stringify(value ?? null).includes('{{secret.');
}
