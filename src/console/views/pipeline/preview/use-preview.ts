import { useActorRef, useSelector } from '@xstate/react';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import {
  type PreviewEvent,
  type PreviewSample,
  type PreviewStatus,
  selectOutcome,
  selectPredicted,
  selectSample,
} from '../../../../../machines/preview/index.ts';
import type { SampleTestResult } from '../../../../contract/calls/preview.ts';
import type { Draft } from '../../../../graph/draft.ts';
import { usePublishScope } from '../../../commands/scopes.ts';
import { wantedTest } from '../../../components/deploy-gate/deploy-gate.ts';
import { formatExact } from '../../../lib/format.ts';
import { useStore } from '../../../lib/store.ts';
import { type HandedSample, handedSample } from '../../../state/handed-sample.ts';
import { notify } from '../../../state/toasts.ts';
import { addStep } from '../editor/add-step.ts';
import type { Change } from '../editor/change.ts';
import { useCatalogue } from '../editor/use-catalogue.ts';
import { findFitting } from './event-lines.ts';
import {
  countStatuses,
  findShownResult,
  type ListedResult,
  listCapturedResults,
  listResults,
  stepResult,
} from './listed-results.ts';
import { findPlaceRefusal, toChangeEvent } from './place-change.ts';
import { warmUpPreview } from './preview-calls.ts';
import { isStartOf, listUpstreamGraph, toPreviewGraph } from './preview-graph.ts';
import { createPreviewLogic } from './preview-logic.ts';
import type { PreviewDialog, PreviewFace } from './scope.ts';
import { useSampleTests } from './use-sample-tests.ts';

/** Oldest first, as events arrive; those beyond a sample's limit are omitted with a notice. */
function takeHanded({ name, events, origins }: HandedSample): PreviewSample | undefined {
  const fitting = findFitting(events).reverse();
  const count = formatExact(fitting.length);
  if (fitting.length < events.length)
    notify({
      message: `${count} of ${formatExact(events.length)} events were taken: a sample holds 1,000 events and 2 MB.`,
      status: 'warning',
    });
  if (fitting.length === 0) return undefined;
  return {
    origin: 'file',
    name,
    events: fitting.map((at) => events[at] ?? ''),
    origins: fitting.map((at) => origins[at] ?? ''),
    startComponentId: '',
  };
}

/** Starts editing in view mode. */
function useFieldChanges(siteId: string, nodeId: string | undefined) {
  const catalogue = useCatalogue(siteId);
  return useCallback(
    (change: Change) => {
      if (nodeId !== undefined) addStep((draft) => toChangeEvent(change, draft, nodeId, catalogue));
    },
    [catalogue, nodeId],
  );
}

type PreviewFacts = {
  siteId: string;
  pipelineId: string | undefined;
  hasRun: boolean;
  draft: Draft;
  openedId: string | undefined;
  cursorId: string | undefined;
  openNode: (id: string) => void;
  /** Returns the focus to this node in the graph. */
  focusNode: (id: string) => void;
  /** False while the graph is not on screen. */
  isShown: boolean;
};

const findFirstTransform = ({ nodes }: Draft): string | undefined =>
  (Object.values(nodes).find(({ nodeType }) => nodeType === 'TRANSFORM') ?? Object.values(nodes)[0])?.id;

const NO_RESULTS: readonly ListedResult[] = [];

