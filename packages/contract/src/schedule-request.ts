import { type Static, Type } from 'typebox';
import { WorkflowRunRequest } from './request.ts';

const nullable = <const S extends Type.TSchema>(schema: S) =>
  Type.Optional(Type.Union([schema, Type.Null()]));
const { workflow_id: _workflow, parameters: _parameters, ...runOptions } = WorkflowRunRequest.properties;

const cron = Type.String({
  maxLength: 255,
  description: 'Five fields: minute, hour, day of the month, month, day of the week.',
});
const members = {
  timezone: nullable(Type.String({ maxLength: 64, description: 'IANA time zone. Default `UTC`.' })),
  name: nullable(Type.String({ maxLength: 255 })),
  parameters: nullable(
    Type.Record(Type.String(), Type.Unknown(), { description: 'Parameters of each run.' }),
  ),
  run_options: nullable(
    Type.Object(runOptions, {
      title: 'RunOptions',
      description: 'Other members of the request of each run.',
    }),
  ),
  enabled: nullable(Type.Boolean({ description: 'Default true.' })),
  starting_deadline_seconds: nullable(
    Type.Integer({
      minimum: 60,
      maximum: 31_536_000,
      description:
        'Seconds after which a due time that was missed, because no worker ran, starts no run any more. By default the latest of them starts one run, however late it is.',
    }),
  ),
};

/** Request that creates a schedule (snake_case, as on the wire). */
export const ScheduleRequest = Type.Object({ cron, ...members });
export type ScheduleRequest = Static<typeof ScheduleRequest>;

/** Request that changes a schedule; what it does not name stays, and null is the default. */
export const ScheduleChange = Type.Object({ cron: Type.Optional(cron), ...members });
export type ScheduleChange = Static<typeof ScheduleChange>;
