type Work<T> = () => Promise<T>;
type ReadWriteLock = { read<T>(work: Work<T>): Promise<T>; write<T>(work: Work<T>): Promise<T> };

/** Writers exclude readers, and a waiting writer comes before readers that ask later. */
export function createReadWriteLock(): ReadWriteLock {
  let lastWriter: Promise<unknown> = Promise.resolve();
  let readers = new Set<Promise<unknown>>();
  const ignoreFailure = (work: Promise<unknown>) => work.catch(() => {});
  return {
    read: (work) => {
      const result = lastWriter.then(work);
      const mine = readers;
      const quiet = ignoreFailure(result).finally(() => mine.delete(quiet));
      mine.add(quiet);
      return result;
    },
    write: (work) => {
      const result = Promise.all([lastWriter, ...readers]).then(work);
      readers = new Set();
      lastWriter = ignoreFailure(result);
      return result;
    },
  };
}
