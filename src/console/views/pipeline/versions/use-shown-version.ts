import { useMachine } from '@xstate/react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { fromPromise } from 'xstate';
import {
  chooseDisplayedVersion,
  displayedVersionMachine,
  type VersionEntry,
} from '../../../../../machines/displayed-version/index.ts';
import type { StoredPipeline } from '../stored-pipeline.ts';
import { readVersions } from './read-versions.ts';

/** Without a stored pipeline there is no list to read. */
const logic = displayedVersionMachine.provide({
  actors: {
    fetchVersions: fromPromise<VersionEntry[], { pipelineId: string }>(async ({ input, signal }) =>
      input.pipelineId === '' ? [] : readVersions(input.pipelineId, signal),
    ),
  },
});

export function useShownVersion(
  stored: StoredPipeline | undefined,
  isEditing: boolean,
  initial: number | undefined,
) {
  const pipeline = stored?.pipeline;
  const latestGraphVersion = pipeline?.latestGraphVersion ?? 0;
  const [input] = useState({ pipelineId: pipeline?.id ?? '', latestGraphVersion, chosen: initial });
  const [state, send] = useMachine(logic, { input });
  useEffect(() => send({ type: 'latest.changed', latestGraphVersion }), [send, latestGraphVersion]);
  const refetch = useCallback(() => send({ type: 'versions.refetch' }), [send]);
  // List entries contain the deployment time, so another deployment makes the list stale.
  const deployed = pipeline?.deployedGraphVersion;
  const listed = useRef(deployed);
  useEffect(() => {
    if (listed.current !== deployed) refetch();
    listed.current = deployed;
  }, [deployed, refetch]);
  const choose = useCallback((version: number) => send({ type: 'version.chosen', version }), [send]);
  const clear = useCallback(() => send({ type: 'version.choice.cleared' }), [send]);
  const { versions, chosen, failure } = state.context;
  const isReading = state.matches('loading') || state.matches('waiting');
  const isLoading = versions.length === 0 && isReading;
  const shown = pipeline ? chooseDisplayedVersion(pipeline, isEditing, chosen) : 0;
  const list = useMemo(
    () => ({ versions, isLoading, failure, refetch }),
    [versions, isLoading, failure, refetch],
  );
  return {
    versions,
    list,
    chosen,
    shown,
    /** The name is loading; the number alone would flash. */
    isNameAwaited: isReading && versions.every(({ version }) => version !== shown),
    choose,
    clear,
  };
}
