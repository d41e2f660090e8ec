export async function settleWithin(limitMs: number, promises: Iterable<Promise<unknown>>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const limit = setTimeout(resolve, limitMs);
  await Promise.race([Promise.allSettled(promises), promise]);
  clearTimeout(limit);
}
