export type MeterCounter = 'incoming' | 'outgoing' | 'sent' | 'failed';

/** A component's counter; `share` paths through the graph share it. */
export type Meter = {
  readonly counter: MeterCounter;
  readonly component: string;
  readonly share: number;
};

/** Counters of a node's incoming, outgoing and given-up events. */
export type NodeMeters = {
  readonly nodeId: string;
  readonly in: readonly Meter[];
  readonly out: readonly Meter[];
  readonly failed: readonly Meter[];
};

/** One node on one path. A route's outputs are several steps with one entry, so that input counts once. */
export type Step = {
  readonly nodeId: string;
  readonly entry: object;
  readonly processors: readonly string[];
};

/** Source to destination: one Collector pipeline. */
export type TracedWay = {
  readonly steps: readonly Step[];
  readonly exporter: string;
  readonly isCounted: boolean;
};

type Point = Omit<Meter, 'share'>;

/** The counter of events that left a step: its own, or the previous step's. */
function findOut(steps: readonly Step[], at: number): Point | undefined {
  for (let index = at; index >= 0; index -= 1) {
    const component = steps[index]?.processors.at(-1);
    if (component !== undefined) return { counter: 'outgoing', component };
  }
  return undefined;
}

function findIn(steps: readonly Step[], at: number): Point | undefined {
  const component = steps[at]?.processors[0];
  // A source counts the events it makes of its lines.
  if (at === 0) return findOut(steps, 0);
  return component === undefined ? findOut(steps, at - 1) : { counter: 'incoming', component };
}

type Collected = { in: Point[]; out: Point[]; exporters: Set<string> };

/** Per node, counters over all paths that count each event once. */
export function collectMeters(ways: readonly TracedWay[]): NodeMeters[] {
  const uses = new Map<string, number>();
  for (const { steps } of ways)
    for (const id of new Set(steps.flatMap(({ processors }) => processors)))
      uses.set(id, (uses.get(id) ?? 0) + 1);
  const nodes = new Map<string, Collected>();
  const seen = new Set<object>();
  const isNew = (one: object): boolean => !seen.has(one) && seen.add(one) !== undefined;
  for (const { steps, exporter, isCounted } of ways)
    for (const [at, step] of steps.entries()) {
      const node = nodes.get(step.nodeId) ?? { in: [], out: [], exporters: new Set() };
      nodes.set(step.nodeId, node);
      const [before, after] = [findIn(steps, at), findOut(steps, at)];
      if (isNew(step.entry) && before) node.in.push(before);
      if (!isNew(step)) continue;
      const isEnd = at === steps.length - 1;
      if (isEnd && isCounted) node.exporters.add(exporter);
      else if (after) node.out.push(after);
    }
  const measure = (point: Point): Meter => ({ ...point, share: uses.get(point.component) ?? 1 });
  return [...nodes].map(([nodeId, { exporters, ...node }]) => {
    const of = (counter: Point['counter']) =>
      [...exporters].map((component) => measure({ counter, component }));
    return {
      nodeId,
      in: node.in.map(measure),
      out: [...node.out.map(measure), ...of('sent')],
      failed: of('failed'),
    };
  });
}
