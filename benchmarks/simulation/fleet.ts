import type { Deployment, Multiples, ResourceName } from './deployment.ts';
import { createResource } from './resource.ts';
import type { Scheduler } from './scheduler.ts';

/** All workers: places for runs and browsers, and what they compute with. */
export interface Fleet {
  /** Waits for a place for a run, with a browser if it needs one; calls back with the number of a worker, and a function that leaves the place. */
  place(needsBrowser: boolean, begin: (worker: number, leave: () => void) => void): void;
  /** Does the work of a block: first that of the worker itself, on its only thread, then that of its browser. */
  work(worker: number, seconds: number, browserSeconds: number, done: () => void): void;
  /** Begins to count anew. */
  restart(): void;
  utilization(): Readonly<Record<FleetResource, number>>;
}

type FleetResource = Extract<
  ResourceName,
  'runs at once' | 'browsers at once' | 'worker threads' | 'worker processors'
>;

/** Makes the workers of a deployment. Any free place is taken: a worker that is told of a run looks at once. */
export function createFleet(
  scheduler: Scheduler,
  { deployment, multiples }: { readonly deployment: Deployment; readonly multiples: Multiples },
): Fleet {
  const { runsAtOnce, browsersAtOnce, processorsPerWorker } = deployment;
  const times = (name: ResourceName): number => multiples[name] ?? 1;
  const workers = deployment.workers * times('worker threads');
  const runs = createResource(scheduler, 'runs at once');
  const browsers = createResource(scheduler, 'browsers at once');
  const threads = createResource(scheduler, 'worker threads');
  const processors = createResource(scheduler, 'worker processors');
  const runPlaces = runs.pool(deployment.workers * runsAtOnce * times('runs at once'));
  const browserPlaces = browsers.pool(deployment.workers * browsersAtOnce * times('browsers at once'));
  const own = Array.from({ length: workers }, () => ({
    thread: threads.pool(1),
    processors: processors.pool(processorsPerWorker * times('worker processors')),
  }));
  let turn = 0;

  return {
    place(needsBrowser, begin) {
      const begun = (leave: () => void): void =>
        runPlaces.acquire(() => {
          turn = (turn + 1) % workers;
          begin(turn, () => {
            runPlaces.release();
            leave();
          });
        });
      if (needsBrowser) browserPlaces.acquire(() => begun(() => browserPlaces.release()));
      else begun(() => undefined);
    },
    work(worker, seconds, browserSeconds, done) {
      const one = own[worker];
      one?.thread.acquire(() =>
        one.processors.use(seconds, () => {
          one.thread.release();
          if (browserSeconds === 0) done();
          else one.processors.use(browserSeconds, done);
        }),
      );
    },
    restart() {
      for (const { meter } of [runs, browsers, threads, processors]) meter.restart();
    },
    utilization: () => ({
      'runs at once': runs.meter.utilization(),
      'browsers at once': browsers.meter.utilization(),
      'worker threads': threads.meter.utilization(),
      'worker processors': processors.meter.utilization(),
    }),
  };
}
