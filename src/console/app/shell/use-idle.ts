import { useEffect, useState } from 'react';

/** False until the browser has painted and is idle: what the first paint does without waits for it. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const done = () => setIdle(true);
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(done, 600);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(done, { timeout: 2000 });
    return () => cancelIdleCallback(handle);
  }, []);
  return isIdle;
}
