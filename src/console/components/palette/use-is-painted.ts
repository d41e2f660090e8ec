import { startTransition, useEffect, useState } from 'react';

/** False until the first frame is painted; always true with `isFromStart`. */
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
