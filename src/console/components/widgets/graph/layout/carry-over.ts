import type { GraphNodeKind } from '../types.ts';
import type { GraphPlan } from './plan.ts';

type Named = { id: string; title: string; kind: GraphNodeKind };

const buildNameKey = ({ kind, title }: Named): string => `${kind} ${title}`;

/**
 * Maps new ids to former ones: saving gives changed nodes new ids. Matches removed and added nodes by kind
 * and name.
 */
export function matchFormerIds(before: readonly Named[], now: readonly Named[]): ReadonlyMap<string, string> {
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

export function carryPlanOver(plan: GraphPlan, former: ReadonlyMap<string, string>): GraphPlan {
  if (former.size === 0) return plan;
  const newIds = new Map([...former].map(([id, old]) => [old, id]));
  const renamed = (id: string) => newIds.get(id) ?? id;
  const nodes = Object.fromEntries(Object.entries(plan.nodes).map(([id, slot]) => [renamed(id), slot]));
  const bends = Object.fromEntries(
    Object.entries(plan.bends).map(([key, slots]) => [key.split('>').map(renamed).join('>'), slots]),
  );
  return { nodes, bends };
}
