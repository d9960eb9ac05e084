/** What comes of the work; `otherwise` when it fails or takes longer. */
export async function withTimeout<Result>(
  ms: number,
  work: Promise<Result>,
  otherwise: Result,
): Promise<Result> {
  const timeout = Promise.withResolvers<Result>();
  const timer = setTimeout(() => timeout.resolve(otherwise), ms);
  const result = await Promise.race([work.catch(() => otherwise), timeout.promise]);
  clearTimeout(timer);
  return result;
}