export function usePreview(facts: PreviewFacts) {
  const { siteId, pipelineId, hasRun, draft, isShown, openNode, focusNode } = facts;
  const graph = useMemo(() => toPreviewGraph(draft), [draft]);
  const selected = facts.openedId ?? facts.cursorId;
  const [logic] = useState(() => createPreviewLogic(siteId, pipelineId));
  const actor = useActorRef(logic, { input: { graph } });
  const snapshot = useSelector(actor, (now) => now);
  const send = useCallback((event: PreviewEvent) => actor.send(event), [actor]);
  const [isWide, setWide] = useState(false);
  const [isInPanel, setInPanel] = useState(false);
  const [dialog, setDialog] = useState<PreviewDialog>();
  const [status, setStatus] = useState<PreviewStatus>();
  const [face, setFace] = useState<PreviewFace>('diff');
  const [chosen, setChosen] = useState<string>();
  const [hasMetadata, setMetadata] = useState(false);
  const toggleMetadata = useCallback(() => setMetadata((former) => !former), []);
  const { tests, run } = useSampleTests(pipelineId);

  const runTests = useCallback(() => void run({ graph }), [run, graph]);

  const nodeId = selected ?? findFirstTransform(draft);
  const node = nodeId === undefined ? undefined : draft.nodes[nodeId];
  const sample = selectSample(snapshot);
  const asked = useMemo(() => listUpstreamGraph(graph, sample, nodeId), [graph, sample, nodeId]);
  useEffect(() => send({ type: 'graph.changed', graph: asked }), [send, asked]);
  const outcome = selectOutcome(snapshot);
  const nodeOutcome = nodeId === undefined ? undefined : outcome?.nodes[nodeId];
  /** The sample was captured at this node's output, so the events are listed unchanged. */
  const isStart = sample !== undefined && nodeId !== undefined && isStartOf(graph, sample, nodeId);
  const all = useMemo(() => {
    if (isStart) return listCapturedResults(sample.events);
    return nodeOutcome ? listResults(nodeOutcome.results) : NO_RESULTS;
  }, [isStart, sample, nodeOutcome]);
  const listed = useMemo(
    () => (status === undefined ? all : all.filter((result) => result.status === status)),
    [all, status],
  );
  const counts = useMemo(() => countStatuses(all), [all]);
  const shown = findShownResult(listed, chosen);
  const step = useCallback((by: number) => setChosen(stepResult(listed, shown, by)?.key), [listed, shown]);
  const toggleWide = useCallback(() => {
    const active = document.activeElement;
    const hasFocus =
      active === document.body || active?.closest('[data-command-scope="pipeline.preview"]') != null;
    // The graph may be hidden until then.
    if (isWide && hasFocus && nodeId !== undefined) setTimeout(() => focusNode(nodeId));
    setWide(!isWide);
  }, [isWide, nodeId, focusNode]);
  const isPanelOpen = isInPanel && facts.openedId !== undefined;
  const isOpen = isShown && (isWide || isPanelOpen);
  const isUsed = isOpen || dialog !== undefined;
  useEffect(() => {
    if (!isUsed) return;
    const leaving = new AbortController();
    void warmUpPreview(siteId, leaving.signal);
    return () => leaving.abort();
  }, [isUsed, siteId]);
  const reveal = useCallback(() => {
    if (!isOpen) setWide(true);
  }, [isOpen]);
  const openResult = useCallback(
    (sampleId: string, result: SampleTestResult | undefined) => {
      const [first] = result?.differences ?? [];
      const [at] = Object.entries(graph.components).find(([, id]) => id === first?.componentId) ?? [];
      setDialog(undefined);
      setWide(true);
      setStatus(undefined);
      if (first) setChosen(`${first.index}`);
      if (at !== undefined) {
        openNode(at);
        // A dialog that closes returns the focus to another node, whose panel would open.
        focusNode(at);
      }
      send({ type: 'sample.open', sampleId });
    },
    [graph, openNode, focusNode, send],
  );
  const applyChange = useFieldChanges(siteId, nodeId);
  const openTest = useCallback(
    (sampleId: string) => {
      const open = (results: readonly SampleTestResult[]) =>
        openResult(
          sampleId,
          results.find((one) => one.sampleId === sampleId),
        );
      const isOfGraph = tests.state === 'done' && 'graph' in tests.tested && tests.tested.graph === graph;
      if (isOfGraph) open(tests.results);
      else void run({ graph }).then(open);
    },
    [tests, run, graph, openResult],
  );
  const wanted = useStore(wantedTest);
  const openFailingTest = useEffectEvent((version: number) =>
    run({ version }).then((results) => {
      const failing = results.find(({ passed }) => !passed);
      if (failing) openResult(failing.sampleId, failing);
      else setDialog('samples');
    }),
  );
  useEffect(() => {
    if (!isShown || !wanted || wanted.pipelineId !== pipelineId) return;
    wantedTest.set(undefined);
    void openFailingTest(wanted.graphVersion);
  }, [isShown, wanted, pipelineId]);
  const handed = useStore(handedSample);
  useEffect(() => {
    if (!isShown || !handed || handed.pipelineId !== pipelineId) return;
    handedSample.set(undefined);
    const taken = takeHanded(handed);
    if (!taken) return;
    send({ type: 'sample.chosen', sample: taken });
    setWide(true);
  }, [isShown, handed, pipelineId, send]);
  const named = useMemo(() => node && { id: node.id, name: node.name }, [node]);

  usePublishScope(
    'pipeline.preview',
    isShown
      ? {
          siteId,
          pipelineId,
          hasRun,
          snapshot,
          send,
          node: named,
          isWide,
          isOpen,
          toggleWide,
          reveal,
          openDialog: setDialog,
          step,
          shown,
          placeRefusal: findPlaceRefusal(draft, nodeId),
          applyChange,
          listedCount: listed.length,
          status,
          filter: setStatus,
          face,
          showFace: setFace,
          hasMetadata,
          toggleMetadata,
          tests,
          runTests,
          openTest,
        }
      : undefined,
  );
  return {
    siteId,
    pipelineId,
    hasRun,
    draft,
    graph,
    snapshot,
    send,
    node,
    /** The open node, else the one under the cursor. */
    selected,
    isStart,
    nodeOutcome,
    counts,
    listed,
    /** The sample's last event at the node, ignoring filters. */
    last: all.at(-1),
    shown,
    choose: setChosen,
    status,
    filter: setStatus,
    face,
    showFace: setFace,
    hasMetadata,
    isWide,
    toggleWide,
    isInPanel,
    showInPanel: setInPanel,
    dialog,
    closeDialog: useCallback(() => setDialog(undefined), []),
    reveal,
    tests,
    predicted: useMemo(() => (isShown ? selectPredicted(snapshot) : undefined), [isShown, snapshot]),
  };
}

export type Preview = ReturnType<typeof usePreview>;
