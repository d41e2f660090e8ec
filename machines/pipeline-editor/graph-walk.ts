import type { Draft } from './draft.ts';

export const successorsOf = (draft: Draft, id: string): string[] => draft.edges[id]?.nodeIds ?? [];

export const predecessorsOf = (draft: Draft, id: string): string[] =>
  Object.keys(draft.edges).filter((from) => successorsOf(draft, from).includes(id));

/** Every node that can be reached from these, themselves included. */
export function reachableFrom(draft: Draft, ids: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const open = [...ids];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    open.push(...successorsOf(draft, id));
  }
  return seen;
}

export const pathExists = (draft: Draft, fromId: string, toId: string): boolean =>
  reachableFrom(draft, [fromId]).has(toId);

/** The nodes of one cycle in order, or undefined when there is none. */
export function findCycle(draft: Draft): string[] | undefined {
  const finished = new Set<string>();
  for (const start of Object.keys(draft.nodes)) {
    const trail: string[] = [];
    const stack: { id: string; next: number }[] = finished.has(start) ? [] : [{ id: start, next: 0 }];
    while (stack.length > 0) {
      const top = stack[stack.length - 1];
      if (!top) break;
      if (top.next === 0) trail.push(top.id);
      const child = successorsOf(draft, top.id)[top.next];
      top.next += 1;
      if (child === undefined) {
        finished.add(top.id);
        trail.pop();
        stack.pop();
      } else if (trail.includes(child)) {
        return trail.slice(trail.indexOf(child));
      } else if (!finished.has(child)) {
        stack.push({ id: child, next: 0 });
      }
    }
  }
  return undefined;
}
