import { startTransition, useEffect, useState } from 'react';

/** False until the first frame is painted, unless it is so from the start. */
export function useIsPainted(isFromStart = false): boolean {
  const [isPainted, setPainted] = useState(isFromStart);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setPainted(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isPainted;
}
