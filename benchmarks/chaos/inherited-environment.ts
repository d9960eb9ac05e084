/** Returns the variables of this process without settings of the service, models and S3, except for the path of the browser. */
export function inheritedEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => name === 'RUNWRIGHT_CHROMIUM' || !/^(?:RUNWRIGHT_|OPENAI_|ANTHROPIC_|AWS_)/.test(name),
    ),
  );
}
