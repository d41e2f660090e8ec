/** Resolves with the work, or after `ms` when it takes longer; the work then goes on by itself. */
export function within(ms: number, work: Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/**
 * The work's outcome, or what `late` makes once it takes longer than `ms`; the work then goes on by itself
 * and must be taken back by who started it.
 */
export async function answerWithin<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  const over = Promise.withResolvers<never>();
  const timer = setTimeout(() => over.reject(late()), ms);
  work.catch(() => {});
  try {
    return await Promise.race([work, over.promise]);
  } finally {
    clearTimeout(timer);
  }
}
