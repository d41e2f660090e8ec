import { useState } from 'react';
import type { CallId } from '../../../contract/calls/index.ts';
import { toApiError } from '../../api/api-error.ts';
import { useSingleWrite } from '../../api/use-single-write.ts';
import { readStaleRevision } from '../../components/entity-form/save-outcome.ts';
import { createLazyCode } from '../../components/widgets/lazy/lazy-code.ts';
import { PopupBoundary } from '../../components/widgets/lazy/popup-boundary.tsx';

const { Component: StaleDialog } = createLazyCode(async () => ({
  default: (await import('../../components/entity-form/StaleDialog.tsx')).StaleDialog,
}));

type VersionedSave<Input> = {
  call: CallId;
  noun: string;
  write: (input: Input, ifMatch: number) => Promise<unknown>;
  succeed: () => void;
};

/** Saves over the version that was read. On a conflict, the person decides. */
export function useVersionedSave<Input>({ call, noun, write, succeed }: VersionedSave<Input>) {
  const [stale, setStale] = useState<{ input: Input; ifMatch: number }>();
  const { start } = useSingleWrite({
    call,
    write: async ({ input, ifMatch }: { input: Input; ifMatch: number }) => {
      try {
        await write(input, ifMatch);
        return undefined;
      } catch (thrown) {
        const stored = readStaleRevision(toApiError(thrown));
        if (stored === undefined) throw thrown;
        return { input, ifMatch: stored };
      }
    },
    succeed: (refused) => (refused ? setStale(refused) : succeed()),
  });
  const dialog = (
    <PopupBoundary isOpen={stale !== undefined} onFailed={() => setStale(undefined)}>
      {stale && (
        <StaleDialog
          open
          noun={noun}
          onOverwrite={() => {
            setStale(undefined);
            start(stale);
          }}
          onKeepEditing={() => setStale(undefined)}
        />
      )}
    </PopupBoundary>
  );
  return { save: (input: Input, ifMatch: number) => start({ input, ifMatch }), dialog };
}
