import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { HydrationChoice, HydrationEstimate } from '../../../contract/entities/hydration.ts';
import { type ApiError, toApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call-api.ts';
import { useSettled } from '../../components/use-settled.ts';

const POLL_MS = 300;
const STILL = {
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  retry: false,
  meta: { isSuppressed: true },
} as const;

/** Counts what the job would read; grows while running. */
export function useEstimate(choice: HydrationChoice | undefined) {
  const asked = useSettled(choice);
  const former = useRef<string>(undefined);
  const [latest, setLatest] = useState<{ key: string; estimate: HydrationEstimate }>();
  const key = JSON.stringify(asked);
  const query = useQuery<HydrationEstimate, ApiError>({
    ...STILL,
    queryKey: ['startHydrationEstimate', asked?.siteId ?? '', asked],
    enabled: asked !== undefined,
    queryFn: async ({ signal }) => {
      if (!asked) throw new Error('Nothing is asked');
      const replaces = former.current;
      const body = { hydration: asked, ...(replaces === undefined ? {} : { replaces }) };
      let { estimate } = (await callApi('startHydrationEstimate', { body }, { signal })).data;
      former.current = estimate.id;
      setLatest({ key, estimate });
      while (estimate.state === 'RUNNING') {
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
        if (signal.aborted)
          throw toApiError(new DOMException('Another question took its place', 'AbortError'));
        const path = { siteId: asked.siteId, estimateId: estimate.id };
        ({ estimate } = (await callApi('getHydrationEstimate', { path }, { signal })).data);
        setLatest({ key, estimate });
      }
      return estimate;
    },
  });
  const isCurrent = JSON.stringify(choice) === key && asked !== undefined;
  const estimate = query.data ?? (latest && latest.key === key ? latest.estimate : undefined);
  return {
    estimate: isCurrent ? estimate : undefined,
    error: isCurrent ? query.error : null,
    isCounting: choice !== undefined && (!isCurrent || query.isFetching),
  };
}
