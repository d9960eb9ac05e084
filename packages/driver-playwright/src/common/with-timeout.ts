/** Returns the result of `work`; `fallback` when it fails or takes longer than `ms`. */
export async function withTimeout<Result>(
  ms: number,
  work: Promise<Result>,
  fallback: Result,
): Promise<Result> {
  const timeout = Promise.withResolvers<Result>();
  const timer = setTimeout(() => timeout.resolve(fallback), ms);
  const result = await Promise.race([work.catch(() => fallback), timeout.promise]);
  clearTimeout(timer);
  return result;
}
