import type { Engine, EngineDrivers, EngineOptions } from '@runwright/core';

/**
 * Configuration of the command, the default export of `runwright.config.ts`. Everything is optional. Settings of the
 * environment have precedence over `settings`; drivers of the file replace those that the environment selects; `blocks`,
 * `allowedHosts` and `drivers.secrets` are added to those of the command.
 */
export interface RunwrightConfig extends Omit<EngineOptions, 'drivers' | 'urls'> {
  /**
   * Drivers, or a function that creates them when an engine is made: `runwright validate` and `runwright blocks` do not call it.
   * `secrets` are asked before those of the environment. Default: those that the environment selects.
   */
  readonly drivers?: EngineDrivers | (() => EngineDrivers | Promise<EngineDrivers>);
  /** Hosts that the egress policy allows although they are private, beside `RUNWRIGHT_ALLOWED_HOSTS`. Default: none. */
  readonly allowedHosts?: readonly string[];
  /** Names of organizations that `runwright start` creates unless they exist. Default: none beside the first one. */
  readonly organizations?: readonly string[];
  /** Called by `runwright start` when the service is up. An error ends the service. Default: nothing. */
  readonly onStart?: (engine: Engine) => void | Promise<void>;
  /** Called by `runwright start` before the engine is closed. Default: nothing. */
  readonly onStop?: (engine: Engine) => void | Promise<void>;
}

/** Identity at run time; it exists so that a configuration file is typed. */
export function defineConfig(config: RunwrightConfig): RunwrightConfig {
  return config;
}
