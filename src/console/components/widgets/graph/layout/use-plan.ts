import { useCallback, useEffect, useMemo, useState } from 'react';
import type { GraphNodeKind, GraphNodeView, GraphView } from '../types.ts';
import { sortTopologically } from '../walk.ts';
import { adjustPlan } from './adjust.ts';
import { computePlanNow } from './compute.ts';
import { EMPTY_PLAN, type GraphPlan, indexNeighbours, type PlanRequest } from './plan.ts';
import { buildPlanKey, cachePlan, getCachedPlan, planGraph, prepareWorker } from './plan-cache.ts';

/**
 * Sorts nodes and edges in flow order, so that the plan does not depend on ids or on the order of creation or
 * storage.
 */
export function sortRequest(request: PlanRequest): PlanRequest {
  const { after, before } = indexNeighbours(request.edges);
  const isAlone = (id: string) => after(id).length === 0 && before(id).length === 0;
  const given = [...request.ids].sort((a, b) => Number(isAlone(a)) - Number(isAlone(b)));
  const ids = sortTopologically(given, request.edges);
  return { ...request, ids, edges: ids.flatMap((from) => after(from).map((to) => ({ from, to }))) };
}

type Named = { id: string; title: string; kind: GraphNodeKind };

const buildNameKey = ({ kind, title }: Named): string => `${kind} ${title}`;

/**
 * Maps new ids to former ones, as saving changes ids of changed nodes. Matches removed and added nodes by
 * kind and name.
 */
function matchFormerIds(before: readonly Named[], now: readonly Named[]): ReadonlyMap<string, string> {
  const present = new Set(now.map((node) => node.id));
  const known = new Set(before.map((node) => node.id));
  const gone = new Map(
    before.filter((node) => !present.has(node.id)).map((node) => [buildNameKey(node), node.id]),
  );
  return new Map(
    now.flatMap((node) => {
      const former = known.has(node.id) ? undefined : gone.get(buildNameKey(node));
      return former === undefined ? [] : [[node.id, former] as const];
    }),
  );
}

function carryPlanOver(plan: GraphPlan, former: ReadonlyMap<string, string>): GraphPlan {
  if (former.size === 0) return plan;
  const newIds = new Map([...former].map(([id, old]) => [old, id]));
  const renamed = (id: string) => newIds.get(id) ?? id;
  const nodes = Object.fromEntries(Object.entries(plan.nodes).map(([id, slot]) => [renamed(id), slot]));
  const bends = Object.fromEntries(
    Object.entries(plan.bends).map(([key, slots]) => [key.split('>').map(renamed).join('>'), slots]),
  );
  return { nodes, bends };
}

type Shown = {
  key: string;
  plan: GraphPlan;
  /** False while an adjusted plan stands in for the computed one. */
  isFinal: boolean;
  nodes: readonly GraphNodeView[];
  /** First id of a node whose id changed on save. */
  identities: ReadonlyMap<string, string>;
};

function planNow(key: string, request: PlanRequest): GraphPlan | undefined {
  const known = getCachedPlan(key);
  if (known) return known;
  const made = computePlanNow(request);
  if (made) cachePlan(key, made);
  return made;
}

/**
 * Positions depend on the graph alone: after an edit they equal those of a reload. Until computed, a large
 * graph is adjusted, and a mostly new one keeps its former plan.
 */
export function usePlan({ nodes, edges }: GraphView): {
  plan: GraphPlan;
  /** Stable, even if saving changes its id. */
  identityOf: (id: string) => string;
} {
  const { request, key } = useMemo(() => {
    const endIds = nodes.filter((node) => node.kind === 'sink').map((node) => node.id);
    const sorted = sortRequest({ ids: nodes.map((node) => node.id), edges, endIds });
    return { request: sorted, key: buildPlanKey(sorted) };
  }, [nodes, edges]);
  const [shown, setShown] = useState<Shown>(() => {
    const known = planNow(key, request);
    if (!known) prepareWorker(request);
    return { key: known ? key : '', plan: known ?? EMPTY_PLAN, isFinal: true, nodes, identities: new Map() };
  });
  let current = shown;
  if (shown.key !== key) {
    const former = matchFormerIds(shown.nodes, nodes);
    const made = planNow(key, request);
    const plan = made ?? adjustPlan(carryPlanOver(shown.plan, former), request);
    const carried = [...former].map(([id, old]) => [id, shown.identities.get(old) ?? old] as const);
    const identities = carried.length > 0 ? new Map([...shown.identities, ...carried]) : shown.identities;
    if (plan) {
      current = { key, plan, isFinal: made !== undefined, nodes, identities };
      setShown(current);
    }
  }
  const isPlanned = current.key === key && current.isFinal;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the request
  useEffect(() => {
    if (isPlanned) return;
    let isCurrent = true;
    void planGraph(request).then(
      (made) => isCurrent && setShown((now) => ({ ...now, key, plan: made, isFinal: true, nodes })),
    );
    return () => {
      isCurrent = false;
    };
  }, [key, isPlanned]);
  const { identities, plan } = current;
  return { plan, identityOf: useCallback((id: string) => identities.get(id) ?? id, [identities]) };
}
