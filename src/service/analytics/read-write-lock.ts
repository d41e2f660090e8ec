type Work<T> = () => Promise<T>;
export type ReadWriteLock = { read<T>(work: Work<T>): Promise<T>; write<T>(work: Work<T>): Promise<T> };

/** Readers work together, a writer alone; nobody overtakes a writer that waits. */
export function createReadWriteLock(): ReadWriteLock {
  let lastWriter: Promise<unknown> = Promise.resolve();
  let readers = new Set<Promise<unknown>>();
  const quietly = (work: Promise<unknown>) => work.catch(() => {});
  return {
    read: (work) => {
      const result = lastWriter.then(work);
      const mine = readers;
      const quiet = quietly(result).finally(() => mine.delete(quiet));
      mine.add(quiet);
      return result;
    },
    write: (work) => {
      const result = Promise.all([lastWriter, ...readers]).then(work);
      readers = new Set();
      lastWriter = quietly(result);
      return result;
    },
  };
}
