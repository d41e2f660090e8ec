import { focusManager, MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import type { CallId } from '../../contract/calls/index.ts';
import { followWindowFocus, windowFocus } from '../lib/window-focus.ts';
import { ApiError } from './api-error.ts';
import type { FailedCall } from './error-policy.ts';
import { reportApiError } from './report-error.ts';

const FRESH_MS = 2000;
const MAX_RETRIES = 2;

const isCallId = (value: unknown): value is CallId => typeof value === 'string';

/** Only failures that may pass; an answer with a reason is final. */
const isWorthRetrying = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'NETWORK' || [502, 503, 504].includes(error.status));

const reportQueryError = (error: unknown, key: unknown, call: Omit<FailedCall, 'id'>): void => {
  if (isCallId(key)) reportApiError(error, { ...call, id: key });
};

/** Polls only while the window has focus; regaining focus refetches at once. */
export const pollWithFocusOnly = (): void =>
  focusManager.setEventListener((tell) => {
    const tellNow = () => tell(windowFocus.get());
    const stops = [followWindowFocus(), windowFocus.subscribe(tellNow)];
    tellNow();
    return () => {
      for (const stop of stops) stop();
    };
  });

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) =>
        reportQueryError(error, query.queryKey[0], {
          isSuppressed: query.meta?.isSuppressed === true,
          hasAnswer: query.state.data !== undefined,
        }),
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) =>
        reportQueryError(error, mutation.options.mutationKey?.[0], {
          isSuppressed: mutation.meta?.isSuppressed === true,
        }),
    }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (count, error) => count < MAX_RETRIES && isWorthRetrying(error),
        retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 4000),
        refetchIntervalInBackground: false,
        placeholderData: (former: unknown, query: Query | undefined) =>
          query?.meta?.keepPrevious ? former : undefined,
        throwOnError: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

export const queryClient = createQueryClient();
