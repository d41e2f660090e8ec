import { useCallback, useEffect, useMemo, useState } from 'react';
import { DEFAULT_PIPELINE_NAME } from '../../../../../machines/pipeline-editor/index.ts';
import type { DefinedPipeline } from '../../../../contract/calls/exchange.ts';
import type { StartingPoint } from '../../../../contract/entities/starting-point.ts';
import { freeName } from '../../../../contract/values.ts';
import { useCall } from '../../../api/use-call.ts';
import { useArchiveOptions } from '../../../components/archival/use-archive-options.ts';
import { useShownLocation } from '../../../state/location.tsx';
import { notify } from '../../../state/toasts.ts';
import { EditorContext } from '../editor/editor-context.ts';
import type { Catalogue } from '../editor/use-catalogue.ts';
import { STARTING_POINTS_FRESH_MS } from '../preview/example-events.ts';
import { forgetCreateTransforms, parsePrefill, readCreateTransforms } from './prefill.ts';
import { sourceArchival } from './source-archival.ts';
import { type StartStep, startClip } from './start-clip.ts';

export type StartId = 'empty' | 'handed' | 'definition' | (string & {});

export type StartState = {
  sourceId: string | undefined;
  /** The archive is a setting of the source and shared by all its pipelines. */
  archiveId: string | undefined;
  sinkIds: readonly string[];
  startId: StartId;
  defined: DefinedPipeline | undefined;
};

const NO_POINTS: readonly StartingPoint[] = [];
const NO_STEPS: readonly StartStep[] = [];
const NOTHING_CHOSEN = 'Choose a source, a starting point or a destination';

export function useStart(catalogue: Catalogue, siteId: string) {
  const actor = EditorContext.useActorRef();
  const { search } = useShownLocation();
  const [prefill] = useState(() => parsePrefill(search));
  const [handed] = useState<readonly StartStep[]>(readCreateTransforms);
  const [state, setState] = useState<StartState>(() => ({
    sourceId: prefill.sourceId,
    archiveId: prefill.archiveId,
    sinkIds: [],
    startId: handed.length > 0 ? 'handed' : 'empty',
    defined: undefined,
  }));
  const { sources, sinks, templates } = catalogue;
  const options = useArchiveOptions(siteId);
  const source = sources.find(({ id }) => id === state.sourceId);
  const archives = useMemo(
    () =>
      options.flatMap(({ sink, refusal }) =>
        refusal === undefined && !state.sinkIds.includes(sink.id) ? sink : [],
      ),
    [options, state.sinkIds],
  );
  /** The choice, else the source's current archive. */
  const archive = archives.find(({ id }) => id === (state.archiveId ?? source?.archivalSinkId));
  const freeSinks = useMemo(() => sinks.filter(({ id }) => id !== archive?.id), [sinks, archive]);
  const chosenSinks = useMemo(
    () => state.sinkIds.flatMap((id) => freeSinks.find((one) => one.id === id) ?? []),
    [state.sinkIds, freeSinks],
  );
  const asked = useCall('listStartingPoints', {}, { staleTime: STARTING_POINTS_FRESH_MS });
  const points = asked.data?.startingPoints ?? NO_POINTS;
  const point = points.find(({ id }) => id === state.startId);
  const defined = state.startId === 'definition' ? state.defined : undefined;
  const steps = state.startId === 'handed' ? handed : (point?.transforms ?? NO_STEPS);
  const isNothing = !source && chosenSinks.length === 0 && steps.length === 0 && !defined;

  // After the commit: React may restart a render, and taken values would be lost.
  useEffect(forgetCreateTransforms, []);

  // Drop the archive choice of an abandoned start, unless it can be redone.
  useEffect(() => {
    if (actor.getSnapshot().context.future.length === 0) sourceArchival.forget();
  }, [actor]);

  const begin = useCallback(() => {
    const body = defined
      ? ({ kind: 'pipeline', pipeline: defined } as const)
      : ({ kind: 'steps', steps } as const);
    const clip = startClip({ source, sinks: chosenSinks, body, templates });
    const { draft, takenNames } = actor.getSnapshot().context;
    const title = defined ? defined.name : point?.title;
    // A name field that was focused and left empty holds a generated name.
    const unnamed = ['', DEFAULT_PIPELINE_NAME, freeName(DEFAULT_PIPELINE_NAME, takenNames, 1)];
    if (title && unnamed.includes(draft.name.trim()))
      actor.send({ type: 'draft.name.set', name: freeName(title, takenNames) });
    const description = defined ? defined.description : point?.summary;
    if (description && draft.description === '') actor.send({ type: 'draft.description.set', description });
    actor.send({ type: 'graph.paste', clip });
    sourceArchival.forget();
    if (!source || !archive || source.archivalSinkId === archive.id) return;
    sourceArchival.choose({ siteId, sourceId: source.id, sinkId: archive.id });
    const message = `Saving the pipeline also archives '${source.name}' to '${archive.name}'.`;
    notify({ message, status: 'info' });
  }, [actor, siteId, defined, steps, source, archive, chosenSinks, templates, point]);
  return {
    state,
    change: (part: Partial<StartState>) => setState((now) => ({ ...now, ...part })),
    prefill,
    handed,
    points,
    point,
    source,
    archives,
    archive,
    freeSinks,
    refusal: isNothing ? NOTHING_CHOSEN : undefined,
    begin,
  };
}
