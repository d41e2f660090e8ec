import { useCallback, useEffect, useState } from 'react';
import type { GraphNodeView, GraphView } from '../types.ts';
import { adjustPlan, countMovedNodes } from './adjust.ts';
import { carryPlanOver, matchFormerIds } from './carry-over.ts';
import { closeGaps } from './close-gaps.ts';
import { EMPTY_PLAN, type GraphPlan, type PlanRequest } from './plan.ts';
import { buildPlanKey, cachePlan, getCachedPlan, planGraph } from './plan-cache.ts';

type Shown = {
  key: string;
  plan: GraphPlan;
  nodes: readonly GraphNodeView[];
  /** First id of a node whose id changed on save. */
  identities: ReadonlyMap<string, string>;
};

/** A cached or an adjusted plan, whichever moves fewer nodes. */
function deriveNextPlan(key: string, former: GraphPlan, request: PlanRequest): GraphPlan | undefined {
  const known = getCachedPlan(key);
  const adjusted = adjustPlan(former, request);
  if (!known || !adjusted) return known ?? adjusted;
  return countMovedNodes(former, known) <= countMovedNodes(former, adjusted) ? known : adjusted;
}

/**
 * Node positions. After an edit only what must move does. A mostly new graph keeps the former plan until its
 * own is computed; outdated results are dropped. With `keepsPlaces`, emptied columns stay until `close`.
 */
export function usePlan(
  { nodes, edges }: GraphView,
  keepsPlaces: boolean,
): {
  plan: GraphPlan;
  /** Closes empty columns; true when there were any. */
  close: () => boolean;
  /** Stable, even if saving changes its id. */
  identityOf: (id: string) => string;
} {
  const endIds = nodes.filter((node) => node.kind === 'sink').map((node) => node.id);
  const request: PlanRequest = { ids: nodes.map((node) => node.id), edges, endIds };
  const key = buildPlanKey(request);
  const [shown, setShown] = useState<Shown>(() => {
    const known = getCachedPlan(key);
    if (!known) void planGraph(request);
    return { key: known ? key : '', plan: known ?? EMPTY_PLAN, nodes, identities: new Map() };
  });
  let current = shown;
  if (shown.key !== key) {
    const former = matchFormerIds(shown.nodes, nodes);
    const plan = deriveNextPlan(key, carryPlanOver(shown.plan, former), request);
    const carried = [...former].map(([id, old]) => [id, shown.identities.get(old) ?? old] as const);
    const identities = carried.length > 0 ? new Map([...shown.identities, ...carried]) : shown.identities;
    if (plan) {
      current = { key, plan, nodes, identities };
      setShown(current);
    }
  }
  const closed = keepsPlaces ? current.plan : closeGaps(current.plan);
  if (closed !== current.plan) {
    current = { ...current, plan: closed };
    setShown(current);
  }
  const isPlanned = current.key === key;
  const { plan } = current;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the request
  useEffect(() => {
    if (isPlanned) {
      cachePlan(key, plan);
      return;
    }
    let isCurrent = true;
    void planGraph(request).then(
      (made) => isCurrent && setShown((now) => ({ ...now, key, plan: made, nodes })),
    );
    return () => {
      isCurrent = false;
    };
  }, [key, isPlanned, plan]);
  const { identities } = current;
  const close = () => {
    const without = closeGaps(plan);
    if (without !== plan) setShown({ ...current, plan: without });
    return without !== plan;
  };
  return { plan, close, identityOf: useCallback((id: string) => identities.get(id) ?? id, [identities]) };
}
