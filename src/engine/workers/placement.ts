import type { PipelinePlan } from '../types/plan.ts';

/** A destination removed from a pipeline may be written to this long: slightly more than the drain time. */
const LEAVING_MS = 6 * 60_000;

type Placed = {
  worker: number;
  /** Sources and destinations of the running plan, and of pending ones. */
  links: Map<object, ReadonlySet<string>>;
  /** Released links, and until when they count. */
  leaving: Map<string, number>;
};

/** What plans in two processes must not share: an archive opens its destination a second time. */
const listLinks = ({ nodes }: PipelinePlan): ReadonlySet<string> =>
  new Set(
    nodes.flatMap(({ componentId, nodeType, isArchive }) => {
      if (nodeType === 'TRANSFORM') return [];
      return [nodeType === 'SINK' && isArchive ? `archive-${componentId}` : componentId];
    }),
  );

/**
 * Places pipelines in processes. Those that share a source or destination, even indirectly, run together;
 * otherwise a pipeline stays, or goes where the fewest are.
 */
export class Placement {
  readonly #workers: number;
  readonly #now: () => number;
  readonly #placed = new Map<string, Placed>();
  readonly #remembered: Map<string, number>;

  /**
   * @param remembered last process by pipeline
   * @param now monotonic milliseconds
   */
  constructor(workers: number, remembered: ReadonlyMap<string, number>, now: () => number) {
    this.#workers = workers;
    this.#remembered = new Map(remembered);
    this.#now = now;
  }

  get remembered(): ReadonlyMap<string, number> {
    return this.#remembered;
  }

  workerOf(pipelineId: string): number | undefined {
    return this.#placed.get(pipelineId)?.worker;
  }

  /** Where the plan must run, and which pipelines must move there first. */
  find(plan: PipelinePlan): { worker: number; moves: string[] } {
    const group = this.#findGroup(plan);
    const counts = new Map<number, number>();
    for (const id of group) {
      const { worker } = this.#placed.get(id)!;
      counts.set(worker, (counts.get(worker) ?? 0) + 1);
    }
    const [most] = [...counts].sort(([a, m], [b, n]) => n - m || a - b);
    const worker = most?.[0] ?? this.#findFree(plan.pipelineId);
    return { worker, moves: group.filter((id) => this.workerOf(id) !== worker) };
  }

  /** Call before deploying; call the result with the outcome. */
  begin(plan: PipelinePlan, worker: number): (isDeployed: boolean) => void {
    const known = this.#placed.get(plan.pipelineId);
    const placed = known ?? { worker, links: new Map(), leaving: new Map() };
    placed.worker = worker;
    this.#placed.set(plan.pipelineId, placed);
    this.#remembered.set(plan.pipelineId, worker);
    const links = listLinks(plan);
    const key = {};
    placed.links.set(key, links);
    return (isDeployed) => {
      const all = [...placed.links];
      const own = all.findIndex(([one]) => one === key);
      for (const [one, keys] of isDeployed ? all.slice(0, own) : all.slice(own, own + 1)) {
        placed.links.delete(one);
        for (const link of keys) placed.leaving.set(link, this.#now() + LEAVING_MS);
      }
    };
  }

  move(pipelineIds: readonly string[], worker: number): void {
    for (const id of pipelineIds) {
      const placed = this.#placed.get(id);
      if (placed) placed.worker = worker;
      this.#remembered.set(id, worker);
    }
  }

  remove(pipelineId: string): void {
    this.#placed.delete(pipelineId);
    this.#remembered.delete(pipelineId);
  }

  /** Placed pipelines linked to the plan, including itself. */
  #findGroup(plan: PipelinePlan): string[] {
    const keys = new Set(listLinks(plan));
    const group = new Set<string>();
    const rest = new Map([...this.#placed].map(([id, placed]) => [id, this.#linksNow(placed)]));
    for (let before = -1; before < group.size; ) {
      before = group.size;
      for (const [id, links] of rest) {
        if (id !== plan.pipelineId && links.isDisjointFrom(keys)) continue;
        rest.delete(id);
        group.add(id);
        for (const link of links) keys.add(link);
      }
    }
    return [...group];
  }

  #linksNow({ links, leaving }: Placed): Set<string> {
    const now = this.#now();
    for (const [link, until] of leaving) if (until <= now) leaving.delete(link);
    return new Set([...leaving.keys(), ...[...links.values()].flatMap((keys) => [...keys])]);
  }

  #findFree(pipelineId: string): number {
    const before = this.#remembered.get(pipelineId);
    if (before !== undefined && before < this.#workers) return before;
    const counts = Array.from({ length: this.#workers }, () => 0);
    for (const { worker } of this.#placed.values()) counts[worker]!++;
    return counts.indexOf(Math.min(...counts));
  }
}
