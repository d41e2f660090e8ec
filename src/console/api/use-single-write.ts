import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { CallId } from '../../contract/calls/index.ts';

type SingleWrite<Input, Result> = {
  /** The call that failures are reported for. */
  call: CallId;
  write: (input: Input) => Promise<Result>;
  /** Reports success, even after leaving the screen. */
  succeed?: (result: Result, input: Input) => void;
  fail?: (error: unknown, input: Input) => void;
  /** Next step on the screen; skipped once it was left. */
  follow?: (result: Result, input: Input) => void;
};

/**
 * Ignores further writes while one runs, so that a double press writes once. Uses the mutation cache, which
 * reports failures; `useMutation` would add its observer to the first load.
 */
export function useSingleWrite<Input, Result = void>(options: SingleWrite<Input, Result>) {
  const client = useQueryClient();
  const [isRunning, setRunning] = useState(false);
  const isUnderWay = useRef(false);
  const latest = useRef<SingleWrite<Input, Result>>(undefined);
  useLayoutEffect(() => {
    latest.current = options;
  });
  useLayoutEffect(
    () => () => {
      latest.current = undefined;
    },
    [],
  );
  const start = useCallback(
    (input: Input): void => {
      const { current: now } = latest;
      if (!now || isUnderWay.current) return;
      const end = () => {
        isUnderWay.current = false;
        setRunning(false);
      };
      isUnderWay.current = true;
      setRunning(true);
      const write = client.getMutationCache().build(client, {
        mutationKey: [now.call],
        mutationFn: now.write,
        onSuccess: (result) => now.succeed?.(result, input),
        onError: (error) => now.fail?.(error, input),
      });
      write
        .execute(input)
        .then(
          (result) => latest.current?.follow?.(result, input),
          () => undefined,
        )
        .finally(end);
    },
    [client],
  );
  return { start, isRunning };
}
