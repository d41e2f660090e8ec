import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { CallId } from '../../contract/calls/index.ts';

type SingleWrite<Input, Result> = {
  /** The call, or one of those that it makes: a failure is reported as any other of a write. */
  call: CallId;
  write: (input: Input) => Promise<Result>;
  /** Tells the outcome, also when the screen was left meanwhile. */
  succeed?: (result: Result, input: Input) => void;
  /** Besides the report. */
  fail?: (error: unknown, input: Input) => void;
  /** What follows on the screen; not called once it was left. */
  follow?: (result: Result, input: Input) => void;
};

/**
 * One write at a time: another one is ignored until it ended, so that a double press writes once. Runs in the
 * cache of mutations, which reports failures; `useMutation` would bring its observer into the first load.
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
